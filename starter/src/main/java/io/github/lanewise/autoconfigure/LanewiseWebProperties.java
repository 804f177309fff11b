package io.github.lanewise.autoconfigure;

import io.github.lanewise.web.ResponseDigests;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What an application can say about bodies over HTTP.
 *
 * @param digest Digest fields (RFC 9530).
 * @param signature Signatures of responses (RFC 9421).
 * @param multipart Limits of multipart bodies that are hashed part by part.
 */
@ConfigurationProperties("lanewise.web")
public record LanewiseWebProperties(
    @DefaultValue Digest digest,
    @DefaultValue Signature signature,
    @DefaultValue Multipart multipart) {

  /**
   * What is held for each response while its digest is computed has to be a small part of memory.
   */
  private static final DataSize MAX_RESPONSE_BUFFER = DataSize.ofMegabytes(64);

  /**
   * Digest fields.
   *
   * @param verifyRequests Whether Content-Digest and Repr-Digest of requests are verified while
   *     their body is read; a wrong one is answered with 400.
   * @param addToResponses Which responses get Content-Digest and Repr-Digest: never, wanted (those
   *     whose request wants them) or always.
   * @param responseBuffer How much of a response is held back at most until its digest is known and
   *     its head can be sent.
   * @param trailers Whether a longer response has its digest in trailers, for clients that take
   *     them.
   */
  public record Digest(
      @DefaultValue("true") boolean verifyRequests,
      @DefaultValue("never") ResponseDigests addToResponses,
      @DefaultValue("64KB") DataSize responseBuffer,
      @DefaultValue("true") boolean trailers) {

    /**
     * Checks the buffer.
     *
     * @throws InvalidPropertyException if it is negative or too large
     */
    public Digest {
      if (responseBuffer.isNegative() || responseBuffer.compareTo(MAX_RESPONSE_BUFFER) > 0) {
        throw new InvalidPropertyException(
            "lanewise.web.digest.response-buffer must be from 0B to %s, was %s"
                .formatted(MAX_RESPONSE_BUFFER, responseBuffer),
            "Set lanewise.web.digest.response-buffer to a size such as 64KB; "
                + "longer responses have their digest in trailers.");
      }
    }
  }

  /**
   * Signatures.
   *
   * @param enabled Whether responses with a digest are signed with the signing key; then all
   *     responses get a digest.
   */
  public record Signature(@DefaultValue("false") boolean enabled) {}

  /**
   * Limits.
   *
   * @param maxPartSize How large the content of one part may be; what is larger is answered with
   *     413.
   * @param maxSize How large a whole multipart body may be; what is larger is answered with 413.
   * @param maxParts How many parts a multipart body may have; more are answered with 413.
   */
  public record Multipart(
      @DefaultValue("100MB") DataSize maxPartSize,
      @DefaultValue("1GB") DataSize maxSize,
      @DefaultValue("1000") int maxParts) {

    /**
     * Checks each limit.
     *
     * @throws InvalidPropertyException for the first that is not positive
     */
    public Multipart {
      check("max-part-size", maxPartSize.toBytes(), maxPartSize);
      check("max-size", maxSize.toBytes(), maxSize);
      check("max-parts", maxParts, maxParts);
    }

    private static void check(String name, long number, Object value) {
      if (number < 1) {
        throw new InvalidPropertyException(
            "lanewise.web.multipart.%s must be positive, was %s".formatted(name, value),
            "Set lanewise.web.multipart.%s to the most that a client may send.".formatted(name));
      }
    }
  }
}
