package io.github.lanewise.web;

import java.util.function.Supplier;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/**
 * The parts of a body, one after the other. A request for the next ends the one before: what is
 * left of it is skipped, and whoever still reads it gets an error. Completes when the body has,
 * behind what may follow its last boundary, so that a verdict about the whole body is not missed.
 *
 * <p>An error, of the body or of its format, is told to whoever reads content, and to whoever asks
 * for the next part afterwards. Signals come on the threads that request and that the body comes
 * on.
 */
final class BodyParts extends Flux<BodyPart> {

  private final Flux<DataBuffer> body;
  private final Supplier<PartScanner> scanner;

  /**
   * @param scanner makes one for each subscription
   */
  BodyParts(Flux<DataBuffer> body, Supplier<PartScanner> scanner) {
    this.body = body;
    this.scanner = scanner;
  }

  @Override
  public void subscribe(CoreSubscriber<? super BodyPart> actual) {
    body.subscribe(new PartReader(actual, scanner.get()));
  }
}
