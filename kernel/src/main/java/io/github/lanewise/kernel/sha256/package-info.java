/**
 * SHA-256 (FIPS 180-4) of many independent messages at once.
 *
 * <p>{@link io.github.lanewise.kernel.sha256.MultiBufferSha256} is the entry.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.kernel.sha256;

import org.jspecify.annotations.NullMarked;
