package io.github.lanewise.sample;

import io.github.lanewise.sample.archive.ArchiveCommand;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The sample service. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class LanewiseSampleApplication {

  /**
   * Starts the service on port 8080, or on {@code --server.port}; or runs a command, if the first
   * argument is one, without Spring.
   */
  public static void main(String[] args) {
    if (ArchiveCommand.takes(args)) {
      System.exit(ArchiveCommand.run(args));
    }
    SpringApplication.run(LanewiseSampleApplication.class, args);
  }
}
