package io.github.lanewise.kernel.rsa;

import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one block of a PEM text (RFC 7468): its label and the bytes between the lines. Text around
 * the block is allowed, as the RFC has it; a second block is not, since it would be silently
 * ignored.
 */
final class PemBlock {

  private static final Pattern BLOCK =
      Pattern.compile(
          "^-----BEGIN (?<label>[A-Z0-9 ]+)-----[ \\t]*\\R(?<body>[^-]*)^-----END \\k<label>-----[ \\t]*$",
          Pattern.MULTILINE);

  // RFC 1421 §4.6.1.1, the encrypted form of OpenSSL's traditional files. Its DEK-Info line has
  // a hyphen in it, so such a text is never a block as above.
  private static final Pattern ENCRYPTED =
      Pattern.compile("^(-----BEGIN ENCRYPTED |Proc-Type: *4, *ENCRYPTED)", Pattern.MULTILINE);

  private final String label;
  private final byte[] der;

  private PemBlock(String label, byte[] der) {
    this.label = label;
    this.der = der;
  }

  static PemBlock only(String text) {
    if (ENCRYPTED.matcher(text).find()) {
      throw new InvalidRsaKeyException(
          "the PEM must not be encrypted, it is: decrypt it first (openssl pkey -in FILE)");
    }
    Matcher blocks = BLOCK.matcher(text);
    if (!blocks.find()) {
      throw new InvalidRsaKeyException(
          "the PEM must have a -----BEGIN …----- line and its -----END …----- line, has not");
    }
    String label = blocks.group("label");
    String body = blocks.group("body");
    if (blocks.find()) {
      throw new InvalidRsaKeyException(
          "the PEM must have one block, has " + label + " and " + blocks.group("label"));
    }
    try {
      return new PemBlock(label, Base64.getDecoder().decode(body.replaceAll("\\s", "")));
    } catch (IllegalArgumentException e) {
      throw new InvalidRsaKeyException("the lines of the PEM must be base64, are not", e);
    }
  }

  /** What stands after BEGIN and END. */
  String label() {
    return label;
  }

  /** The bytes themselves, no copy, so that whoever reads a secret from them can erase it. */
  byte[] der() {
    return der;
  }
}
