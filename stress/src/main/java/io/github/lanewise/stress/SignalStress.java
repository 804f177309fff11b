package io.github.lanewise.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.lanewise.pipeline.HashingPipeline;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Two streams signal a worker; whichever finds it idle works, the other's wake-up is not lost. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both were served.")
@Outcome(expect = FORBIDDEN, desc = "A wake-up was lost, or a digest is wrong.")
@State
public class SignalStress {

  private final HashingPipeline pipeline = Pipelines.on(Schedulers.immediate(), "jdk");
  private final Payload one = new Payload();
  private final Payload two = new Payload();

  private void hash(Payload payload) {
    Receiver<Object> receiver =
        new Receiver<>(1, digest -> payload.expect(digest.equals(Pipelines.ABC)));
    Flux.just(payload).as(pipeline.digest(Payload.ACCESS)).subscribe(receiver);
  }

  @Actor
  public void first() {
    hash(one);
  }

  @Actor
  public void second() {
    hash(two);
  }

  @Arbiter
  public void look(II_Result result) {
    result.r1 = one.expected() == 1 && one.releases() == 1 ? 1 : 0;
    result.r2 = two.expected() == 1 && two.releases() == 1 ? 1 : 0;
  }
}
