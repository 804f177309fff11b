package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.merkle.WindowStatement;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where the windows of a stream begin: with a chain of their own, or after a window that was signed
 * before. Immutable.
 *
 * <p>A chain is one sequence. Of two subscriptions that begin the same named chain, or go on after
 * the same window, each makes its own next window, and who verifies sees two that claim one place.
 */
public final class WindowChain {

  private static final int RANDOM_NAME_BYTES = 16;

  private final @Nullable String name;
  private final @Nullable WindowStatement last;

  private WindowChain(@Nullable String name, @Nullable WindowStatement last) {
    this.name = name;
    this.last = last;
  }

  /** For each subscription a chain of its own, named by 32 random hex digits. */
  public static WindowChain random() {
    return new WindowChain(null, null);
  }

  /**
   * A chain that begins.
   *
   * @param name 1 to 64 of {@code A–Z a–z 0–9 . _ -}
   * @throws IllegalArgumentException if it is something else
   */
  public static WindowChain named(String name) {
    WindowStatement.checkChain(name);
    return new WindowChain(name, null);
  }

  /** A chain that goes on, after a restart say. */
  public static WindowChain after(WindowStatement last) {
    return new WindowChain(null, last);
  }

  /** For one subscription. */
  Links open() {
    return new Links(name != null ? name : HexFormat.of().formatHex(randomBytes()), last);
  }

  /** Names that nobody has to guess: they need to differ, not to be secret. */
  private static byte[] randomBytes() {
    byte[] bytes = new byte[RANDOM_NAME_BYTES];
    ThreadLocalRandom.current().nextBytes(bytes);
    return bytes;
  }

  /** The statements of one subscription, made one after the other. */
  static final class Links {

    private final String name;
    private @Nullable WindowStatement last;

    private Links(String name, @Nullable WindowStatement last) {
      this.name = name;
      this.last = last;
    }

    WindowStatement next(MerkleTree tree) {
      WindowStatement before = last;
      WindowStatement next = before == null ? WindowStatement.first(name, tree) : before.next(tree);
      last = next;
      return next;
    }
  }
}
