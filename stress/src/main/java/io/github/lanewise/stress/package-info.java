/**
 * Where threads meet in the pipeline, stressed by jcstress.
 *
 * <p>The actors stand for the threads of real life: the worker's scheduler, which runs what is
 * queued when it gets to it, upstream, downstream. On an immediate scheduler whoever signals first
 * is the worker. There are two actors everywhere, since jcstress skips a test that has more actors
 * than the machine has CPUs. The arbiter lets the worker finish and looks at what came of it.
 * Whatever the interleaving, each payload is given back once, signals are serial and within demand,
 * and no wake-up is lost.
 */
@NullMarked
package io.github.lanewise.stress;

import org.jspecify.annotations.NullMarked;
