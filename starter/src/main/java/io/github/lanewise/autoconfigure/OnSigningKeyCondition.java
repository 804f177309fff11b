package io.github.lanewise.autoconfigure;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Matches when {@code lanewise.signing} names a key. An empty value counts as none, so that {@code
 * ${SIGNING_KEY:}} can leave the choice to the environment.
 */
final class OnSigningKeyCondition extends SpringBootCondition {

  private static final List<String> PROPERTIES =
      List.of("lanewise.signing.bundle", "lanewise.signing.private-key");

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    Environment environment = context.getEnvironment();
    ConditionMessage.Builder message = ConditionMessage.forCondition("signing key");
    for (String property : PROPERTIES) {
      if (StringUtils.hasText(environment.getProperty(property))) {
        return ConditionOutcome.match(message.found("property").items(property));
      }
    }
    return ConditionOutcome.noMatch(message.didNotFind("property", "properties").items(PROPERTIES));
  }
}
