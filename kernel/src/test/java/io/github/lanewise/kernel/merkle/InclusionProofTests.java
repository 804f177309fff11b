package io.github.lanewise.kernel.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InclusionProofTests {

  private static final int MOST = 40;

  /** Everywhere in every tree to past two levels of odd length; a proof serves one place only. */
  @Test
  void eachRecordIsProvedInItsTreeAndNowhereElse() {
    for (int size = 1; size <= MOST; size++) {
      List<Sha256Digest> records = records(size);
      MerkleTree tree = MerkleTree.of(records);
      for (int index = 0; index < size; index++) {
        InclusionProof proof = tree.proof(index);
        for (int other = 0; other < size; other++) {
          assertThat(proof.verifies(records.get(other), tree.root()))
              .as("the proof of record %d for record %d of %d", index, other, size)
              .isEqualTo(other == index);
        }
      }
    }
  }

  /** Against a statement, which tells the size: some other sizes have the same way to the root. */
  @Test
  void everyChangedBitIsSeen() {
    List<Sha256Digest> records = records(11);
    MerkleTree tree = MerkleTree.of(records);
    WindowStatement statement = WindowStatement.first("bits", tree);
    for (int index : new int[] {0, 5, 10}) {
      byte[] octets = tree.proof(index).toByteArray();
      assertThat(covers(statement, records.get(index), octets)).isTrue();
      for (int bit = 0; bit < 8 * octets.length; bit++) {
        byte[] changed = octets.clone();
        changed[bit / 8] ^= (byte) (1 << (bit % 8));
        assertThat(covers(statement, records.get(index), changed))
            .as("bit %d of the proof of record %d", bit, index)
            .isFalse();
      }
    }
  }

  private static boolean covers(WindowStatement statement, Sha256Digest record, byte[] proof) {
    try {
      return statement.covers(record, InclusionProof.of(proof));
    } catch (IllegalArgumentException noProof) {
      return false;
    }
  }

  /** A leaf must not pass for a node: 64 bytes that are two hashes are no record. */
  @Test
  void anInnerNodeIsNoRecord() {
    List<Sha256Digest> records = records(4);
    MerkleTree tree = MerkleTree.of(records);
    MerkleTree two = MerkleTree.of(records.subList(0, 2));
    InclusionProof shorter = InclusionProof.of(0, 2, tree.proof(0).path().subList(1, 2));

    assertThat(shorter.verifies(two.root(), tree.root())).isFalse();
  }

  @Test
  void aProofComesBackFromItsOctetsAndItsText() {
    MerkleTree tree = MerkleTree.of(records(5));
    for (int index = 0; index < 5; index++) {
      InclusionProof proof = tree.proof(index);
      byte[] octets = proof.toByteArray();

      assertThat(octets).hasSize(16 + 32 * proof.path().size());
      assertThat(HexFormat.of().formatHex(octets, 0, 16))
          .isEqualTo("000000000000000%d0000000000000005".formatted(index));
      assertThat(InclusionProof.of(octets)).isEqualTo(proof).hasSameHashCodeAs(proof);
      assertThat(InclusionProof.ofBase64(proof.base64())).isEqualTo(proof);
      assertThat(InclusionProof.of(index, 5, proof.path())).hasToString(proof.toString());
    }
    assertThat(tree.proof(1)).isNotEqualTo(tree.proof(2));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1, 0, 'the index must be from 0 to below the tree size, was -1 of 1'",
    "1, 1, 0, 'the index must be from 0 to below the tree size, was 1 of 1'",
    "0, 0, 0, 'the index must be from 0 to below the tree size, was 0 of 0'",
    "0, 1, 1, 'the path of record 0 of 1 must have 0 hashes, has 1'",
    "4, 5, 3, 'the path of record 4 of 5 must have 1 hashes, has 3'",
    "3, 5, 2, 'the path of record 3 of 5 must have 3 hashes, has 2'",
    "0, 9223372036854775807, 62, 'the path of record 0 of 9223372036854775807 must have 63 hashes,"
        + " has 62'"
  })
  void whatCannotBeAProofIsRefused(long index, long size, int length, String message) {
    List<Sha256Digest> path = records(length);

    assertThatThrownBy(() -> InclusionProof.of(index, size, path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void octetsThatAreNoProofAreRefused() {
    for (int length : new int[] {0, 15, 17, 47, 49}) {
      assertThatThrownBy(() -> InclusionProof.of(new byte[length]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith("has " + length);
    }
  }

  private static List<Sha256Digest> records(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Sha256Digest.of(ReferenceTree.sha256(new byte[] {(byte) i})))
        .toList();
  }
}
