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

/** Downstream requests while the worker emits: as many come as were asked for, one at a time. */
@JCStressTest
@Outcome(
    id = "3, 0, 4",
    expect = ACCEPTABLE,
    desc = "The sum of the requests, the rest given back.")
@Outcome(expect = FORBIDDEN, desc = "Demand was lost or exceeded, or signals overlapped.")
@State
public class DemandStress {

  private final WorkerActor worker = new WorkerActor();
  private final HashingPipeline pipeline = Pipelines.on(worker, "jdk");
  private final Upstream upstream = new Upstream();
  private final Payload[] payloads = {new Payload(), new Payload(), new Payload(), new Payload()};
  private final Receiver<Payload> receiver = new Receiver<>(0, Payload::release);

  public DemandStress() {
    upstream.transform(pipeline.tap(Payload.ACCESS, digest -> {})).subscribe(receiver);
    for (Payload payload : payloads) {
      upstream.next(payload);
    }
  }

  @Actor
  public void worker() {
    worker.workAWhile();
  }

  @Actor
  public void downstream() {
    receiver.request(1);
    receiver.request(2);
  }

  @Arbiter
  public void look(III_Result result) {
    worker.work();
    result.r1 = receiver.results();
    result.r2 = receiver.overlaps();
    receiver.cancel();
    worker.work();
    for (Payload payload : payloads) {
      result.r3 += payload.releases() == 1 ? 1 : 0;
    }
  }
}
