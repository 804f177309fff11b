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

/**
 * A stream counts its bytes in flight, asks for more and ends, while another is cancelled: at the
 * end nothing is in flight.
 */
@JCStressTest
@Outcome(id = "0, 0, 2", expect = ACCEPTABLE, desc = "Both are over, and so is the count.")
@Outcome(expect = FORBIDDEN, desc = "Bytes stayed in flight, a stream open, or a payload inside.")
@State
public class InFlightStress {

  private final WorkerActor worker = new WorkerActor();
  private final HashingPipeline pipeline = Pipelines.on(worker, "jdk");
  private final Upstream ending = new Upstream();
  private final Upstream cancelled = new Upstream();
  private final Payload first = new Payload();
  private final Payload second = new Payload();
  private final Receiver<Payload> receiver = new Receiver<>(Long.MAX_VALUE, Payload::release);

  public InFlightStress() {
    ending
        .transform(pipeline.tap(Payload.ACCESS, digest -> {}))
        .subscribe(new Receiver<Payload>(Long.MAX_VALUE, Payload::release));
    cancelled.transform(pipeline.tap(Payload.ACCESS, digest -> {})).subscribe(receiver);
  }

  @Actor
  public void upstream() {
    ending.next(first);
    cancelled.next(second);
    ending.complete();
  }

  @Actor
  public void cancelAndWork() {
    receiver.cancel();
    worker.workAWhile();
  }

  @Arbiter
  public void look(III_Result result) {
    worker.work();
    result.r1 = Math.toIntExact(pipeline.statistics().inFlightBytes());
    result.r2 = Math.toIntExact(pipeline.statistics().openStreams());
    result.r3 = first.releases() + second.releases();
    Pipelines.close(pipeline, worker);
  }
}
