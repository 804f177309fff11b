package io.github.lanewise.test;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Matches where {@code lanewise.signing} names no key. */
final class NoSigningKeyCondition extends SpringBootCondition {

  private static final List<String> PROPERTIES =
      List.of("lanewise.signing.bundle", "lanewise.signing.private-key");

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("no signing key");
    for (String property : PROPERTIES) {
      if (StringUtils.hasText(context.getEnvironment().getProperty(property))) {
        return ConditionOutcome.noMatch(message.found("property").items(property));
      }
    }
    return ConditionOutcome.match(message.didNotFind("property", "properties").items(PROPERTIES));
  }
}
