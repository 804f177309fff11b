package io.github.lanewise.web;

import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.pipeline.RsaSigner;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.Dictionary;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.StringItem;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Mono;

/**
 * Signs responses (RFC 9421): the status and the digest fields, and by these the body. Parameters
 * are {@code created}, {@code keyid} (RFC 7638 thumbprint) and {@code alg}.
 */
public final class MessageSigner {

  static final String SIGNATURE_INPUT = "Signature-Input";
  static final String SIGNATURE = "Signature";

  /** Names the signature among those that others may add. */
  static final String LABEL = "lanewise";

  private final RsaSigner signer;
  private final Clock clock;

  private MessageSigner(RsaSigner signer, Clock clock) {
    this.signer = signer;
    this.clock = clock;
  }

  /**
   * Signs with the key of this signer, and with its next one when that has been rotated.
   *
   * @throws IllegalArgumentException if its scheme is RSASSA-PSS: RFC 9421 has that with SHA-512
   *     only, so that nobody could tell how to verify
   */
  public static MessageSigner of(RsaSigner signer) {
    return of(signer, Clock.systemUTC());
  }

  static MessageSigner of(RsaSigner signer, Clock clock) {
    if (signer.scheme() != SignatureScheme.PKCS1_V1_5) {
      throw new IllegalArgumentException(
          "the scheme of HTTP message signatures must be RSASSA-PKCS1-v1_5 (%s of RFC 9421), was %s"
                  .formatted(SignatureBase.RSA_V1_5_SHA256, signer.scheme().algorithm())
              + " with SHA-256, which RFC 9421 does not have");
    }
    return new MessageSigner(signer, clock);
  }

  /**
   * Adds {@code Signature-Input} and {@code Signature} to the fields that have the digest.
   *
   * @param headers of the response
   * @param trailers null if the digest is in the headers
   * @return completes when the fields are added
   */
  Mono<Void> sign(int status, HttpHeaders headers, @Nullable HttpHeaders trailers) {
    return Mono.defer(
        () -> {
          String keyId = signer.keyId();
          HttpHeaders digests = trailers == null ? headers : trailers;
          InnerList covered = covered(digests, trailers != null, keyId);
          SignatureBase base = new SignatureBase(status, headers, trailers);
          return signer
              .sign(base.digest(covered))
              .flatMap(
                  signature -> {
                    if (!signature.keyId().equals(keyId)) {
                      // The key was rotated in between, and what is signed names the old one.
                      return sign(status, headers, trailers);
                    }
                    digests.add(SIGNATURE_INPUT, member(covered));
                    digests.add(
                        SIGNATURE, member(ByteSequenceItem.valueOf(signature.toByteArray())));
                    return Mono.empty();
                  });
        });
  }

  private InnerList covered(HttpHeaders digests, boolean trailers, String keyId) {
    List<Item<?>> components = new ArrayList<>();
    components.add(StringItem.valueOf(SignatureBase.STATUS));
    for (String name : List.of(DigestField.CONTENT_DIGEST, DigestField.REPR_DIGEST)) {
      if (digests.containsHeader(name)) {
        StringItem component = StringItem.valueOf(name.toLowerCase(Locale.ROOT));
        components.add(
            trailers
                ? component.withParams(Parameters.valueOf(Map.of(SignatureBase.TRAILER, true)))
                : component);
      }
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("created", IntegerItem.valueOf(clock.instant().getEpochSecond()));
    parameters.put("keyid", StringItem.valueOf(keyId));
    parameters.put("alg", StringItem.valueOf(SignatureBase.RSA_V1_5_SHA256));
    return InnerList.valueOf(components).withParams(Parameters.valueOf(parameters));
  }

  private static String member(ListElement<?> value) {
    return Dictionary.valueOf(Map.of(LABEL, value)).serialize();
  }
}
