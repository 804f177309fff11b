/**
 * RSASSA-PKCS1-v1_5 and RSASSA-PSS over SHA-256 (RFC 8017 §8) from digests that were computed
 * already.
 *
 * <p>{@code RsaCrt} is the entry: it takes a checked {@code RsaKey} and hands out the two CRT
 * halves of each signature, which somebody else may run side by side.
 *
 * <p>What holds here for secrets: every private-key operation is blinded in base and exponent, no
 * value leaves that the public exponent did not confirm, and neither messages nor {@code toString}
 * carry a private value. The arithmetic is {@link java.math.BigInteger}'s, which is not constant
 * time and whose memory cannot be erased: blinding hides what its timing tells, nothing stronger is
 * claimed.
 */
@NullMarked
package io.github.lanewise.kernel.rsa;

import org.jspecify.annotations.NullMarked;
