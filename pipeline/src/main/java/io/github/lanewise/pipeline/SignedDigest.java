package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;

/** A digest and the signature over it. */
public record SignedDigest(Sha256Digest digest, RsaSignature signature) {}
