package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.merkle.InclusionProof;
import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.RsaSignature;
import io.github.lanewise.pipeline.SignedRoot;
import java.util.Arrays;
import java.util.List;

/**
 * A signed window as it is kept: text, so that {@code head -n 6} of its file gives the very bytes
 * that are signed. After the statement's six lines come {@code algorithm}, {@code key} and {@code
 * signature}, then the digests of the records, 64 hex digits a line, in the order of the tree.
 */
record StoredWindow(SignedRoot root, List<Sha256Digest> records) {

  private static final int STATEMENT_LINES = 6;
  private static final int HEAD_LINES = STATEMENT_LINES + 3;

  String text() {
    StringBuilder text = new StringBuilder(1_024 + 65 * records.size());
    text.append(root.statement().text())
        .append("algorithm ")
        .append(root.signature().algorithm())
        .append("\nkey ")
        .append(root.signature().keyId())
        .append("\nsignature ")
        .append(root.signature().base64())
        .append('\n');
    records.forEach(digest -> text.append(digest.hex()).append('\n'));
    return text.toString();
  }

  /**
   * Reads what {@link #text()} writes.
   *
   * @throws IllegalArgumentException if it is something else, or has another number of records than
   *     its statement says
   */
  static StoredWindow parse(String text) {
    List<String> lines = text.lines().toList();
    if (lines.size() <= HEAD_LINES || !text.endsWith("\n")) {
      throw new IllegalArgumentException(
          "a window must have %d lines and one for each record, has %d, the last %s"
              .formatted(HEAD_LINES, lines.size(), text.endsWith("\n") ? "whole" : "cut short"));
    }
    WindowStatement statement =
        WindowStatement.parse(String.join("\n", lines.subList(0, STATEMENT_LINES)) + '\n');
    RsaSignature signature =
        RsaSignature.ofBase64(
            value(lines.get(8), "signature"),
            value(lines.get(7), "key"),
            scheme(value(lines.get(6), "algorithm")));
    List<Sha256Digest> records =
        lines.subList(HEAD_LINES, lines.size()).stream()
            .map(hex -> Sha256Digest.parseContentAddress("sha256:" + hex))
            .toList();
    if (records.size() != statement.records()) {
      throw new IllegalArgumentException(
          "a window of %d records must have as many digests, has %d"
              .formatted(statement.records(), records.size()));
    }
    return new StoredWindow(new SignedRoot(statement, signature), records);
  }

  private static String value(String line, String name) {
    if (!line.startsWith(name + " ")) {
      throw new IllegalArgumentException("a line must begin with " + name + ", was " + line);
    }
    return line.substring(name.length() + 1);
  }

  static SignatureScheme scheme(String algorithm) {
    return Arrays.stream(SignatureScheme.values())
        .filter(scheme -> scheme.algorithm().equals(algorithm))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the algorithm must be one of RFC 8017's, was " + algorithm));
  }

  /**
   * Shows that a record is in the window. The tree is built anew, some milliseconds at most for the
   * usual thousand records.
   *
   * @throws IllegalStateException if the digests do not make the root that was signed
   */
  InclusionProof proof(int index) {
    MerkleTree tree = MerkleTree.of(records);
    if (!tree.root().equals(root.statement().root())) {
      throw new IllegalStateException(
          "the digests of window %d must make its root, do not"
              .formatted(root.statement().sequence()));
    }
    return tree.proof(index);
  }
}
