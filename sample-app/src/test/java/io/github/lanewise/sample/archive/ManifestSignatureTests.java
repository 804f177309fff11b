package io.github.lanewise.sample.archive;

import static io.github.lanewise.sample.archive.CommandRun.assumeThere;
import static io.github.lanewise.sample.archive.CommandRun.bash;
import static io.github.lanewise.sample.archive.CommandRun.lanewise;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signatures of manifests, in both directions with {@code openssl}. */
final class ManifestSignatureTests {

  @TempDir private Path folder = Path.of("");
  private String manifest = "";
  private String key = "";
  private String publicKey = "";

  @BeforeEach
  void aManifestAndAKey() throws Exception {
    assumeThere("bash", "openssl");
    CommandRun made =
        bash(
            folder,
            """
            set -e
            openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem
            openssl pkey -in key.pem -pubout -out public.pem
            openssl req -x509 -key key.pem -subj /CN=archive -days 1 -out certificate.pem
            mkdir tree; echo 1 > tree/file
            """);
    assertThat(made.status()).isZero();
    manifest = folder + "/sums";
    key = folder + "/key.pem";
    publicKey = folder + "/public.pem";
    assertThat(lanewise("manifest", "-o", manifest, folder + "/tree").status()).isZero();
    assertThat(lanewise("sign", "--key", key, manifest)).isEqualTo(new CommandRun(0, "", ""));
  }

  @Test
  void opensslVerifiesOurs() throws Exception {
    String verify = "openssl dgst -sha256 -verify public.pem -signature sums.sig sums";
    assertThat(bash(folder, verify)).isEqualTo(new CommandRun(0, "Verified OK\n", ""));
    Files.writeString(Path.of(manifest), "x");
    assertThat(bash(folder, verify).status()).isEqualTo(1);
  }

  @Test
  void weVerifyTheirs() throws Exception {
    bash(folder, "openssl dgst -sha256 -sign key.pem -out theirs sums");
    for (String pem : new String[] {publicKey, key, folder + "/certificate.pem"}) {
      assertThat(lanewise("verify-signature", "--key", pem, manifest, folder + "/theirs"))
          .isEqualTo(new CommandRun(0, "Verified OK\n", ""));
    }
  }

  @Test
  void aChangedManifestIsNotVerified() throws Exception {
    Files.writeString(Path.of(manifest), Files.readString(Path.of(manifest)) + "\n");
    assertThat(lanewise("verify-signature", "--key", publicKey, manifest))
        .isEqualTo(new CommandRun(1, "Verification failure\n", ""));
    assertThat(lanewise("verify", "--signed-by", publicKey, manifest))
        .isEqualTo(
            new CommandRun(1, "", "lanewise: " + manifest + ": signature verification failure\n"));
  }

  @Test
  void filesOfASignedManifestAreChecked() {
    assertThat(lanewise("verify", "--signed-by", publicKey, manifest))
        .isEqualTo(new CommandRun(0, folder + "/tree/file: OK\n", ""));
  }

  @Test
  void standardInputHasNoSignatureBesideItAndIsNotTaken() {
    CommandRun run = lanewise("verify", "--signed-by", publicKey, "-");
    assertThat(run)
        .isEqualTo(
            new CommandRun(
                1, "", "lanewise: --signed-by must have a manifest in a file, was given none\n"));
  }

  @Test
  void whatIsMissingOrNoKeyIsTold() {
    assertThat(lanewise("verify-signature", "--key", manifest, manifest).err())
        .startsWith("lanewise: " + manifest + ": ");
    assertThat(lanewise("sign", "--key", folder + "/none", manifest).err())
        .isEqualTo("lanewise: " + folder + "/none: No such file or directory\n");
    assertThat(lanewise("sign", manifest).status()).isEqualTo(1);
  }
}
