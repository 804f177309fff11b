package io.github.lanewise.sample.blobs;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.github.lanewise.pipeline.RsaSignature;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an upload that was kept in chunks.
 *
 * @param address of the manifest; {@code GET /blobs/<address>} gives the stream
 * @param stream content address that the whole stream has
 * @param size of the stream in bytes
 * @param chunks how many it has
 * @param newChunks how many of them the store did not have
 * @param newBytes the bytes of those
 * @param signature of the manifest, base64, as {@link BlobReceipt}'s; null without a key
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({
  "address",
  "stream",
  "size",
  "chunks",
  "newChunks",
  "newBytes",
  "signature",
  "algorithm",
  "keyId"
})
record DedupReceipt(
    String address,
    String stream,
    long size,
    int chunks,
    int newChunks,
    long newBytes,
    @Nullable String signature,
    @Nullable String algorithm,
    @Nullable String keyId) {

  static DedupReceipt of(StoredManifest stored, @Nullable RsaSignature signature) {
    return new DedupReceipt(
        stored.address().contentAddress(),
        stored.manifest().stream().contentAddress(),
        stored.manifest().size(),
        stored.manifest().chunks().size(),
        stored.newChunks(),
        stored.newBytes(),
        signature == null ? null : signature.base64(),
        signature == null ? null : signature.algorithm(),
        signature == null ? null : signature.keyId());
  }
}
