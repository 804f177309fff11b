package io.github.lanewise.actuate;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * On the web there is somebody who asks, and what is shown may depend on who it is.
 *
 * @since 0.1
 */
@EndpointWebExtension(endpoint = LanewiseEndpoint.class)
public final class LanewiseEndpointWebExtension {

  private final LanewiseEndpoint endpoint;
  private final Show showValues;
  private final Set<String> roles;

  /**
   * @param showValues who sees the values of properties
   * @param roles of those who are authorized; empty for everybody who is authenticated
   */
  public LanewiseEndpointWebExtension(
      LanewiseEndpoint endpoint, Show showValues, Set<String> roles) {
    this.endpoint = endpoint;
    this.showValues = showValues;
    this.roles = Set.copyOf(roles);
  }

  /** What there is to tell, with the values of properties only if the asker may see them. */
  @ReadOperation
  public LanewiseDescriptor describe(SecurityContext asker) {
    return endpoint.describe(showValues.isShown(asker, roles));
  }
}
