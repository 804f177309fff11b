package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.merkle.WindowStatement;

/**
 * The signature of a window.
 *
 * @param statement what is signed: {@link WindowStatement#text()}
 * @param signature over the text's digest
 */
public record SignedRoot(WindowStatement statement, RsaSignature signature) {}
