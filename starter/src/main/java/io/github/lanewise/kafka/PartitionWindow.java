package io.github.lanewise.kafka;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.RsaSignature;
import io.github.lanewise.pipeline.SignedRoot;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A signed window over the addresses that one transaction gave to records of one partition.
 *
 * <p>The records of the window are the values in the output topic: each names the offset of its
 * record, so that offsets are signed with the addresses. In the windows topic a window is JSON on
 * one line, ASCII, in one form only, the statement's line feeds written as {@code \n}:
 *
 * <pre>{@code
 * {"topic":"orders","partition":3,"from":1000,"to":1999,"statement":"lanewise window v1\nchain …",
 *  "signature":"base64","algorithm":"RSASSA-PKCS1-v1_5","keyId":"…"}
 * }</pre>
 *
 * @param topic whose records these are
 * @param partition whose records these are
 * @param from the offset of the first of them
 * @param to the offset of the last of them
 * @param root the statement and its signature
 */
public record PartitionWindow(String topic, int partition, long from, long to, SignedRoot root) {

  private static final Pattern TEXT =
      Pattern.compile(
          "\\{\"topic\":\"(?<topic>[A-Za-z0-9._-]{1,249})\""
              + ",\"partition\":(?<partition>[0-9]{1,10})"
              + ",\"from\":(?<from>[0-9]{1,19})"
              + ",\"to\":(?<to>[0-9]{1,19})"
              + ",\"statement\":\"(?<statement>[A-Za-z0-9._ \\\\-]{1,500})\""
              + ",\"signature\":\"(?<signature>[A-Za-z0-9+/=]+)\""
              + ",\"algorithm\":\"(?<algorithm>[A-Za-z0-9_-]+)\""
              + ",\"keyId\":\"(?<keyId>[A-Za-z0-9_-]+)\"}");

  /**
   * Reads the value of a record of the windows topic.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static PartitionWindow parse(byte[] value) {
    String text = new String(value, StandardCharsets.US_ASCII);
    Matcher fields = TEXT.matcher(text);
    if (!fields.matches()) {
      throw new IllegalArgumentException(
          "a window must be topic, partition, from, to, statement, signature, algorithm and keyId "
              + "as JSON, was '%s'".formatted(text));
    }
    WindowStatement statement =
        WindowStatement.parse(fields.group("statement").replace("\\n", "\n"));
    RsaSignature signature =
        RsaSignature.ofBase64(
            fields.group("signature"), fields.group("keyId"), scheme(fields.group("algorithm")));
    return new PartitionWindow(
        fields.group("topic"),
        Integer.parseInt(fields.group("partition")),
        Long.parseLong(fields.group("from")),
        Long.parseLong(fields.group("to")),
        new SignedRoot(statement, signature));
  }

  private static SignatureScheme scheme(String algorithm) {
    return Arrays.stream(SignatureScheme.values())
        .filter(scheme -> scheme.algorithm().equals(algorithm))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the algorithm of a signature must be one of %s, was '%s'"
                        .formatted(Arrays.toString(SignatureScheme.values()), algorithm)));
  }

  /**
   * What is wrong with these values of the output topic as the records of this window; empty if
   * they are all of them, in order, and nothing else. It says nothing of the signature, which
   * {@link io.github.lanewise.pipeline.WindowVerifier} verifies.
   *
   * @param values as they stand in the output topic, of this partition's records
   */
  public Optional<String> firstDifference(List<byte[]> values) {
    WindowStatement statement = root.statement();
    if (values.size() != statement.records()) {
      return Optional.of(
          "window %s must have %d records, was given %d"
              .formatted(name(), statement.records(), values.size()));
    }
    long last = from - 1;
    List<Sha256Digest> digests = new ArrayList<>(values.size());
    for (byte[] value : values) {
      AddressedRecord record = AddressedRecord.parse(value);
      boolean inPlace =
          record.topic().equals(topic)
              && record.partition() == partition
              && (digests.isEmpty() ? record.offset() == from : record.offset() > last);
      if (!inPlace) {
        return Optional.of(
            "window %s must have records of offsets %d to %d of %s-%d in ascending order, has %s"
                .formatted(name(), from, to, topic, partition, record));
      }
      last = record.offset();
      digests.add(sha256(value));
    }
    if (last != to) {
      return Optional.of(
          "window %s must end with offset %d, ends with %d".formatted(name(), to, last));
    }
    return MerkleTree.of(digests).root().equals(statement.root())
        ? Optional.empty()
        : Optional.of("window %s must have the root of its records, has not".formatted(name()));
  }

  /**
   * How many offsets between this window and a later one are in neither: 0 if the other one goes on
   * right behind. They are dead-lettered records, records that compaction or retention had removed,
   * or the marks that Kafka writes at the end of a producer's transaction, and never addressed
   * records that somebody has taken out: those leave a window that does not verify.
   */
  public long skippedUntil(PartitionWindow next) {
    return next.from - to - 1;
  }

  private String name() {
    return root.statement().sequence() + " of " + root.statement().chain();
  }

  private static Sha256Digest sha256(byte[] value) {
    try {
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(value));
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }

  byte[] toByteArray() {
    return toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** The JSON, see the class. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "{\"topic\":\"%s\",\"partition\":%d,\"from\":%d,\"to\":%d,\"statement\":\"%s\""
            + ",\"signature\":\"%s\",\"algorithm\":\"%s\",\"keyId\":\"%s\"}",
        topic,
        partition,
        from,
        to,
        root.statement().text().replace("\n", "\\n"),
        root.signature().base64(),
        root.signature().algorithm(),
        root.signature().keyId());
  }
}
