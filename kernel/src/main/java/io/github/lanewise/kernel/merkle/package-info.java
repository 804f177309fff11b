/**
 * Merkle trees over the digests of many records (RFC 9162 §2.1), so that one signature serves all
 * of them, and each record can be shown to be under it without the others.
 *
 * <p>{@link io.github.lanewise.kernel.merkle.MerkleTree} makes {@link
 * io.github.lanewise.kernel.merkle.InclusionProof}s, and {@link
 * io.github.lanewise.kernel.merkle.WindowStatement} is the text that gets signed. An entry of the
 * tree, the RFC's d[i], is the SHA-256 digest of a record and not the record itself: records may be
 * large, and were hashed on their way.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.kernel.merkle;

import org.jspecify.annotations.NullMarked;
