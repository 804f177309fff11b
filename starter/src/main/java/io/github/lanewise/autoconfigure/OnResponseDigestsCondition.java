package io.github.lanewise.autoconfigure;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** Matches when a property asks for digests of responses, or for signatures, which need them. */
final class OnResponseDigestsCondition extends AnyNestedCondition {

  OnResponseDigestsCondition() {
    super(ConfigurationPhase.REGISTER_BEAN);
  }

  @ConditionalOnProperty(name = "lanewise.web.digest.add-to-responses", havingValue = "wanted")
  static final class Wanted {}

  @ConditionalOnProperty(name = "lanewise.web.digest.add-to-responses", havingValue = "always")
  static final class Always {}

  @ConditionalOnProperty("lanewise.web.signature.enabled")
  static final class Signed {}
}
