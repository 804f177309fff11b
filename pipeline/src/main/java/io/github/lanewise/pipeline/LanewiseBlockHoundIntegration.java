package io.github.lanewise.pipeline;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound, where an application's tests use it, what a worker may do although it looks
 * like blocking. Found by BlockHound itself; workers are watched since they are {@link
 * reactor.core.scheduler.NonBlocking}.
 */
public final class LanewiseBlockHoundIntegration implements BlockHoundIntegration {

  /** For the service loader. */
  public LanewiseBlockHoundIntegration() {}

  @Override
  public void applyTo(BlockHound.Builder builder) {
    // A worker without work looks out for some for ten microseconds: it keeps nobody waiting.
    builder.allowBlockingCallsInside(IdleSpin.class.getName(), "await");
    // The last worker to let go ends the executors of all. Their own lock is held for a moment,
    // as in the methods beside this one that Reactor's integration allows.
    builder.allowBlockingCallsInside(
        "java.util.concurrent.ScheduledThreadPoolExecutor", "shutdown");
  }
}
