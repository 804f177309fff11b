package io.github.lanewise.web;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.netty.http.client.HttpClient;

/** An application as a user would write it, served by Reactor Netty on a port of its own. */
final class WebServer implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(30);

  private final ConfigurableApplicationContext context;

  WebServer(Class<?> application, String... properties) {
    List<String> arguments = new ArrayList<>();
    for (String property : properties) {
      arguments.add("--" + property);
    }
    arguments.addAll(
        List.of(
            "--server.port=0",
            "--lanewise.engine=jdk",
            "--spring.main.banner-mode=off",
            // Netty's threads would wait for two seconds for more to do.
            "--spring.reactor.netty.shutdown-quiet-period=0s"));
    context =
        new SpringApplicationBuilder(application)
            .web(WebApplicationType.REACTIVE)
            .run(arguments.toArray(String[]::new));
  }

  int port() {
    return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  String url() {
    return "http://localhost:" + port();
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  WebTestClient client() {
    return client(HttpClient.create());
  }

  WebTestClient client(HttpClient http) {
    return WebTestClient.bindToServer(new ReactorClientHttpConnector(http))
        .baseUrl(url())
        .responseTimeout(LIMIT)
        .build();
  }

  @Override
  public void close() {
    context.close();
  }

  static KeyPair keyPair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2_048);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** Where {@code lanewise.signing.private-key} finds it. */
  static String pem(KeyPair keys) {
    return "-----BEGIN PRIVATE KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'})
            .encodeToString(keys.getPrivate().getEncoded())
        + "\n-----END PRIVATE KEY-----\n";
  }

  /** {@code sha-256=:…:} of some bytes, by the JDK. */
  static String sha256(byte[] bytes) {
    return field("sha-256", "SHA-256", bytes);
  }

  /** {@code sha-512=:…:} of some bytes, by the JDK. */
  static String sha512(byte[] bytes) {
    return field("sha-512", "SHA-512", bytes);
  }

  private static String field(String key, String algorithm, byte[] bytes) {
    return key + "=:" + Base64.getEncoder().encodeToString(digest(algorithm, bytes)) + ":";
  }

  static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(length).nextBytes(bytes);
    return bytes;
  }
}
