package io.github.lanewise.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.sample.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The page as a user meets it. Its pictures are kept in {@code target/screenshots}. */
@EnabledIf(
    value = "io.github.lanewise.sample.page.Browser#isInstalled",
    disabledReason = "neither chromium nor chromedriver on the PATH")
class PageBrowserTests extends RunningServer {

  @TempDir private Path folder;
  private ChromeDriver browser;

  @BeforeEach
  void open() throws IOException {
    browser = Browser.start(Files.createDirectory(folder.resolve("profile")));
    browser.get("http://localhost:" + port() + "/");
  }

  @AfterEach
  void quit() {
    browser.quit();
  }

  @Test
  void anUploadShowsTheDigestOfTheFileAndASignatureThatCanBeChecked() throws IOException {
    byte[] content = randomBytes(71, 3_000_017);
    Path file = Files.write(folder.resolve("a <b>1&amp;<b> clip.bin"), content);

    choose(file);

    WebElement link = await(".uploads a.address");
    assertThat(link.getText()).isEqualTo(address(content));
    assertThat(get("/blobs/" + link.getText()).body()).isEqualTo(content);
    // A name is text, whatever is in it.
    assertThat(text(".uploads .name")).isEqualTo("a <b>1&amp;<b> clip.bin");
    assertThat(text(".uploads .state")).isEqualTo("3.00 MB, stored");
    assertThat(text("#said")).contains(address(content));
    browser.findElement(By.cssSelector(".uploads summary")).click();
    assertThat(text(".uploads .signature")).hasSizeGreaterThan(300).matches("[A-Za-z0-9+/]+=*");
    noErrors();
  }

  @Test
  void theSameBytesAgainAreToldToBeThere() throws IOException {
    Path file = Files.write(folder.resolve("twice.bin"), randomBytes(72, 1_000));
    choose(file);
    await(".uploads a.address");
    choose(file);
    new WebDriverWait(browser, LIMIT)
        .until(page -> page.findElements(By.cssSelector(".uploads a.address")).size() == 2);
    assertThat(text(".uploads .state")).isEqualTo("1.00 kB, was here already");
    noErrors();
  }

  @Test
  void theLiveFiguresMoveWithAnUpload() throws IOException {
    new WebDriverWait(browser, LIMIT).until(page -> text("#live").equals("live"));
    new WebDriverWait(browser, LIMIT).until(page -> !text("#hashed").equals("–"));
    String before = text("#hashed");
    choose(Files.write(folder.resolve("more.bin"), randomBytes(73, 9_000_000)));
    new WebDriverWait(browser, LIMIT).until(page -> !text("#hashed").equals(before));
    assertThat(text("#engine")).containsPattern("(jdk(-pairs)?|vector-\\d+), \\d+ lanes?");
    assertThat(browser.findElements(By.cssSelector("#lane-row i"))).isNotEmpty();
    assertThat(browser.findElements(By.cssSelector("#history polyline"))).hasSize(1);
    new WebDriverWait(browser, LIMIT)
        .until(page -> page.findElements(By.cssSelector("#engines tr")).size() == 6);
    noErrors();
  }

  @Test
  void aKeyboardReachesTheFilesAndEverythingHasAName() {
    browser.switchTo().activeElement().sendKeys(Keys.TAB);
    assertThat(browser.switchTo().activeElement().getDomAttribute("id")).isEqualTo("files");
    assertThat(browser.findElement(By.id("files")).getAccessibleName()).startsWith("Choose files");
    for (WebElement each : browser.findElements(By.cssSelector("svg[role=img], [role=img]"))) {
      assertThat(each.getAccessibleName()).as(each.getTagName()).isNotBlank();
    }
    assertThat(browser.findElements(By.cssSelector("html[lang], main, h1"))).hasSize(3);
  }

  @Test
  void bothColourSchemesAreThereAndAPhoneNeedsNoScrollingSideways() throws IOException {
    choose(Files.write(folder.resolve("picture.bin"), randomBytes(74, 2_000_000)));
    await(".uploads a.address");
    new WebDriverWait(browser, LIMIT)
        .until(page -> page.findElements(By.cssSelector("#engines tr")).size() == 6);
    String light = background();
    keepPicture("page-light.png");
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    assertThat(background()).isNotEqualTo(light);
    keepPicture("page-dark.png");
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
    assertThat(browser.executeScript("return document.documentElement.scrollWidth"))
        .isEqualTo(390L);
    keepPicture("page-phone.png");
    noErrors();
  }

  @Test
  void whatTheServerRefusesIsToldInItsWords() throws IOException {
    Path file = Files.write(folder.resolve("gone.bin"), randomBytes(75, 1_000));
    // An address that nobody serves, so that the answer is a problem of the server's.
    browser.executeScript(
        "const open = XMLHttpRequest.prototype.open;"
            + "XMLHttpRequest.prototype.open = function () { open.call(this, 'POST', 'keys/x') }");
    choose(file);
    assertThat(await(".uploads .failed").getText()).startsWith("not stored: ");
    assertThat(text("#said")).startsWith("gone.bin was not stored: ");
  }

  private void choose(Path file) {
    browser.findElement(By.id("files")).sendKeys(file.toString());
  }

  private WebElement await(String selector) {
    return new WebDriverWait(browser, LIMIT)
        .until(ExpectedConditions.presenceOfElementLocated(By.cssSelector(selector)));
  }

  private String text(String selector) {
    return String.valueOf(
        browser.findElement(By.cssSelector(selector)).getDomProperty("textContent"));
  }

  private String background() {
    return browser.findElement(By.tagName("body")).getCssValue("background-color");
  }

  private void noErrors() {
    assertThat(browser.manage().logs().get(LogType.BROWSER))
        .filteredOn(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .extracting(LogEntry::getMessage)
        .isEmpty();
  }

  private void keepPicture(String name) throws IOException {
    Path pictures = Files.createDirectories(Path.of("target/screenshots"));
    Files.write(pictures.resolve(name), browser.getScreenshotAs(OutputType.BYTES));
  }
}
