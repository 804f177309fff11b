package io.github.lanewise.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The sample service. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class LanewiseSampleApplication {

  /** Starts the service on port 8080, or on {@code --server.port}. */
  public static void main(String[] args) {
    SpringApplication.run(LanewiseSampleApplication.class, args);
  }
}
