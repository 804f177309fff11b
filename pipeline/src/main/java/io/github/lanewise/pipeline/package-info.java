/**
 * The pipeline: Reactor operators that hash and sign on workers of their own.
 *
 * <p>Every operator states its demand, its order, the thread it signals on and what it discards.
 * Nothing here runs a kernel on the thread that delivers a signal, and nothing blocks.
 */
@NullMarked
package io.github.lanewise.pipeline;

import org.jspecify.annotations.NullMarked;
