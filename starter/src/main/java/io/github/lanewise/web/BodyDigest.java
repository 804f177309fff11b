package io.github.lanewise.web;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a parameter of a controller's method, of type {@code Mono<Sha256Digest>}: the digest of the
 * request's body. Subscribing it reads the body and releases it; who needs the bytes too takes a
 * {@link HashedBody} instead.
 *
 * <pre>{@code
 * @PostMapping("/digests")
 * Mono<String> digest(@BodyDigest Mono<Sha256Digest> digest) {
 *   return digest.map(Sha256Digest::contentAddress);
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface BodyDigest {}
