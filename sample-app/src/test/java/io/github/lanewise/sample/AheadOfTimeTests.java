package io.github.lanewise.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplicationAotProcessor;

/**
 * Bean definitions are written as code, as Boot's plugin does it when it packages, compiled, and
 * the application is started from them.
 */
@Execution(ExecutionMode.CONCURRENT)
class AheadOfTimeTests {

  @TempDir private Path folder;

  @Test
  void theApplicationStartsFromBeanDefinitionsThatWereMadeWhenItWasBuilt() throws Exception {
    Path sources = folder.resolve("sources");
    Path resources = folder.resolve("resources");
    Path classes = Files.createDirectory(folder.resolve("classes"));
    process(sources, resources, classes);
    compile(sources, classes);
    String classPath =
        String.join(
            File.pathSeparator,
            classes.toString(),
            resources.toString(),
            ServerProcess.classPath());
    List<String> java =
        Stream.concat(
                ServerProcess.java(classPath).stream(), Stream.of("-Dspring.aot.enabled=true"))
            .toList();
    Path output = folder.resolve("output");
    try (ServerProcess server = ServerProcess.start(java, folder.resolve("store"), output);
        HttpClient client = HttpClient.newHttpClient()) {
      byte[] body = "made ahead of time".getBytes(US_ASCII);
      HttpResponse<String> receipt =
          client.send(
              HttpRequest.newBuilder(URI.create(server.base() + "/blobs"))
                  .POST(BodyPublishers.ofByteArray(body))
                  .build(),
              BodyHandlers.ofString());
      assertThat(receipt.statusCode()).as(server::log).isEqualTo(201);
      assertThat(receipt.body()).contains(RunningServer.address(body));
      assertThat(server.log()).contains("AOT-processed");
    }
  }

  private void process(Path sources, Path resources, Path classes) throws Exception {
    List<String> command = ServerProcess.java(ServerProcess.classPath());
    command.addAll(
        List.of(
            SpringApplicationAotProcessor.class.getName(),
            LanewiseSampleApplication.class.getName(),
            sources.toString(),
            resources.toString(),
            classes.toString(),
            "io.github.lanewise",
            "lanewise-sample-app"));
    Path output = folder.resolve("process-aot");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static void compile(Path sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> written = Files.walk(sources)) {
      List<Path> java = written.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(java).isNotEmpty();
      String classPath = classes + File.pathSeparator + ServerProcess.classPath();
      assertThat(
              compiler
                  .getTask(
                      messages,
                      files,
                      null,
                      List.of("-d", classes.toString(), "-cp", classPath, "-proc:none"),
                      null,
                      files.getJavaFileObjectsFromPaths(java))
                  .call())
          .as(messages::toString)
          .isTrue();
    }
  }
}
