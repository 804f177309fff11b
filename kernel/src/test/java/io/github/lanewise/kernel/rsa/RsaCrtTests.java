package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RsaCrtTests {

  private static final byte[] MESSAGE = "a message".getBytes(StandardCharsets.UTF_8);

  // 2,056 bits: a modulus that is no multiple of 16, so that the primes are no whole bytes.
  @ParameterizedTest
  @ValueSource(ints = {2_048, 2_056, 3_072, 4_096})
  void theOctetsAreTheJcas(int bits) throws Exception {
    byte[] expected = jca(bits, MESSAGE);

    assertThat(RsaCrt.of(TestKeys.withLargerPrimeFirst(bits)).sign(digest(MESSAGE)))
        .isEqualTo(expected);
    // p below q: sP − sQ can be below −p, and has to be reduced all the same.
    assertThat(RsaCrt.of(TestKeys.withSmallerPrimeFirst(bits)).sign(digest(MESSAGE)))
        .isEqualTo(expected);
  }

  @Test
  void theOctetsAreTheJcasForManyMessages() throws Exception {
    RsaCrt larger = RsaCrt.of(TestKeys.withLargerPrimeFirst(2_048));
    RsaCrt smaller = RsaCrt.of(TestKeys.withSmallerPrimeFirst(2_048));
    // About one signature in 256 starts with a zero octet: enough of them to meet one.
    for (int i = 0; i < 1_000; i++) {
      byte[] message = {(byte) i, (byte) (i >> 8)};
      RsaCrt crt = i % 2 == 0 ? larger : smaller;
      assertThat(crt.sign(digest(message))).isEqualTo(jca(2_048, message));
    }
  }

  @ParameterizedTest
  @MethodSource("edges")
  void edgeDigestsAreSigned(Sha256Digest digest) throws Exception {
    byte[] signature = RsaCrt.of(TestKeys.key(2_048)).sign(digest);

    Signature verifier = Signature.getInstance("NONEwithRSA");
    verifier.initVerify(TestKeys.pair(2_048).getPublic());
    verifier.update(Pkcs1Encoding.digestInfo(digest));
    assertThat(verifier.verify(signature)).isTrue();
  }

  static Stream<Sha256Digest> edges() {
    byte[] ones = new byte[Sha256Digest.BYTES];
    Arrays.fill(ones, (byte) 0xFF);
    byte[] lastBit = new byte[Sha256Digest.BYTES];
    lastBit[31] = 1;
    return Stream.of(new byte[Sha256Digest.BYTES], ones, lastBit).map(Sha256Digest::of);
  }

  @Test
  void theHalvesRunInAnyOrderOnAnyThread() throws Exception {
    PendingSignature pending = RsaCrt.of(TestKeys.key(2_048)).begin(digest(MESSAGE));

    CompletableFuture<Void> q = CompletableFuture.runAsync(pending.halfQ());
    CompletableFuture<Void> p = CompletableFuture.runAsync(pending.halfP());
    byte[] signature =
        CompletableFuture.allOf(p, q)
            .thenApplyAsync(both -> pending.finish())
            .get(30, TimeUnit.SECONDS);

    assertThat(signature).isEqualTo(jca(2_048, MESSAGE));
  }

  @Test
  void nothingIsFinishedBeforeBothHalvesHaveRun() {
    PendingSignature pending = RsaCrt.of(TestKeys.key(2_048)).begin(digest(MESSAGE));
    pending.halfP().run();

    assertThatThrownBy(pending::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("both halves must have run");
  }

  @Test
  void thePrivateExponentNeverMeetsTheSameNumbersTwice() {
    RsaKey key = TestKeys.key(2_048);
    List<BigInteger> bases = new ArrayList<>();
    List<BigInteger> exponents = new ArrayList<>();
    IntegerPower observed =
        (base, exponent, modulus) -> {
          bases.add(base);
          exponents.add(exponent);
          return base.modPow(exponent, modulus);
        };
    RsaCrt crt = new RsaCrt(key, new SecureRandom(), observed::engine, Recombination.GARNER);

    byte[] first = crt.sign(digest(MESSAGE));
    byte[] second = crt.sign(digest(MESSAGE));

    assertThat(first).isEqualTo(second);
    BigInteger encoded = Octets.toInteger(Pkcs1Encoding.encode(digest(MESSAGE), 256));
    assertThat(bases)
        .hasSize(4)
        .doesNotHaveDuplicates()
        .doesNotContain(encoded.mod(key.values().p()), encoded.mod(key.values().q()));
    assertThat(exponents)
        .doesNotHaveDuplicates()
        .doesNotContain(key.values().dP(), key.values().dQ());
  }

  @Test
  void theJcasRoadGivesTheSameOctets() throws Exception {
    assertThat(RsaCrt.of(TestKeys.key(3_072)).signByJca(digest(MESSAGE)))
        .isEqualTo(jca(3_072, MESSAGE));
  }

  @Test
  void manyThreadsShareOne() throws Exception {
    RsaCrt crt = RsaCrt.of(TestKeys.key(2_048));
    byte[] expected = jca(2_048, MESSAGE);

    List<CompletableFuture<byte[]>> signatures =
        IntStream.range(0, 64)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> crt.sign(digest(MESSAGE))))
            .toList();

    for (CompletableFuture<byte[]> signature : signatures) {
      assertThat(signature.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
    }
  }

  private static byte[] jca(int bits, byte[] message) throws Exception {
    Signature signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(TestKeys.pair(bits).getPrivate());
    signer.update(message);
    return signer.sign();
  }

  private static Sha256Digest digest(byte[] message) {
    try {
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(message));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
