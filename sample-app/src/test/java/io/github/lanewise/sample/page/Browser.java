package io.github.lanewise.sample.page;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium of the machine, if it has one. */
final class Browser {

  private Browser() {}

  static boolean isInstalled() {
    return chromium().isPresent() && onPath("chromedriver").isPresent();
  }

  /**
   * Starts one with a profile of its own.
   *
   * @param profile an empty folder
   */
  static ChromeDriver start(Path profile, String... more) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium().orElseThrow().toFile());
    options.addArguments(
        "--headless=new",
        // A container's root has no other choice; only our own page is opened.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        // It is to speak with nobody but the server under test.
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
        "--no-proxy-server",
        "--window-size=1200,1500",
        "--user-data-dir=" + profile);
    options.addArguments(more);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService driver =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(onPath("chromedriver").orElseThrow().toFile())
            .usingAnyFreePort()
            .build();
    return new ChromeDriver(driver, options);
  }

  private static Optional<Path> chromium() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(name -> onPath(name).stream())
        .findFirst();
  }

  private static Optional<Path> onPath(String name) {
    return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
