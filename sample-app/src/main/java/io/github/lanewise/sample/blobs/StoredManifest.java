package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.dedup.Manifest;

/**
 * A stream that is on the disk in chunks.
 *
 * @param address of the manifest
 * @param newChunks how many chunks the store did not have
 * @param newBytes how many bytes those have
 * @param created false if an identical manifest was there before
 */
record StoredManifest(
    Sha256Digest address, Manifest manifest, int newChunks, long newBytes, boolean created) {}
