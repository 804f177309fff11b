package io.github.lanewise.sample.blobs;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.github.lanewise.pipeline.RsaSignature;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an upload; the last three are left out where nothing signs.
 *
 * @param address the content address, {@code sha256:} and 64 hex digits
 * @param size in bytes
 * @param signature of the uploaded bytes, base64
 * @param algorithm of the signature
 * @param keyId of the public key, served as {@code /keys/{keyId}.pem}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"address", "size", "signature", "algorithm", "keyId"})
record BlobReceipt(
    String address,
    long size,
    @Nullable String signature,
    @Nullable String algorithm,
    @Nullable String keyId) {

  static BlobReceipt unsigned(StoredBlob blob) {
    return new BlobReceipt(blob.digest().contentAddress(), blob.size(), null, null, null);
  }

  static BlobReceipt signed(StoredBlob blob, RsaSignature signature) {
    return new BlobReceipt(
        blob.digest().contentAddress(),
        blob.size(),
        signature.base64(),
        signature.algorithm(),
        signature.keyId());
  }
}
