package io.github.lanewise.observation;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import java.util.Locale;

/**
 * Names and low-cardinality keys: {@code lanewise.digest} and {@code lanewise.signature}, each with
 * {@code outcome} ({@code success}, {@code error} or {@code cancelled}), the latter with {@code
 * scheme} too. A {@link GlobalObservationConvention} of the application's own goes first.
 */
final class OperationObservationConvention
    implements ObservationConvention<OperationObservationContext> {

  private final String operation;

  OperationObservationConvention(String operation) {
    this.operation = operation;
  }

  @Override
  public String getName() {
    return "lanewise." + operation;
  }

  @Override
  public String getContextualName(OperationObservationContext context) {
    return "lanewise " + operation;
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(OperationObservationContext context) {
    KeyValues keys =
        KeyValues.of(KeyValue.of("outcome", context.outcome().toString().toLowerCase(Locale.ROOT)));
    return context instanceof SignatureObservationContext signature
        ? keys.and("scheme", signature.scheme().algorithm())
        : keys;
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return context instanceof OperationObservationContext;
  }
}
