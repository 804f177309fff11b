package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Midstate;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a resumable upload, as its file has it.
 *
 * @param length of the whole in bytes; null while nobody has told
 * @param expected content address that the whole has to have; null for any
 * @param midstate exported, base64, of the bytes that are on the disk; null if there are none
 * @param address of the blob that became of it; null until it is complete
 * @param created whether that blob was a new one
 * @param touchedMillis when it was used last, in milliseconds since 1970
 */
record UploadState(
    @Nullable Long length,
    @Nullable String expected,
    @Nullable String midstate,
    @Nullable String address,
    boolean created,
    long touchedMillis) {

  static UploadState begin(@Nullable Long length, ExpectedDigest expected, long nowMillis) {
    return new UploadState(
        length,
        expected.digest().map(Sha256Digest::contentAddress).orElse(null),
        null,
        null,
        false,
        nowMillis);
  }

  /**
   * Where the hash stands.
   *
   * @throws IllegalArgumentException if the file was spoilt
   */
  @Nullable Sha256Midstate hash() {
    return midstate == null
        ? null
        : Sha256Midstate.fromByteArray(Base64.getDecoder().decode(midstate));
  }

  /** How many bytes are on the disk. */
  long offset() {
    Sha256Midstate hash = hash();
    return hash == null ? 0 : hash.byteCount();
  }

  boolean complete() {
    return address != null;
  }

  ExpectedDigest expectedDigest() {
    return new ExpectedDigest(Optional.ofNullable(expected).map(Sha256Digest::parseContentAddress));
  }

  /** The blob that it became. */
  Optional<StoredBlob> blob() {
    return Optional.ofNullable(address)
        .map(known -> new StoredBlob(Sha256Digest.parseContentAddress(known), offset(), created));
  }

  UploadState withLength(long bytes) {
    return new UploadState(bytes, expected, midstate, address, created, touchedMillis);
  }

  UploadState withHash(@Nullable Sha256Midstate hash, long nowMillis) {
    String exported = hash == null ? null : Base64.getEncoder().encodeToString(hash.toByteArray());
    return new UploadState(length, expected, exported, address, created, nowMillis);
  }

  UploadState withBlob(StoredBlob blob) {
    return new UploadState(
        length, expected, midstate, blob.digest().contentAddress(), blob.created(), touchedMillis);
  }
}
