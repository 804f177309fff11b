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

/** Downstream cancels while the worker hashes, emits and completes. */
@JCStressTest
@Outcome(id = "2, 0, 1", expect = ACCEPTABLE, desc = "Both payloads given back once, by whomever.")
@Outcome(
    expect = FORBIDDEN,
    desc = "A payload was lost or given back twice, or signals overlapped.")
@State
public class CancelStress {

  private final WorkerActor worker = new WorkerActor();
  private final HashingPipeline pipeline = Pipelines.on(worker, "jdk");
  private final Upstream upstream = new Upstream();
  private final Payload first = new Payload();
  private final Payload second = new Payload();
  private final Receiver<Payload> receiver = new Receiver<>(Long.MAX_VALUE, Payload::release);

  public CancelStress() {
    upstream.transform(pipeline.tap(Payload.ACCESS, digest -> {})).subscribe(receiver);
    upstream.next(first);
    upstream.next(second);
    upstream.complete();
  }

  @Actor
  public void downstream() {
    receiver.cancel();
  }

  @Actor
  public void worker() {
    worker.workAWhile();
  }

  @Arbiter
  public void look(III_Result result) {
    worker.work();
    result.r1 = first.releases() * second.releases() == 1 ? 2 : 0;
    result.r2 = receiver.overlaps();
    result.r3 = receiver.ends() <= 1 && pipeline.statistics().openStreams() == 0 ? 1 : 0;
  }
}
