package io.github.lanewise.web;

import java.util.Collection;
import java.util.Map;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.CollectionUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An exchange all of whose ways to the body lead through the verified request. A mutated exchange
 * would still read forms and parts from the request that it began with.
 */
final class VerifiedExchange extends ServerWebExchangeDecorator {

  private static final ResolvableType FORM =
      ResolvableType.forClassWithGenerics(MultiValueMap.class, String.class, String.class);
  private static final ResolvableType PARTS =
      ResolvableType.forClassWithGenerics(MultiValueMap.class, String.class, Part.class);

  private final VerifiedRequest request;
  private final Mono<MultiValueMap<String, String>> form;
  private final Mono<MultiValueMap<String, Part>> parts;
  private volatile boolean partsRead;

  VerifiedExchange(
      ServerWebExchange exchange, VerifiedRequest request, ServerCodecConfigurer codecs) {
    super(exchange);
    this.request = request;
    this.form = read(FORM, MediaType.APPLICATION_FORM_URLENCODED, codecs);
    this.parts =
        this.<Part>read(PARTS, MediaType.MULTIPART_FORM_DATA, codecs)
            .doOnSubscribe(subscription -> partsRead = true);
  }

  private <T> Mono<MultiValueMap<String, T>> read(
      ResolvableType type, MediaType mediaType, ServerCodecConfigurer codecs) {
    return Mono.defer(() -> this.<T>readOnce(type, mediaType, codecs)).cache();
  }

  @SuppressWarnings("unchecked") // The reader says that it reads the type.
  private <T> Mono<MultiValueMap<String, T>> readOnce(
      ResolvableType type, MediaType mediaType, ServerCodecConfigurer codecs) {
    MultiValueMap<String, T> nothing =
        CollectionUtils.unmodifiableMultiValueMap(new LinkedMultiValueMap<>());
    MediaType contentType = request.getHeaders().getContentType();
    if (contentType == null || !mediaType.isCompatibleWith(contentType)) {
      return Mono.just(nothing);
    }
    for (HttpMessageReader<?> reader : codecs.getReaders()) {
      if (reader.canRead(type, mediaType)) {
        return ((HttpMessageReader<MultiValueMap<String, T>>) reader)
            .readMono(type, request, Map.of())
            .defaultIfEmpty(nothing);
      }
    }
    return Mono.error(new IllegalStateException("no codec reads " + mediaType));
  }

  @Override
  public ServerHttpRequest getRequest() {
    return request;
  }

  @Override
  public Mono<MultiValueMap<String, String>> getFormData() {
    return form;
  }

  @Override
  public Mono<MultiValueMap<String, Part>> getMultipartData() {
    return parts;
  }

  /** The parts that were read here are not those that the exchange behind this cleans up. */
  @Override
  public Mono<Void> cleanupMultipart() {
    return Mono.defer(
        () -> partsRead ? deleteParts().then(super.cleanupMultipart()) : super.cleanupMultipart());
  }

  private Mono<Void> deleteParts() {
    return parts
        .onErrorComplete()
        .flatMapIterable(Map::values)
        .concatMap(VerifiedExchange::delete)
        .then();
  }

  private static Mono<Void> delete(Collection<Part> parts) {
    return Flux.fromIterable(parts).concatMap(part -> part.delete().onErrorComplete()).then();
  }
}
