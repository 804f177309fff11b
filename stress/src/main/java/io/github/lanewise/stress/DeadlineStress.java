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

/** A batch's deadline passes while its last lane is taken: it runs once, with one or with two. */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "Both segments were hashed.")
@Outcome(expect = FORBIDDEN, desc = "A segment still waits, or was hashed twice.")
@State
public class DeadlineStress {

  private final WorkerActor worker = new WorkerActor();
  private final HashingPipeline pipeline = Pipelines.on(worker, "vector-128");
  private final Upstream early = new Upstream();
  private final Upstream late = new Upstream();
  private final Payload first = new Payload();
  private final Payload second = new Payload();

  public DeadlineStress() {
    early.as(pipeline.digest(Payload.ACCESS)).subscribe(new Receiver<Sha256Digest>(1, d -> {}));
    late.as(pipeline.digest(Payload.ACCESS)).subscribe(new Receiver<Sha256Digest>(1, d -> {}));
    early.next(first);
    worker.work();
  }

  @Actor
  public void worker() {
    worker.passTime(Pipelines.MAX_WAIT.toNanos());
    worker.workAWhile();
  }

  @Actor
  public void upstream() {
    late.next(second);
  }

  @Arbiter
  public void look(III_Result result) {
    worker.work();
    worker.passTime(Pipelines.MAX_WAIT.toNanos());
    worker.work();
    result.r1 = first.releases();
    result.r2 = second.releases();
    result.r3 = pipeline.statistics().bytes() == 6 ? 1 : 0;
    Pipelines.close(pipeline, worker);
  }
}
