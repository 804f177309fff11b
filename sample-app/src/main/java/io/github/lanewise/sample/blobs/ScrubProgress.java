package io.github.lanewise.sample.blobs;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.List;

/**
 * How far a scrub has come.
 *
 * @param state {@code running}, {@code finished}, {@code cancelled} or {@code failed}
 * @param percent of the store's 256 folders that have been gone through
 * @param blobs that have been hashed, manifests included
 * @param bytes that those have
 * @param damaged how many files are not what their names say
 * @param damages the first thousand of them
 */
@JsonPropertyOrder({
  "state", "started", "seconds", "percent", "blobs", "bytes", "damaged", "damages"
})
record ScrubProgress(
    String state,
    Instant started,
    double seconds,
    double percent,
    long blobs,
    long bytes,
    long damaged,
    List<Damage> damages) {

  /**
   * A file that is not what its name says.
   *
   * @param file in the store
   * @param reason what is wrong with it
   */
  record Damage(String file, String reason) {}

  boolean running() {
    return state.equals(ScrubRun.RUNNING);
  }
}
