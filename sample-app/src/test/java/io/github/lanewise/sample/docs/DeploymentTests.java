package io.github.lanewise.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.autoconfigure.LanewiseProperties;
import io.github.lanewise.sample.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.yaml.snakeyaml.Yaml;

/** deploy/kubernetes.yaml and the Dockerfile against the application that they start. */
class DeploymentTests extends RunningServer {

  private static final List<Node> OBJECTS = new ArrayList<>();
  private static String dockerfile = "";

  /** Part of a document, by paths with dots. */
  private record Node(Object value) {

    Node at(String path) {
      Object at = value;
      for (String step : path.split("\\.", -1)) {
        Object next =
            at instanceof List<?> list
                ? list.get(Integer.parseInt(step))
                : ((Map<?, ?>) at).get(step);
        at = Objects.requireNonNull(next, path);
      }
      return new Node(at);
    }

    List<Node> all() {
      return ((List<?>) value).stream().map(each -> new Node(each)).toList();
    }

    int number() {
      return Integer.parseInt(text());
    }

    String text() {
      return String.valueOf(value);
    }
  }

  @BeforeAll
  static void read() throws IOException {
    Path file = Page.ROOT.resolve("deploy/kubernetes.yaml");
    new Yaml().loadAll(Files.readString(file)).forEach(object -> OBJECTS.add(new Node(object)));
    dockerfile = Files.readString(Page.ROOT.resolve("Dockerfile"));
  }

  private static Node object(String kind) {
    return OBJECTS.stream()
        .filter(each -> each.at("kind").text().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static Node pod() {
    return object("StatefulSet").at("spec.template.spec");
  }

  private static Node container() {
    assertThat(pod().at("containers").all()).hasSize(1);
    return pod().at("containers.0");
  }

  /** Guaranteed, and cores that the static CPU manager gives away: equal and whole. */
  @Test
  void itHasWholeCoresOfItsOwn() {
    Node resources = container().at("resources");
    assertThat(resources.at("requests").value()).isEqualTo(resources.at("limits").value());
    assertThat(resources.at("limits.cpu").text()).matches("[1-9][0-9]*");
    assertThat(resources.at("limits.memory").text()).matches("[1-9][0-9]*Gi");
    // Cores are given away with both their hardware threads.
    assertThat(resources.at("limits.cpu").number()).isEven();
  }

  /** The sum of what may be waited for when all goes well. */
  @Test
  void noShutdownThatGoesWellIsKilled() {
    Binder binder = binder();
    Duration phase =
        binder.bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class).get();
    Duration grace = binder.bind("lanewise", LanewiseProperties.class).get().shutdownGrace();
    assertThat(phase).isEqualTo(Duration.ofSeconds(20));
    assertThat(grace).isEqualTo(Duration.ofSeconds(5));
    Duration preStop =
        Duration.ofSeconds(container().at("lifecycle.preStop.sleep.seconds").number());
    assertThat(Duration.ofSeconds(pod().at("terminationGracePeriodSeconds").number()))
        .isGreaterThan(preStop.plus(phase.multipliedBy(2)).plus(grace));
  }

  /** What the container's variables are to Spring. */
  private static Binder binder() {
    Map<String, Object> variables = new HashMap<>();
    for (Node variable : container().at("env").all()) {
      variables.put(variable.at("name").text(), variable.at("value").text());
    }
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .addFirst(
            new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    return new Binder(ConfigurationPropertySources.get(environment));
  }

  @Test
  void probesAskWhatTheServiceAnswers() {
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      String path = container().at(probe).at("httpGet.path").text();
      assertThat(json(get(path)).get("status").asString()).as(path).isEqualTo("UP");
    }
    assertThat(container().at("livenessProbe.httpGet.path").text())
        .isNotEqualTo(container().at("readinessProbe.httpGet.path").text());
    assertThat(json(get("/actuator/health/readiness")).at("/components/lanewise/status").asString())
        .isEqualTo("UP");
    assertThat(json(get("/actuator/health/liveness")).at("/components/lanewise").isMissingNode())
        .isTrue();
    assertThat(dockerfile).contains("/actuator/health/readiness");
  }

  @Test
  void theServiceAndTheProbesFindTheContainersPort() {
    Node port = container().at("ports.0");
    assertThat(object("Service").at("spec.ports.0.targetPort").text())
        .isEqualTo(port.at("name").text());
    assertThat(container().at("readinessProbe.httpGet.port").text())
        .isEqualTo(port.at("name").text());
    assertThat(dockerfile).contains("EXPOSE " + port.at("containerPort").text());
    assertThat(object("Service").at("spec.selector").value())
        .isEqualTo(object("StatefulSet").at("spec.template.metadata.labels").value());
  }

  @Test
  void theUserAndTheFoldersAreTheImages() {
    assertThat(dockerfile)
        .contains("USER " + pod().at("securityContext.runAsUser").text() + ":")
        .contains("ENV LANEWISE_SAMPLE_STORE=/data\n");
    List<String> mounts =
        container().at("volumeMounts").all().stream()
            .map(mount -> mount.at("mountPath").text())
            .toList();
    assertThat(mounts).containsExactlyInAnyOrder("/data", "/tmp");
  }

  /** With equals signs, since the JVM reads the variable, and not the launcher. */
  @Test
  void theImageHasLanes() {
    assertThat(dockerfile)
        .contains(
            "ENV JAVA_TOOL_OPTIONS=\"--add-modules=jdk.incubator.vector --enable-native-access=ALL-UNNAMED\"");
  }
}
