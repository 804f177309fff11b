package io.github.lanewise.autoconfigure;

import io.github.lanewise.pipeline.RsaSigner;

/**
 * Gets the auto-configured signer before anybody else. Beans of this type are called in their
 * order.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface RsaSignerCustomizer {

  /** Changes what it likes. */
  void customize(RsaSigner signer);
}
