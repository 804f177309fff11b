/**
 * The kernel: SHA-256 engines and RSA arithmetic on the JDK alone.
 *
 * <p>Nothing here starts a thread, blocks or keeps a caller's buffer after the call that was given
 * it returns. Classes that hold working memory are confined to one thread at a time and closeable.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.kernel;

import org.jspecify.annotations.NullMarked;
