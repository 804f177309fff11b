package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Parameters of controllers' methods: {@link HashedBody}, {@link HashedParts}, and {@code
 * Mono<Sha256Digest>} with {@link BodyDigest}. There is one body, so a method has one of them, and
 * no other parameter that reads the body; one that has more is refused.
 */
public final class HashedBodyArgumentResolver implements HandlerMethodArgumentResolver {

  private static final ResolvableType DIGEST =
      ResolvableType.forClassWithGenerics(Mono.class, Sha256Digest.class);

  private final BodyHashing hashing;

  /** Resolves by this. */
  public HashedBodyArgumentResolver(BodyHashing hashing) {
    this.hashing = hashing;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    if (parameter.hasParameterAnnotation(BodyDigest.class)) {
      checkDigest(parameter);
      return true;
    }
    Class<?> type = parameter.getParameterType();
    return type == HashedBody.class || type == HashedParts.class;
  }

  private static void checkDigest(MethodParameter parameter) {
    ResolvableType type = ResolvableType.forMethodParameter(parameter);
    if (!DIGEST.isAssignableFrom(type)) {
      throw new IllegalStateException(
          "a parameter with @BodyDigest must be a Mono<Sha256Digest>, was %s in %s"
              .formatted(type, parameter.getExecutable().toGenericString()));
    }
  }

  @Override
  public Mono<Object> resolveArgument(
      MethodParameter parameter, BindingContext context, ServerWebExchange exchange) {
    return Mono.fromCallable(
        () -> {
          checkOnlyReader(parameter);
          return resolve(parameter, exchange);
        });
  }

  private Object resolve(MethodParameter parameter, ServerWebExchange exchange) {
    Class<?> type = parameter.getParameterType();
    if (type == HashedParts.class) {
      return hashing.hashedParts(exchange.getRequest());
    }
    HashedBody body = hashing.hashedBody(exchange.getRequest());
    return type == HashedBody.class ? body : body.hash();
  }

  private static void checkOnlyReader(MethodParameter parameter) {
    List<String> readers =
        Arrays.stream(parameter.getExecutable().getParameters())
            .filter(
                each ->
                    each.isAnnotationPresent(BodyDigest.class)
                        || each.isAnnotationPresent(RequestBody.class)
                        || each.isAnnotationPresent(RequestPart.class)
                        || each.getType() == HashedBody.class
                        || each.getType() == HashedParts.class
                        || HttpEntity.class.isAssignableFrom(each.getType()))
            .map(Object::toString)
            .toList();
    if (readers.size() > 1) {
      throw new IllegalStateException(
          "a body can be read by one parameter, in %s it is read by %s; a HashedBody has both the"
                  .formatted(parameter.getExecutable().toGenericString(), readers)
              + " buffers and the digest");
    }
  }
}
