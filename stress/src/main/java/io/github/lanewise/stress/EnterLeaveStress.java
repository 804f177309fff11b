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
import reactor.core.scheduler.Schedulers;

/** One subscriber comes while another goes: the one that stays is served, the other forgotten. */
@JCStressTest
@Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "The right digest, and no stream stays open.")
@Outcome(expect = FORBIDDEN, desc = "One got into the way of the other.")
@State
public class EnterLeaveStress {

  private final HashingPipeline pipeline = Pipelines.on(Schedulers.immediate(), "jdk");
  private final Upstream going = new Upstream();
  private final Upstream coming = new Upstream();
  private final Payload left = new Payload();
  private final Payload stayed = new Payload();
  private final Receiver<Sha256Digest> leaver = new Receiver<>(1, digest -> {});

  public EnterLeaveStress() {
    going.as(pipeline.digest(Payload.ACCESS)).subscribe(leaver);
    going.next(left);
  }

  @Actor
  public void enter() {
    coming
        .as(pipeline.digest(Payload.ACCESS))
        .subscribe(
            new Receiver<Sha256Digest>(1, digest -> stayed.expect(digest.equals(Pipelines.ABC))));
    coming.next(stayed);
    coming.complete();
  }

  @Actor
  public void leave() {
    leaver.cancel();
  }

  @Arbiter
  public void look(III_Result result) {
    result.r1 = stayed.expected();
    result.r2 = left.releases() == 1 && stayed.releases() == 1 ? 1 : 0;
    result.r3 = Math.toIntExact(pipeline.statistics().openStreams());
  }
}
