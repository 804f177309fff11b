package io.github.lanewise.kernel.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WindowStatementTests {

  private static final Sha256Digest RECORD = Sha256Digest.of(ReferenceTree.sha256(new byte[] {1}));
  private static final MerkleTree TREE = MerkleTree.of(List.of(RECORD, RECORD, RECORD));
  private static final WindowStatement FIRST = WindowStatement.first("orders-2026", TREE);

  @Test
  void theTextIsSixLines() {
    String zeros = "0".repeat(64);

    assertThat(FIRST.text())
        .isEqualTo(
            "lanewise window v1\nchain orders-2026\nsequence 0\nrecords 3\nroot "
                + TREE.root().hex()
                + "\nprevious "
                + zeros
                + "\n");
    assertThat(FIRST).hasToString(FIRST.text());
    assertThat(FIRST.digest().toByteArray())
        .isEqualTo(ReferenceTree.sha256(FIRST.text().getBytes(StandardCharsets.US_ASCII)));
  }

  /** Whose digits are others: what is signed must not depend on where it is signed. */
  @Test
  void theTextIsTheSameInEveryCountry() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

      assertThat(FIRST.next(TREE).text()).contains("\nsequence 1\nrecords 3\n");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void theNextOneCoversTheOneBefore() {
    WindowStatement second = FIRST.next(TREE);

    assertThat(second.sequence()).isEqualTo(1);
    assertThat(second.previous()).isEqualTo(FIRST.digest());
    assertThat(FIRST.isFollowedBy(second)).isTrue();
    assertThat(second.isFollowedBy(second.next(TREE))).isTrue();
  }

  @Test
  void whatIsNotNextDoesNotFollow() {
    WindowStatement second = FIRST.next(TREE);
    WindowStatement third = second.next(TREE);
    WindowStatement otherChain = WindowStatement.first("orders-2027", TREE).next(TREE);
    WindowStatement otherRoot =
        WindowStatement.first("orders-2026", MerkleTree.of(List.of(RECORD))).next(TREE);
    WindowStatement renumbered =
        new WindowStatement("orders-2026", 2, 3, TREE.root(), FIRST.digest());

    assertThat(List.of(FIRST, third, otherChain, otherRoot, renumbered))
        .noneMatch(FIRST::isFollowedBy);
    assertThat(second.isFollowedBy(FIRST)).isFalse();
  }

  @Test
  void itCoversTheRecordsOfItsTreeOnly() {
    List<Sha256Digest> records = List.of(RECORD, FIRST.digest(), TREE.root());
    MerkleTree tree = MerkleTree.of(records);
    WindowStatement statement = WindowStatement.first("orders-2026", tree);

    assertThat(statement.covers(FIRST.digest(), tree.proof(1))).isTrue();
    assertThat(statement.covers(FIRST.digest(), tree.proof(0))).isFalse();
    assertThat(FIRST.covers(FIRST.digest(), tree.proof(1))).isFalse();
    // Record 1 of 3 and of 4 have the same way to the root: the size must be the statement's.
    InclusionProof ofFour = InclusionProof.of(1, 4, tree.proof(1).path());
    assertThat(ofFour.verifies(FIRST.digest(), tree.root())).isTrue();
    assertThat(statement.covers(FIRST.digest(), ofFour)).isFalse();
  }

  @Test
  void aStatementComesBackFromItsText() {
    WindowStatement second = FIRST.next(TREE);

    assertThat(WindowStatement.parse(FIRST.text())).isEqualTo(FIRST);
    assertThat(WindowStatement.parse(second.text())).isEqualTo(second);
  }

  @ParameterizedTest
  @MethodSource("otherTexts")
  void thereIsOneFormOnly(String text) {
    assertThatThrownBy(() -> WindowStatement.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  static Stream<String> otherTexts() {
    String text = FIRST.next(TREE).text();
    return Stream.of(
        "",
        text.substring(0, text.length() - 1),
        text + "\n",
        " " + text,
        text.replace("\n", "\r\n"),
        text.replace("v1", "v2"),
        text.replace("sequence 1", "sequence 01"),
        text.replace("sequence 1", "sequence +1"),
        text.replace("sequence 1", "sequence 0"),
        text.replace("sequence 1", "sequence 9999999999999999999"),
        text.replace("records 3", "records 0"),
        text.replace("records 3", "records 3 "),
        text.replace(
            "root " + TREE.root().hex(), "root " + TREE.root().hex().toUpperCase(Locale.ROOT)),
        text.replace("chain orders-2026", "chain orders 2026"),
        text.replace(FIRST.digest().hex(), "0".repeat(64)));
  }

  @Test
  void anEmptyWindowAndAStrangeNameAreRefused() {
    assertThatThrownBy(() -> WindowStatement.first("orders", MerkleTree.of(List.of())))
        .hasMessage("a window must have a record, has 0");
    assertThatThrownBy(() -> WindowStatement.first("a\nb", TREE))
        .hasMessage("a chain's name must be 1 to 64 of A-Z a-z 0-9 . _ -, was 'a\nb'");
    assertThatThrownBy(() -> WindowStatement.first("c".repeat(65), TREE))
        .hasMessageStartingWith("a chain's name must be 1 to 64");
    assertThatThrownBy(() -> new WindowStatement("a", -1, 1, RECORD, RECORD))
        .hasMessage("the sequence must not be negative, was -1");
  }
}
