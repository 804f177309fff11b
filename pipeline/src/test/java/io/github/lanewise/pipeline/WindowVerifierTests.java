package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.rsa.RsaKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WindowVerifierTests {

  private static final RsaKey OTHER_KEY = RsaKey.of(SigningFixture.generate().getPrivate());
  private static final WindowPolicy THREE = WindowPolicy.defaults().maxRecords(3);

  private static List<SignedWindow> windows;
  private static List<SignedWindow> byOtherKey;

  private final WindowVerifier verifier = WindowVerifier.of(KEY.publicKey());

  @BeforeAll
  static void sign() {
    windows = sign(KEY, WindowChain.named("orders"));
    byOtherKey = sign(OTHER_KEY, WindowChain.after(last(windows).statement()));
  }

  private static List<SignedWindow> sign(RsaKey key, WindowChain chain) {
    try (RsaSigner signer = RsaSigner.create(key)) {
      return SignedWindowsTests.signed(signer, 12, THREE, chain);
    }
  }

  @Test
  void aRecordIsConfirmedInItsPlaceOnly() {
    SignedRecord record = windows.getFirst().record(1);

    assertThat(verifier.verify(record)).isTrue();
    assertThat(verifier.verify(SigningFixture.message(1), record.proof(), record.root())).isTrue();
    assertThat(verifier.verify(SigningFixture.message(2), record.proof(), record.root())).isFalse();
    SignedRecord other = windows.getFirst().record(2);
    assertThat(verifier.verify(record.digest(), other.proof(), record.root())).isFalse();
    assertThat(verifier.verify(record.digest(), record.proof(), windows.get(1).root())).isFalse();
  }

  @Test
  void aStatementThatWasChangedIsNotSigned() {
    SignedRecord record = windows.getFirst().record(1);
    WindowStatement signed = record.root().statement();
    WindowStatement renamed =
        new WindowStatement(
            "others", signed.sequence(), signed.records(), signed.root(), signed.previous());
    SignedRoot forged = new SignedRoot(renamed, record.root().signature());

    assertThat(verifier.verify(forged)).isFalse();
    assertThat(verifier.verify(record.digest(), record.proof(), forged)).isFalse();
  }

  @Test
  void anotherKeysWindowIsNotSigned() {
    assertThat(verifier.verify(byOtherKey.getFirst().root())).isFalse();
    assertThat(verifier.verify(byOtherKey.getFirst().record(0))).isFalse();
    assertThat(WindowVerifier.of(OTHER_KEY.publicKey()).verify(byOtherKey.getFirst().record(0)))
        .isTrue();
  }

  @Test
  void aChainGoesOnUnderAnotherKey() {
    List<SignedRoot> all = new ArrayList<>(SignedWindowsTests.roots(windows));
    all.addAll(SignedWindowsTests.roots(byOtherKey));

    assertThat(WindowVerifier.of(KEY.publicKey(), OTHER_KEY.publicKey()).firstBreak(all)).isEmpty();
    assertThat(verifier.firstBreak(all)).contains("window 4 of orders must be signed, is not");
  }

  @Test
  void aWindowThatWasTakenOutPutInOrMovedShows() {
    List<SignedRoot> roots = SignedWindowsTests.roots(windows);
    assertThat(verifier.firstBreak(roots)).isEmpty();
    assertThat(verifier.firstBreak(roots.subList(1, 3))).isEmpty();
    assertThat(verifier.firstBreak(List.of())).isEmpty();

    assertThat(verifier.firstBreak(List.of(roots.get(0), roots.get(2))))
        .contains(
            "window 0 of orders must be followed by the next of its chain that repeats its hash, is"
                + " followed by window 2 of orders");
    assertThat(verifier.firstBreak(List.of(roots.get(1), roots.get(0)))).isPresent();
    assertThat(verifier.firstBreak(List.of(roots.get(1), roots.get(1)))).isPresent();
    SignedRoot ofOtherChain = sign(KEY, WindowChain.named("other")).get(1).root();
    assertThat(verifier.firstBreak(List.of(roots.get(0), ofOtherChain))).isPresent();
  }

  @Test
  void aVerifierNeedsAKey() {
    assertThatThrownBy(WindowVerifier::of).hasMessage("a verifier must have a key, was given 0");
  }

  private static SignedRoot last(List<SignedWindow> windows) {
    return windows.getLast().root();
  }
}
