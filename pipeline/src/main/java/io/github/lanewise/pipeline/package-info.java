/**
 * Reactor operators that hash in lanes.
 *
 * <p>{@link io.github.lanewise.pipeline.HashingPipeline} is the entry. The way of a payload: an
 * operator's subscriber queues it and puts itself in the ring of its {@code LaneWorker}; the worker
 * lays it in a lane and runs quanta until it is eaten; the subscriber passes it downstream and asks
 * upstream for the next. What the package shares:
 *
 * <ul>
 *   <li>A subscriber belongs to one worker, and what it holds between its queue and its results is
 *       touched by that worker only. Three hand-overs cross threads: payloads (one producer, the
 *       upstream; one consumer, the worker), results (one producer, the worker; one consumer,
 *       whoever drains), and the ring (many producers, one consumer).
 *   <li>Signals go downstream on the worker, or on the thread that requests (or, once the worker's
 *       scheduler is gone, on whichever thread finds that out). What a subscriber does there delays
 *       every stream of that worker: hand long work to another scheduler.
 *   <li>No more than {@code prefetch} payloads of a subscription are under way at a time, whatever
 *       is requested downstream.
 *   <li>A payload that entered leaves exactly once: downstream, or to {@link
 *       io.github.lanewise.pipeline.BufferAccess#release} after hashing, or to {@link
 *       io.github.lanewise.pipeline.BufferAccess#discard} on cancellation and error.
 *   <li>An error from upstream arrives downstream after the results of what came before it.
 * </ul>
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.pipeline;

import org.jspecify.annotations.NullMarked;
