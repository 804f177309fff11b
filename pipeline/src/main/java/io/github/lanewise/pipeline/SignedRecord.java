package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.merkle.InclusionProof;
import io.github.lanewise.kernel.sha256.Sha256Digest;

/**
 * All that is needed, beside the record and the public key, to show that a record was signed: see
 * {@link WindowVerifier}.
 *
 * @param digest of the record
 * @param proof that it is in the window
 * @param root of the window, shared by its records
 */
public record SignedRecord(Sha256Digest digest, InclusionProof proof, SignedRoot root) {}
