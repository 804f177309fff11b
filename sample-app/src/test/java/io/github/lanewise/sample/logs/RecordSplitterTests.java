package io.github.lanewise.sample.logs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

class RecordSplitterTests {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String BODY = "first\n\nthird\r\n\n\nsixth";

  private final NettyDataBufferFactory factory =
      new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);
  private final List<NettyDataBuffer> made = new ArrayList<>();

  @AfterEach
  void everyBufferIsReleased() {
    assertThat(made).allMatch(buffer -> buffer.getNativeBuffer().refCnt() == 0);
  }

  /** One byte at a time, pieces that end before, at and after newlines, and all at once. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 6, 7, 100})
  void recordsDoNotDependOnHowTheBodyIsCut(int pieceSize) {
    StepVerifier.create(split(BODY, pieceSize, 100))
        .expectNext("1:first", "2:", "3:third\r", "4:", "5:", "6:sixth")
        .expectComplete()
        .verify(LIMIT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void theLimitIsTheLongestRecord(int pieceSize) {
    StepVerifier.create(split("four\nfive\n", pieceSize, 4))
        .expectNext("1:four", "2:five")
        .expectComplete()
        .verify(LIMIT);
  }

  /** With its newline, without it, and before either has come. */
  @ParameterizedTest
  @ValueSource(strings = {"fives\n", "fives", "fives and more"})
  void oneByteMoreIsTooLarge(String body) {
    StepVerifier.create(split(body, 1, 4))
        .expectErrorMatches(
            e ->
                e instanceof RecordTooLargeException tooLarge
                    && "a record must have at most 4 bytes, line 1 has more"
                        .equals(tooLarge.getReason()))
        .verify(LIMIT);
  }

  /** However they are cut, also when all are in one buffer with the one that is too long. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8, 100})
  void theRecordsBeforeOneThatIsTooLargeGoOn(int pieceSize) {
    for (String tooLarge : List.of("fives", "fives\n", "fives\nmore\n")) {
      StepVerifier.create(split("a\n\nfour\n" + tooLarge, pieceSize, 4))
          .expectNext("1:a", "2:", "3:four")
          .expectError(RecordTooLargeException.class)
          .verify(LIMIT);
    }
  }

  @Test
  void anAnswerThatNobodyReadsAsksForNoMoreOfTheBody() {
    StepVerifier.create(split("a\nb\nc\nd\ne\nf\n", 2, 10), 1)
        .expectNext("1:a")
        .then(() -> assertThat(made).hasSizeLessThanOrEqualTo(2))
        .thenCancel()
        .verify(LIMIT);
  }

  private Flux<String> split(String body, int pieceSize, int maxRecordBytes) {
    Flux<DataBuffer> pieces =
        Flux.range(0, Math.ceilDiv(body.length(), pieceSize))
            .map(
                i ->
                    buffer(
                        body.substring(
                            i * pieceSize, Math.min((i + 1) * pieceSize, body.length()))));
    return RecordSplitter.split(pieces, maxRecordBytes)
        .map(record -> record.line() + ":" + US_ASCII.decode(record.bytes()));
  }

  private DataBuffer buffer(String text) {
    NettyDataBuffer buffer = factory.allocateBuffer(text.length());
    buffer.write(text, US_ASCII);
    made.add(buffer);
    return buffer;
  }
}
