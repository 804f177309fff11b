package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;

/**
 * A blob that is on the disk.
 *
 * @param size in bytes
 * @param created false if an identical blob was there before
 */
record StoredBlob(Sha256Digest digest, long size, boolean created) {}
