package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams, for each operator, on real workers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class OperatorTckTests {

  private static final BufferAccess<byte[]> ARRAYS = BufferAccess.byteArrays();

  private HashingPipeline pipeline;

  @BeforeAll
  void open() {
    pipeline = HashingPipeline.builder().engine("jdk").workers(2).build();
  }

  @AfterAll
  void close() {
    pipeline.close();
  }

  @TestFactory
  Stream<DynamicTest> digest() {
    return rules(1, source -> source.as(pipeline.digest(ARRAYS)));
  }

  @TestFactory
  Stream<DynamicTest> tap() {
    return rules(
        Long.MAX_VALUE - 1,
        source -> source.transform(pipeline.tap(ARRAYS, OperatorTckTests::ignore)));
  }

  private static void ignore(Sha256Digest digest) {}

  @TestFactory
  Stream<DynamicTest> messages() {
    return rules(Long.MAX_VALUE - 1, source -> source.transform(pipeline.messages(ARRAYS)));
  }

  @TestFactory
  Stream<DynamicTest> chunks() {
    return rules(Long.MAX_VALUE - 1, source -> source.transform(pipeline.chunks(ARRAYS, 3)));
  }

  @TestFactory
  Stream<DynamicTest> parts() {
    return rules(Long.MAX_VALUE - 1, source -> source.transform(pipeline.parts(ARRAYS, null)));
  }

  private static <T> Stream<DynamicTest> rules(
      long maxElements, Function<Flux<byte[]>, Publisher<T>> operator) {
    return ReactiveStreamsTck.of(() -> new Verification<>(maxElements, operator));
  }

  private static final class Verification<T> extends PublisherVerification<T> {

    private final long maxElements;
    private final Function<Flux<byte[]>, Publisher<T>> operator;

    Verification(long maxElements, Function<Flux<byte[]>, Publisher<T>> operator) {
      super(new TestEnvironment(2_000, 50));
      this.maxElements = maxElements;
      this.operator = operator;
    }

    /** One result per payload of three bytes, or one for all. */
    @Override
    public Publisher<T> createPublisher(long elements) {
      return operator.apply(Flux.<byte[]>generate(sink -> sink.next(new byte[3])).take(elements));
    }

    @Override
    public Publisher<T> createFailedPublisher() {
      return operator.apply(Flux.error(new IllegalStateException("on purpose")));
    }

    @Override
    public long maxElementsFromPublisher() {
      return maxElements;
    }
  }
}
