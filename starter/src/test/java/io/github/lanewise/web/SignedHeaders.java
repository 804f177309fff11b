package io.github.lanewise.web;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** RFC 9421 by hand and by the JCA: nothing of it is shared with what is tested. */
final class SignedHeaders {

  private static final Pattern COMPONENT = Pattern.compile("\"([^\"]+)\"(;tr)?");

  private SignedHeaders() {}

  /**
   * Whether the JCA confirms the signature of a label.
   *
   * @param values of components, as {@code @status}, {@code content-digest} and {@code
   *     content-digest;tr}
   * @param input value of Signature-Input with this label alone
   */
  static boolean verify(
      PublicKey key, Map<String, String> values, String label, String input, String signature) {
    try {
      Signature verifier = Signature.getInstance("SHA256withRSA");
      verifier.initVerify(key);
      verifier.update(base(values, unlabelled(label, input)).getBytes(StandardCharsets.UTF_8));
      String base64 = unlabelled(label, signature);
      return verifier.verify(Base64.getDecoder().decode(base64.substring(1, base64.length() - 1)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String unlabelled(String label, String value) {
    if (!value.startsWith(label + "=")) {
      throw new AssertionError("no label " + label + " in " + value);
    }
    return value.substring(label.length() + 1);
  }

  /** The value of Signature for what Signature-Input has behind the label. */
  static String sign(KeyPair keys, Map<String, String> values, String label, String covered) {
    try {
      Signature signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(keys.getPrivate());
      signer.update(base(values, covered).getBytes(StandardCharsets.UTF_8));
      return label + "=:" + Base64.getEncoder().encodeToString(signer.sign()) + ":";
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String base(Map<String, String> values, String covered) {
    String components = covered.substring(0, covered.indexOf(')'));
    return COMPONENT
            .matcher(components)
            .results()
            .map(MatchResult::group)
            .map(name -> name + ": " + values.get(name.replace("\"", "")) + "\n")
            .collect(Collectors.joining())
        + "\"@signature-params\": "
        + covered;
  }
}
