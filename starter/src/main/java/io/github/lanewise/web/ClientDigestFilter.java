package io.github.lanewise.web;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Digests on the side of {@code WebClient} (RFC 9530): requests get {@code Content-Digest}, and
 * responses are held against theirs while they are read.
 *
 * <pre>{@code
 * WebClient client = WebClient.builder()
 *     .filter(ClientDigestFilter.builder(pipeline, access).verifier(verifier).build())
 *     .build();
 * }</pre>
 *
 * <p><b>Requests</b> whose body is longer than what may be held back go without a digest, as do
 * those that have one already. <b>Responses</b> whose digest is wrong end in a {@link
 * DigestMismatchException} instead of completion. With a verifier, one that is no error must be
 * signed (RFC 9421), and errors are verified where they are; if not, it is an {@link
 * InvalidSignatureException}, before the body if the signature is in the headers and in place of
 * its completion if it is in trailers, as a digest may be. Trailers need Reactor Netty. Of an error
 * that the body ends in, {@code retrieve()} makes the cause of a {@code
 * WebClientResponseException}.
 *
 * <p>A digest is of the content with its coding. A connector that decodes what it receives, as
 * Reactor Netty's {@code compress(true)} does, cannot be used with it: what is decoded has another
 * digest, and fails.
 */
public final class ClientDigestFilter implements ExchangeFilterFunction {

  private static final String WANTED = "sha-256=10";

  private final BodyHasher hasher;
  private final boolean digestRequests;
  private final boolean wantDigests;
  private final boolean requireDigests;
  private final long bufferBytes;
  private final @Nullable MessageVerifier verifier;

  private ClientDigestFilter(Builder builder) {
    this.hasher = builder.hasher;
    this.digestRequests = builder.digestRequests;
    this.wantDigests = builder.wantDigests;
    this.requireDigests = builder.requireDigests;
    this.bufferBytes = builder.bufferBytes;
    this.verifier = builder.verifier;
  }

  /** For a filter with options. */
  public static Builder builder(HashingPipeline pipeline, BufferAccess<DataBuffer> access) {
    return new Builder(new BodyHasher(pipeline, access));
  }

  @Override
  public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
    return Mono.defer(
        () -> {
          ReactorNettyRequest sent = new ReactorNettyRequest();
          return next.exchange(prepare(request, sent))
              .flatMap(response -> verified(request, response, sent));
        });
  }

  private ClientRequest prepare(ClientRequest request, ReactorNettyRequest sent) {
    ClientRequest.Builder builder = ClientRequest.from(request);
    if (wantDigests) {
      builder.headers(
          headers -> {
            if (!headers.containsHeader(DigestField.WANT_CONTENT_DIGEST)) {
              headers.set(DigestField.WANT_CONTENT_DIGEST, WANTED);
            }
            // A digest in trailers is only sent to who says that he takes them.
            headers.set(HttpHeaders.TE, "trailers");
          });
    }
    if (digestRequests) {
      builder.body(
          (output, context) ->
              request
                  .body()
                  .insert(new DigestedClientRequest(output, hasher, bufferBytes), context));
    }
    return builder
        .httpRequest(
            output -> {
              sent.sending(output);
              if (request.httpRequest() != null) {
                request.httpRequest().accept(output);
              }
            })
        .build();
  }

  private Mono<ClientResponse> verified(
      ClientRequest request, ClientResponse response, ReactorNettyRequest sent) {
    HttpHeaders headers = response.headers().asHttpHeaders();
    try {
      // The headers of HEAD and 304 tell of a body that is not there.
      if (request.method().equals(HttpMethod.HEAD)
          || response.statusCode().value() == HttpStatus.NOT_MODIFIED.value()) {
        return Mono.just(response);
      }
      ResponseVerification verification =
          new ResponseVerification(
              response.statusCode(), headers, hasher, requireDigests, verifier);
      return Mono.just(response.mutate().body(verification.begin(sent.trailers())).build());
    } catch (HttpBodyException | InvalidSignatureException e) {
      return response.releaseBody().then(Mono.error(e));
    }
  }

  /** The options of a filter. */
  public static final class Builder {

    private static final long DEFAULT_BUFFER_BYTES = 65_536;

    private final BodyHasher hasher;
    private boolean digestRequests = true;
    private boolean wantDigests = true;
    private boolean requireDigests;
    private long bufferBytes = DEFAULT_BUFFER_BYTES;
    private @Nullable MessageVerifier verifier;

    private Builder(BodyHasher hasher) {
      this.hasher = hasher;
    }

    /** Whether requests get {@code Content-Digest}; the default. */
    public Builder digestRequests(boolean digest) {
      this.digestRequests = digest;
      return this;
    }

    /**
     * Whether requests say that they want {@code Content-Digest} of the response, and take
     * trailers; the default.
     */
    public Builder wantDigests(boolean want) {
      this.wantDigests = want;
      return this;
    }

    /** Whether a response that is no error must have a digest; by default it need not. */
    public Builder requireDigests(boolean require) {
      this.requireDigests = require;
      return this;
    }

    /**
     * How many bytes of a request's body are held back until its digest is known; 64 KiB by
     * default.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Builder bufferBytes(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("bufferBytes must not be negative, was " + bytes);
      }
      this.bufferBytes = bytes;
      return this;
    }

    /** Verifies the signatures of responses; by default they are not looked at. */
    public Builder verifier(MessageVerifier responseVerifier) {
      this.verifier = responseVerifier;
      return this;
    }

    /** Makes the filter. */
    public ClientDigestFilter build() {
      return new ClientDigestFilter(this);
    }
  }
}
