package io.github.lanewise.sample.dedup;

import java.util.Arrays;

/** A way to cut streams, by the name that a manifest has for it. */
public enum Chunking {

  /** 64 KiB each: finds copies, and what was appended to. */
  FIXED("fixed", "fixed 65536") {
    @Override
    Boundaries begin() {
      return new FixedBoundaries(FastCdcBoundaries.NORMAL_BYTES);
    }
  },

  /** Where the content says, 64 KiB on average: finds what was moved, too. */
  CDC("cdc", "fastcdc 16384 65536 262144") {
    @Override
    Boundaries begin() {
      return new FastCdcBoundaries();
    }
  };

  private final String requestName;
  private final String manifestName;

  Chunking(String requestName, String manifestName) {
    this.requestName = requestName;
    this.manifestName = manifestName;
  }

  /** For one stream. */
  abstract Boundaries begin();

  /**
   * By the name that a request has.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static Chunking of(String name) {
    return Arrays.stream(values())
        .filter(chunking -> chunking.requestName.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException("chunking must be fixed or cdc, was '" + name + "'"));
  }

  /** Its name in a manifest, with its sizes in bytes. */
  public String manifestName() {
    return manifestName;
  }
}
