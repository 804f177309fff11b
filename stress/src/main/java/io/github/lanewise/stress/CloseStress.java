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

/** The pipeline is closed while a stream is subscribed: it is hashed or refused, not forgotten. */
@JCStressTest
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "Hashed before.")
@Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "Refused.")
@Outcome(expect = FORBIDDEN, desc = "Neither, both, or the payload was not given back once.")
@State
public class CloseStress {

  private final HashingPipeline pipeline = Pipelines.on(Schedulers.immediate(), "jdk");
  private final Upstream upstream = new Upstream();
  private final Payload payload = new Payload();
  private final Receiver<Sha256Digest> receiver =
      new Receiver<>(1, digest -> payload.expect(digest.equals(Pipelines.ABC)));

  @Actor
  public void submit() {
    upstream.as(pipeline.digest(Payload.ACCESS)).subscribe(receiver);
    upstream.next(payload);
    upstream.complete();
  }

  @Actor
  public void dispose() {
    pipeline.close();
  }

  @Arbiter
  public void look(III_Result result) {
    result.r1 = payload.expected();
    result.r2 = receiver.failed() ? 1 : 0;
    result.r3 = payload.releases();
  }
}
