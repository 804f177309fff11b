package io.github.lanewise.kernel.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MerkleTreeTests {

  /** The entries of the Certificate Transparency project's tests of RFC 6962's tree. */
  private static final List<byte[]> CT_ENTRIES =
      Stream.of(
              "",
              "00",
              "10",
              "2021",
              "3031",
              "40414243",
              "5051525354555657",
              "606162636465666768696a6b6c6d6e6f")
          .map(HexFormat.of()::parseHex)
          .toList();

  @ParameterizedTest
  @CsvSource({
    "1, 6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "2, fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "3, aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "4, d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "5, 4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "6, 76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "7, ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "8, 5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
  })
  void theRootsAreThoseOfCertificateTransparency(int size, String root) {
    List<byte[]> entries = CT_ENTRIES.subList(0, size);

    assertThat(ctTree(size).root().hex()).isEqualTo(root);
    assertThat(HexFormat.of().formatHex(ReferenceTree.root(entries))).isEqualTo(root);
  }

  /** Its audit paths, index and size counted as here. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, ''",
    "0, 8, 96a296d2 5f083f0a 6b47aaf2",
    "5, 8, bc1a0643 ca854ea1 d37ee418",
    "2, 3, fac54203",
    "1, 5, 6e340b9c 5f083f0a bc1a0643"
  })
  void thePathsAreThoseOfCertificateTransparency(int index, int size, String starts) {
    assertThat(
            ctTree(size).proof(index).path().stream()
                .map(hash -> hash.hex().substring(0, 8))
                .toList())
        .isEqualTo(starts.isEmpty() ? List.of() : List.of(starts.split(" ")));
  }

  @Test
  void theEmptyTreeHasTheHashOfNothing() {
    MerkleTree tree = MerkleTree.of(List.of());

    assertThat(tree.size()).isZero();
    assertThat(tree.root().hex())
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assertThatThrownBy(() -> tree.proof(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** Every size to past two levels of odd length; around powers of two, and past one block. */
  @Test
  void rootsAndPathsAreThoseOfTheRfcsFormulas() {
    IntStream.concat(IntStream.rangeClosed(1, 40), IntStream.of(63, 64, 65, 255, 256, 257, 1_000))
        .forEach(
            size -> {
              List<byte[]> entries = entries(size);
              MerkleTree tree = MerkleTree.of(digests(entries));

              assertThat(tree.root().toByteArray()).isEqualTo(ReferenceTree.root(entries));
              IntStream.range(0, size)
                  .filter(index -> size <= 65 || index % 37 == 0 || index == size - 1)
                  .forEach(
                      index ->
                          assertThat(tree.proof(index).path())
                              .as("%d of %d", index, size)
                              .isEqualTo(digests(ReferenceTree.path(index, entries))));
            });
  }

  /** Sizes around what is laid out at once: 256 messages, of leaves and of pairs. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 17, 255, 256, 257, 511, 512, 513, 1_025})
  void everyEngineBuildsTheSameTree(int size) {
    List<Sha256Digest> records = digests(entries(size));
    MerkleTree expected = MerkleTree.of(records);
    Sha256Engines engines = Sha256Engines.discover();
    for (String name : Sha256Engines.NAMES) {
      if (isThere(engines, name)) {
        EngineChoice choice = engines.force(name);
        MerkleTree tree = MerkleTree.of(records, choice);

        assertThat(tree.root()).as(name).isEqualTo(expected.root());
        assertThat(tree.proof(size - 1)).as(name).isEqualTo(expected.proof(size - 1));
        assertThat(MerkleTree.of(List.of(), choice).root())
            .isEqualTo(MerkleTree.of(List.of()).root());
      }
    }
  }

  @Test
  void aTreeHasABound() {
    List<Sha256Digest> tooMany =
        Collections.nCopies(MerkleTree.MAX_SIZE + 1, Sha256Digest.of(new byte[Sha256Digest.BYTES]));

    assertThatThrownBy(() -> MerkleTree.of(tooMany))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a tree has at most 1048576 records, was given 1048577");
    assertThat(MerkleTree.of(tooMany.subList(0, MerkleTree.MAX_SIZE)).size())
        .isEqualTo(MerkleTree.MAX_SIZE);
  }

  /** Not offered by name where the machine's vectors are narrower: that would take minutes. */
  private static boolean isThere(Sha256Engines engines, String name) {
    try {
      engines.force(name);
      return true;
    } catch (IllegalStateException notHere) {
      assertThat(notHere).hasMessageContaining(name);
      return false;
    }
  }

  private static MerkleTree ctTree(int size) {
    ByteArrayOutputStream leaves = new ByteArrayOutputStream();
    CT_ENTRIES
        .subList(0, size)
        .forEach(entry -> leaves.writeBytes(ReferenceTree.sha256(new byte[] {0x00}, entry)));
    return MerkleTree.over(leaves.toByteArray(), new NodeHash());
  }

  private static List<byte[]> entries(int count) {
    Random random = new Random(count);
    List<byte[]> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] entry = new byte[Sha256Digest.BYTES];
      random.nextBytes(entry);
      entries.add(entry);
    }
    return entries;
  }

  private static List<Sha256Digest> digests(List<byte[]> bytes) {
    return bytes.stream().map(Sha256Digest::of).toList();
  }
}
