package io.github.lanewise.actuate;

import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * The properties of {@code lanewise} that somebody has set, as they may be shown.
 *
 * @since 0.1
 */
public final class LanewiseSettings {

  private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("lanewise");

  /** May be the key itself, so nobody sees it: the key's id tells which one it is. */
  private static final ConfigurationPropertyName PRIVATE_KEY =
      ConfigurationPropertyName.of("lanewise.signing.private-key");

  private final Environment environment;
  private final Sanitizer sanitizer;

  /**
   * @param sanitizer with the application's rules of what is not to be shown
   */
  public LanewiseSettings(Environment environment, Sanitizer sanitizer) {
    this.environment = environment;
    this.sanitizer = sanitizer;
  }

  /** By name; where two sources set one, that which counts. */
  Map<String, Object> describe(boolean showValues) {
    Map<String, Object> settings = new TreeMap<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource iterable) {
        iterable.stream()
            .filter(PREFIX::isAncestorOf)
            .forEach(
                name ->
                    settings.computeIfAbsent(
                        name.toString(), key -> show(name, source, showValues)));
      }
    }
    return settings;
  }

  private Object show(
      ConfigurationPropertyName name, ConfigurationPropertySource source, boolean showValues) {
    PropertySource<?> underlying =
        source.getUnderlyingSource() instanceof PropertySource<?> known ? known : null;
    SanitizableData data =
        new SanitizableData(
            underlying, name.toString(), environment.getProperty(name.toString(), ""));
    Object shown = sanitizer.sanitize(data, showValues && !name.equals(PRIVATE_KEY));
    return shown == null ? "" : shown;
  }
}
