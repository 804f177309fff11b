package io.github.lanewise.kernel.merkle;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is signed for a window: six lines of ASCII, each ended by a line feed, in one form only.
 *
 * <pre>
 * lanewise window v1
 * chain orders-2026
 * sequence 7
 * records 1000
 * root 64 hex digits
 * previous 64 hex digits
 * </pre>
 *
 * <p>{@code root} is that of the {@link MerkleTree} over the window's records. {@code previous} is
 * the SHA-256 of the statement before, so that each signature covers all windows before it and a
 * window that was taken out or put in shows; the first one, sequence 0, has 64 zeros. {@code chain}
 * keeps the windows of different streams apart. What nothing in it can show is that windows at the
 * end are missing.
 *
 * <p>Numbers are decimal without leading zeros, hex digits are lower-case. The first line tells a
 * statement from any other text that the same key may have signed; a key that signs whatever it is
 * given can be given a text that looks like one.
 *
 * @param chain 1 to 64 of {@code A–Z a–z 0–9 . _ -}
 * @param sequence the number of the window in its chain, from 0
 * @param records how many records the window has, at least 1
 * @param root the Merkle Tree Hash over them
 * @param previous the {@link #digest()} of the statement before
 */
public record WindowStatement(
    String chain, long sequence, long records, Sha256Digest root, Sha256Digest previous) {

  /** What the first statement of a chain has for the one before. */
  public static final Sha256Digest NO_PREVIOUS = Sha256Digest.of(new byte[Sha256Digest.BYTES]);

  private static final Pattern CHAIN = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern TEXT =
      Pattern.compile(
          """
          lanewise window v1
          chain (?<chain>[A-Za-z0-9._-]{1,64})
          sequence (?<sequence>0|[1-9][0-9]{0,18})
          records (?<records>[1-9][0-9]{0,18})
          root (?<root>[0-9a-f]{64})
          previous (?<previous>[0-9a-f]{64})
          """);

  /**
   * Checks each value.
   *
   * @throws IllegalArgumentException for the first that is not as above
   */
  public WindowStatement {
    checkChain(chain);
    if (sequence < 0) {
      throw new IllegalArgumentException("the sequence must not be negative, was " + sequence);
    }
    if (records < 1) {
      throw new IllegalArgumentException("a window must have a record, has " + records);
    }
    if ((sequence == 0) != previous.equals(NO_PREVIOUS)) {
      throw new IllegalArgumentException(
          "the first statement of a chain, and no other, must have 64 zeros for the one before, "
              + "statement %d has %s".formatted(sequence, previous.hex()));
    }
  }

  /**
   * Whether a chain may have this name.
   *
   * @throws IllegalArgumentException if not
   */
  public static void checkChain(String chain) {
    if (!CHAIN.matcher(chain).matches()) {
      throw new IllegalArgumentException(
          "a chain's name must be 1 to 64 of A-Z a-z 0-9 . _ -, was '" + chain + "'");
    }
  }

  /**
   * The first statement of a chain.
   *
   * @throws IllegalArgumentException if the name is not as above, or the tree is empty
   */
  public static WindowStatement first(String chain, MerkleTree tree) {
    return new WindowStatement(chain, 0, tree.size(), tree.root(), NO_PREVIOUS);
  }

  /**
   * The statement after this one.
   *
   * @throws IllegalArgumentException if the tree is empty
   */
  public WindowStatement next(MerkleTree tree) {
    return new WindowStatement(
        chain, Math.addExact(sequence, 1), tree.size(), tree.root(), digest());
  }

  /**
   * Reads what {@link #text()} writes.
   *
   * @throws IllegalArgumentException if it is something else, be it by a space
   */
  public static WindowStatement parse(String text) {
    Matcher lines = TEXT.matcher(text);
    if (!lines.matches()) {
      throw new IllegalArgumentException(
          "a window's statement must be its six lines and nothing else, is not");
    }
    return new WindowStatement(
        lines.group("chain"),
        Long.parseLong(lines.group("sequence")),
        Long.parseLong(lines.group("records")),
        digest(lines.group("root")),
        digest(lines.group("previous")));
  }

  private static Sha256Digest digest(String hex) {
    return Sha256Digest.parseContentAddress("sha256:" + hex);
  }

  /** The six lines. */
  public String text() {
    return "lanewise window v1\n"
        + ("chain " + chain + '\n')
        + ("sequence " + sequence + '\n')
        + ("records " + records + '\n')
        + ("root " + root.hex() + '\n')
        + ("previous " + previous.hex() + '\n');
  }

  /** The SHA-256 of the {@link #text()}: what is signed, and what the next statement repeats. */
  public Sha256Digest digest() {
    return NodeHash.of(text().getBytes(StandardCharsets.US_ASCII));
  }

  /** Whether the other one is of the same chain and comes right after this one. */
  public boolean isFollowedBy(WindowStatement next) {
    return next.chain.equals(chain)
        && next.sequence - 1 == sequence
        && next.previous.equals(digest());
  }

  /** Whether the proof shows that the record, given by its SHA-256 digest, is in this window. */
  public boolean covers(Sha256Digest record, InclusionProof proof) {
    return proof.treeSize() == records && proof.verifies(record, root);
  }

  /** The six lines. */
  @Override
  public String toString() {
    return text();
  }
}
