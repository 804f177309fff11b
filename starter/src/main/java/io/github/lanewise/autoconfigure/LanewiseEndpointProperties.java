package io.github.lanewise.autoconfigure;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the endpoint shows.
 *
 * @param showValues When the values of lanewise properties are shown in the endpoint.
 * @param roles Roles that may see values when they are shown to the authorized; by default
 *     everybody who is authenticated.
 */
@ConfigurationProperties("management.endpoint.lanewise")
record LanewiseEndpointProperties(
    @DefaultValue("never") Show showValues, @DefaultValue Set<String> roles) {}
