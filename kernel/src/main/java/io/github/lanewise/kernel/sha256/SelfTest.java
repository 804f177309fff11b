package io.github.lanewise.kernel.sha256;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Known answers that an engine must give before it is let near a message. */
final class SelfTest {

  /** The examples of FIPS 180-4: one block, two blocks; and the message of no bytes. */
  private static final List<KnownAnswer> KNOWN_ANSWERS =
      List.of(
          new KnownAnswer(
              "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
          new KnownAnswer(
              "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
          new KnownAnswer("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));

  private record KnownAnswer(String message, String digest) {}

  private SelfTest() {}

  /**
   * Hashes the known messages, in every lane and more, from both kinds of memory, as streams and as
   * a list.
   *
   * @return what went wrong, or null
   */
  static @Nullable String failureOf(EngineChoice choice) {
    List<KnownAnswer> expected = new ArrayList<>();
    List<ByteBuffer> messages = new ArrayList<>();
    for (int i = 0; i < choice.lanes() + KNOWN_ANSWERS.size(); i++) {
      KnownAnswer known = KNOWN_ANSWERS.get(i % KNOWN_ANSWERS.size());
      byte[] bytes = known.message.getBytes(StandardCharsets.US_ASCII);
      expected.add(known);
      messages.add(
          i % 2 == 0
              ? ByteBuffer.wrap(bytes)
              : ByteBuffer.allocateDirect(bytes.length).put(bytes).flip());
    }
    try (MultiBufferSha256 sha256 = choice.open()) {
      List<Sha256Stream> streams = new ArrayList<>();
      for (ByteBuffer message : messages) {
        Sha256Stream stream = new Sha256Stream();
        stream.segment(message, true);
        streams.add(stream);
      }
      sha256.advanceAll(streams);
      String failure = failureOf(expected, streams.stream().map(Sha256Stream::digest).toList());
      return failure == null ? failureOf(expected, sha256.digest(messages)) : failure;
    } catch (RuntimeException e) {
      return "self-test failed: " + e;
    }
  }

  private static @Nullable String failureOf(
      List<KnownAnswer> expected, List<Sha256Digest> digests) {
    for (int i = 0; i < expected.size(); i++) {
      if (!digests.get(i).hex().equals(expected.get(i).digest)) {
        return "self-test failed: SHA-256 of '"
            + expected.get(i).message
            + "' came out as "
            + digests.get(i).hex();
      }
    }
    return null;
  }
}
