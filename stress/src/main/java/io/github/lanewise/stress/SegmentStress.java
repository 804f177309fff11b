package io.github.lanewise.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Upstream sends and ends while the worker takes: what came before the end is in the digest. */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "One digest, of all that was sent.")
@Outcome(expect = FORBIDDEN, desc = "A segment or the end was missed.")
@State
public class SegmentStress {

  private final WorkerActor worker = new WorkerActor();
  private final HashingPipeline pipeline = Pipelines.on(worker, "jdk");
  private final Upstream upstream = new Upstream();
  private final Payload first = new Payload();
  private final Payload second = new Payload();
  private final Receiver<Sha256Digest> receiver =
      new Receiver<>(1, digest -> first.expect(digest.equals(Pipelines.ABC_TWICE)));

  public SegmentStress() {
    upstream.as(pipeline.digest(Payload.ACCESS)).subscribe(receiver);
  }

  @Actor
  public void upstream() {
    upstream.next(first);
    upstream.next(second);
    upstream.complete();
  }

  @Actor
  public void worker() {
    worker.workAWhile();
  }

  @Arbiter
  public void look(III_Result result) {
    worker.work();
    result.r1 = first.expected();
    result.r2 = receiver.ends();
    result.r3 = first.releases() == 1 && second.releases() == 1 ? 1 : 0;
  }
}
