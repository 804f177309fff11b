package io.github.lanewise.web;

/** Holds what comes of a multipart body against its limits. Counts up to where one is passed. */
final class PartMeter {

  /** A plain text field is held in memory. As Spring's codecs allow. */
  static final int MAX_FIELD_BYTES = 256 * 1024;

  private final PartLimits limits;
  private long totalBytes;
  private int parts;
  private long partBytes;
  private String name = "";
  private boolean field;

  PartMeter(PartLimits limits) {
    this.limits = limits;
  }

  static ContentLimitException tooLarge(PartLimits limits) {
    return new ContentLimitException(
        "a multipart body must have at most %d bytes, has more".formatted(limits.maxTotalBytes()),
        null);
  }

  /** Bytes of the body, whatever they are. */
  void received(int bytes) {
    totalBytes += bytes;
    if (totalBytes > limits.maxTotalBytes()) {
      throw tooLarge(limits);
    }
  }

  /** A part begins. */
  void begins(PartHead head) {
    parts++;
    if (parts > limits.maxParts()) {
      throw new ContentLimitException(
          "a multipart body must have at most %d parts, has more".formatted(limits.maxParts()),
          null);
    }
    partBytes = 0;
    name = head.name();
    field = head.charset() != null;
  }

  /** Content of the part. */
  void passes(int bytes) {
    partBytes += bytes;
    if (partBytes > limits.maxPartBytes()) {
      throw tooLarge("part", limits.maxPartBytes());
    } else if (field && partBytes > MAX_FIELD_BYTES) {
      throw tooLarge("text field", MAX_FIELD_BYTES);
    }
  }

  private ContentLimitException tooLarge(String what, long limit) {
    return new ContentLimitException(
        "a %s must have at most %d bytes, '%s' has more".formatted(what, limit, name), null);
  }
}
