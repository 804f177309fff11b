package io.github.lanewise.kafka;

import java.io.Serial;
import org.apache.kafka.common.KafkaException;

/** The producer's transaction is not its own any more; what was in it is rolled back. */
final class TransactionLostException extends KafkaException {

  @Serial private static final long serialVersionUID = 1L;

  TransactionLostException(Throwable cause) {
    super(
        "a transaction must end within transaction.timeout.ms, and its transactional.id must be "
            + "used by one instance, one of which was not so: "
            + cause.getMessage(),
        cause);
  }
}
