package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables as text, and what they say of each number of messages. */
class EngineTableTests {

  private static EngineTable parse(String text) {
    return new EngineTableParser(EngineTableTests::engine, text).parse();
  }

  private static Sha256Engine engine(String name) {
    return switch (name) {
      case "jdk" -> new JdkEngine();
      case "jdk-pairs" -> new JdkPairsEngine();
      case "scalar" -> Sha256Engines.SCALAR;
      case "vector-256" -> EIGHT;
      case "vector-512" -> SIXTEEN;
      default -> throw new IllegalArgumentException("engine must be one of those, was " + name);
    };
  }

  private static final BlockEngine EIGHT = named("vector-256", 8);
  private static final BlockEngine SIXTEEN = named("vector-512", 16);

  private static BlockEngine named(String name, int lanes) {
    return new InventedEngine(lanes) {
      @Override
      public String name() {
        return name;
      }
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdk:1",
        "scalar:1",
        "vector-256:1",
        "jdk:1,vector-256:5",
        "jdk-pairs:1",
        "jdk:1,jdk-pairs:2",
        "jdk:1,jdk-pairs:2,vector-256:6;scalar:1,vector-256:2",
        "jdk:1,vector-256:5,vector-512:9",
        "jdk:1,vector-256:5,vector-512:9;scalar:1,vector-256:2,vector-512:9",
      })
  void whatIsWrittenIsRead(String text) {
    assertThat(parse(text).toString()).isEqualTo(text);
  }

  @Test
  void spacesAfterCommasAndDefaultsAreLeftOut() {
    assertThat(parse(" jdk:1, vector-256:5 ; vector-256:1 ").toString())
        .isEqualTo("jdk:1,vector-256:5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\" | a calibration consists of 'engine:from'",
        "jdk | a calibration consists of 'engine:from', such as jdk:1,vector-256:5,vector-512:12,"
            + " not of 'jdk'; was 'jdk'",
        "jdk:x | a calibration consists of 'engine:from'",
        "jdk:1, | a calibration consists of 'engine:from'",
        "jdk:-1 | a calibration consists of 'engine:from'",
        "jdk:2 | a calibration begins with 1 message, not with 2",
        "sha-ni:1 | engine must be one of",
        "jdk:1,vector-256:1 | a calibration has ascending numbers of messages, not 1 after 1",
        "jdk:1,vector-256:5,vector-512:4 | ascending numbers of messages, not 4 after 5",
        "jdk:1,vector-512:5,vector-256:6 | a calibration has engines of ever more lanes, not"
            + " vector-256 with 8 after vector-512 with 16",
        "jdk:1,scalar:2 | engines of ever more lanes",
        "jdk:1,vector-256:5,jdk-pairs:6 | engines of ever more lanes",
        "jdk:1,jdk-pairs:3 | cannot use jdk-pairs from 3 messages on: it has 2 lanes",
        "jdk:1,vector-256:5;jdk-pairs:1 | cannot have jdk-pairs after ';': it cannot take over",
        "jdk:1,vector-256:9 | cannot use vector-256 from 9 messages on: it has 8 lanes",
        "jdk:1,vector-256:5;jdk:1 | cannot have jdk after ';': it cannot take over from lanes",
        "jdk:1,vector-256:5;vector-512:1 | cannot have vector-512 after ';': it is wider than",
        "jdk:1;scalar:1;scalar:1 | a calibration has at most one ';'",
      })
  void whatBreaksARuleIsRefusedWithIt(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(text))
        .withMessageContaining(message);
  }

  @Test
  void eachNumberOfMessagesHasItsLanes() {
    EngineTable table = parse("jdk:1,vector-256:5,vector-512:12");
    assertThat(IntStream.rangeClosed(1, 17).map(table::lanesFor))
        .containsExactly(0, 0, 0, 0, 5, 6, 7, 8, 8, 8, 8, 12, 13, 14, 15, 16, 16);
  }

  @Test
  void theOnesThatAreLeftGoOnWithTheNarrowestThatHoldsThem() {
    EngineTable table = parse("jdk:1,vector-256:5,vector-512:12");
    for (int occupied = 1; occupied <= 16; occupied++) {
      // Eight lanes hold no more than eight, whatever the step says.
      assertThat(table.forOccupancy(occupied)).isEqualTo(occupied <= 8 ? EIGHT : SIXTEEN);
    }
    EngineTable withScalar = parse("jdk:1,vector-256:5;scalar:1,vector-256:3");
    assertThat(withScalar.forOccupancy(2)).isEqualTo(Sha256Engines.SCALAR);
    assertThat(withScalar.forOccupancy(3)).isEqualTo(EIGHT);
  }
}
