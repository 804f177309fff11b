/**
 * Reactor schedulers whose threads sit on physical cores.
 *
 * <p>{@link io.github.lanewise.pipeline.cpu.PinnedSchedulers} is the entry. What the package
 * shares:
 *
 * <ul>
 *   <li>A <em>cpu</em> is what Linux numbers: a hardware thread. A <em>core</em> is a physical one;
 *       with simultaneous multithreading (SMT) it has two or more cpus that share its vector units,
 *       so a second worker on the same core would only take lanes' time from the first.
 *   <li>A worker is pinned to all usable cpus of its core, not to one of them: caches and node stay
 *       the same, and when another thread occupies one cpu the kernel may move the worker to the
 *       sibling.
 *   <li>Pinning is an improvement and never a condition: where it is impossible the worker runs
 *       unpinned and its {@link io.github.lanewise.pipeline.cpu.WorkerPlacement} says why.
 *   <li>A Linux thread inherits the affinity of the thread that starts it, and {@link
 *       java.lang.Runtime#availableProcessors()} answers for the calling thread's affinity. So work
 *       on a pinned worker must not start threads or be the first to touch a class that sizes a
 *       pool: both would be confined to one core.
 *   <li>That holds downstream too: a subscriber that is signalled on a worker and hands over to a
 *       scheduler whose thread does not run yet starts that thread from the worker. Where Reactor
 *       schedules the task, by {@code publishOn}, {@code subscribeOn} or {@code
 *       Scheduler.schedule}, the thread gets the process's cpus back before it runs its first task
 *       from a worker; a task that is cancelled before, such as that of a {@code timeout}, frees
 *       nothing.
 *   <li>What a worker starts otherwise stays on its core for life: a {@code new Thread}, the
 *       threads of an executor that is given its tasks directly, a Netty event loop, the carriers
 *       of virtual threads. Start these before, from a thread of your own ({@code
 *       prestartAllCoreThreads()}, a first connection at start-up), or hand over with {@code
 *       publishOn} first and start them from there.
 * </ul>
 *
 * <p>Pinning calls {@code sched_setaffinity} through {@code java.lang.foreign}, a restricted
 * feature: give the JVM {@code --enable-native-access=ALL-UNNAMED}. Without it JDK 25 prints a
 * warning and pins all the same; with {@code --illegal-native-access=deny} the workers run
 * unpinned.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.pipeline.cpu;

import org.jspecify.annotations.NullMarked;
