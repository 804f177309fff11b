/**
 * RSASSA-PKCS1-v1_5 and RSASSA-PSS over SHA-256 (RFC 8017 §8) from digests that were computed
 * already.
 *
 * <p>{@code RsaCrt} is the entry: it takes a checked {@code RsaKey} and hands out the two CRT
 * halves of each signature, which somebody else may run side by side. {@code RsaEngines} finds what
 * computes them, and {@code RsaLanes} computes several signatures together.
 *
 * <p>What holds here for secrets: every private-key operation is blinded in base and exponent, no
 * value leaves that the public exponent did not confirm, and neither messages nor {@code toString}
 * carry a private value. From the encoded message to the signature everything is arithmetic on
 * words of a public length, in which no branch and no index depends on a value; what is made of
 * that by the compiler is not in our hands. Working memory is zeroed after use. {@link
 * java.math.BigInteger} remains in three places: keys are loaded and checked with it, a blinding's
 * inverse is computed by it of a number that a random factor hides, and verification has no secret.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.kernel.rsa;

import org.jspecify.annotations.NullMarked;
