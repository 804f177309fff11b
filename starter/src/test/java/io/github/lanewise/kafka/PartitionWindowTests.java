package io.github.lanewise.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.pipeline.RsaSignature;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.SignedRoot;
import io.github.lanewise.pipeline.WindowVerifier;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PartitionWindowTests {

  private static final TopicPartition PARTITION = new TopicPartition("orders", 3);
  static final List<byte[]> VALUES = List.of(value(10), value(11), value(15));

  @ParameterizedTest
  @EnumSource(SignatureScheme.class)
  void whatIsWrittenIsReadAgain(SignatureScheme scheme) {
    PartitionWindow window = window(VALUES, 10, 15, scheme);
    assertThat(PartitionWindow.parse(window.toByteArray())).isEqualTo(window);
    assertThat(window.toString())
        .startsWith(
            "{\"topic\":\"orders\",\"partition\":3,\"from\":10,\"to\":15,"
                + "\"statement\":\"lanewise window v1\\nchain orders-3\\nsequence 0\\nrecords 3\\n")
        .endsWith(",\"keyId\":\"key_1-\"}");
  }

  @Test
  void anythingElseIsRefused() {
    String text = window(VALUES, 10, 15, SignatureScheme.PKCS1_V1_5).toString();
    for (String other :
        List.of("", text + " ", text.replace("v1_5", "v2"), text.replace("v1\\n", "v2\\n"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> PartitionWindow.parse(other.getBytes(StandardCharsets.US_ASCII)));
    }
  }

  @Test
  void itsOwnRecordsDoNotDiffer() {
    assertThat(window(VALUES, 10, 15, SignatureScheme.PSS).firstDifference(VALUES)).isEmpty();
  }

  /** One is missing, one is another, two are exchanged, ends are others than said. */
  @Test
  void anyOtherRecordsDiffer() {
    PartitionWindow window = window(VALUES, 10, 15, SignatureScheme.PSS);
    assertThat(window.firstDifference(VALUES.subList(0, 2)))
        .hasValue("window 0 of orders-3 must have 3 records, was given 2");
    assertThat(window.firstDifference(List.of(VALUES.get(0), value(12), VALUES.get(2))))
        .hasValue("window 0 of orders-3 must have the root of its records, has not");
    assertThat(window.firstDifference(List.of(VALUES.get(0), VALUES.get(2), VALUES.get(1))))
        .hasValueSatisfying(text -> assertThat(text).contains("in ascending order"));
    assertThat(window(VALUES, 9, 15, SignatureScheme.PSS).firstDifference(VALUES)).isPresent();
    assertThat(window(VALUES, 10, 16, SignatureScheme.PSS).firstDifference(VALUES))
        .hasValue("window 0 of orders-3 must end with offset 16, ends with 15");
  }

  /** As docs/kafka.md shows it. */
  private static Optional<String> firstFault(
      WindowVerifier verifier, List<PartitionWindow> windows, List<List<byte[]>> values) {
    Optional<String> fault =
        verifier.firstBreak(windows.stream().map(PartitionWindow::root).toList());
    for (int i = 0; i < windows.size() && fault.isEmpty(); i++) {
      fault = windows.get(i).firstDifference(values.get(i));
    }
    return fault;
  }

  @Test
  void windowsWithTheirRecordsHaveNoFault() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    RsaKey key = RsaKey.of(generator.generateKeyPair().getPrivate());
    PartitionWindow window = signed(window(VALUES, 10, 15, SignatureScheme.PSS), key);
    WindowVerifier verifier = WindowVerifier.of(key.publicKey());
    assertThat(firstFault(verifier, List.of(window), List.of(VALUES))).isEmpty();
    assertThat(firstFault(verifier, List.of(window), List.of(List.of(value(12))))).isPresent();
    assertThat(firstFault(verifier, List.of(window, window), List.of(VALUES, VALUES))).isPresent();
  }

  private static PartitionWindow signed(PartitionWindow window, RsaKey key) {
    WindowStatement statement = window.root().statement();
    try (RsaSigner signer = RsaSigner.create(key, false)) {
      RsaSignature signature =
          signer.sign(statement.digest()).blockOptional(Duration.ofSeconds(30)).orElseThrow();
      return new PartitionWindow(
          window.topic(),
          window.partition(),
          window.from(),
          window.to(),
          new SignedRoot(statement, signature));
    }
  }

  @Test
  void aGapBetweenWindowsShows() {
    PartitionWindow first = window(VALUES, 10, 15, SignatureScheme.PSS);
    assertThat(first.skippedUntil(window(List.of(value(16)), 16, 16, SignatureScheme.PSS)))
        .isZero();
    assertThat(first.skippedUntil(window(List.of(value(18)), 18, 18, SignatureScheme.PSS)))
        .isEqualTo(2);
  }

  @Test
  void aTopicWithALongNameHasAChainToo() {
    assertThat(ChainNames.of(PARTITION)).isEqualTo("orders-3");
    String longest = ChainNames.of(new TopicPartition("t".repeat(249), Integer.MAX_VALUE));
    assertThat(longest).hasSize(32 + 1 + 10).endsWith("-2147483647");
    WindowStatement.checkChain(longest);
    assertThat(ChainNames.of(new TopicPartition("t".repeat(248), Integer.MAX_VALUE)))
        .isNotEqualTo(longest);
  }

  static PartitionWindow window(List<byte[]> values, long from, long to, SignatureScheme scheme) {
    MerkleTree tree = MerkleTree.of(values.stream().map(LogRecords::sha256).toList());
    return new PartitionWindow(
        PARTITION.topic(),
        PARTITION.partition(),
        from,
        to,
        new SignedRoot(
            WindowStatement.first(ChainNames.of(PARTITION), tree),
            RsaSignature.of(new byte[] {1, 2, 3}, "key_1-", scheme)));
  }

  private static byte[] value(long offset) {
    List<byte[]> parts = new ArrayList<>();
    AddressWriter writer = new AddressWriter(PARTITION);
    parts.add(writer.key(LogRecords.sha256(new byte[] {(byte) offset})));
    return writer.value(parts.getFirst(), offset, 1);
  }
}
