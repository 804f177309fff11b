package io.github.lanewise.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.lanewise.pipeline.HashingPipeline;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import reactor.core.scheduler.Schedulers;

/** Downstream cancels while upstream sends and ends; either may find itself the worker. */
@JCStressTest
@Outcome(id = "2, 0, 1", expect = ACCEPTABLE, desc = "Both payloads given back once, by whomever.")
@Outcome(
    expect = FORBIDDEN,
    desc = "A payload was lost or given back twice, or signals overlapped.")
@State
public class CancelSendStress {

  private final HashingPipeline pipeline = Pipelines.on(Schedulers.immediate(), "jdk");
  private final Upstream upstream = new Upstream();
  private final Payload first = new Payload();
  private final Payload second = new Payload();
  private final Receiver<Payload> receiver = new Receiver<>(Long.MAX_VALUE, Payload::release);

  public CancelSendStress() {
    upstream.transform(pipeline.tap(Payload.ACCESS, digest -> {})).subscribe(receiver);
    upstream.next(first);
  }

  @Actor
  public void upstream() {
    upstream.next(second);
    upstream.complete();
  }

  @Actor
  public void downstream() {
    receiver.cancel();
  }

  @Arbiter
  public void look(III_Result result) {
    result.r1 = first.releases() * second.releases() == 1 ? 2 : 0;
    result.r2 = receiver.overlaps();
    result.r3 = receiver.ends() <= 1 && pipeline.statistics().openStreams() == 0 ? 1 : 0;
  }
}
