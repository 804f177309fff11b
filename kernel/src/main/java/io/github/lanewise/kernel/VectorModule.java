package io.github.lanewise.kernel;

/**
 * Whether {@code jdk.incubator.vector} is in this process, and what to do if it is not.
 *
 * <p>Imports no vector class: without the module the first touch of one is a {@link
 * NoClassDefFoundError}.
 */
public final class VectorModule {

  private static final String NAME = "jdk.incubator.vector";

  /** What has to stand on the command line of a JVM that is to run lanes. */
  public static final String FLAG = "--add-modules " + NAME;

  /** Set in a native image, at its build and when it runs (GraalVM's {@code ImageInfo}). */
  private static final boolean NATIVE_IMAGE =
      System.getProperty("org.graalvm.nativeimage.imagecode") != null;

  private static final boolean PRESENT =
      !NATIVE_IMAGE && ModuleLayer.boot().findModule(NAME).isPresent();

  private VectorModule() {}

  /** Whether vector engines can be loaded. */
  public static boolean isPresent() {
    return PRESENT;
  }

  /** Why there are no vector engines, and the remedy. */
  public static String absence() {
    return absence(NATIVE_IMAGE);
  }

  static String absence(boolean nativeImage) {
    if (nativeImage) {
      return "a native image cannot define classes while it runs, as each shape of lanes needs; a"
          + " JVM with "
          + FLAG
          + " hashes in lanes";
    }
    return "module "
        + NAME
        + " is not in this JVM; start it with "
        + FLAG
        + " (on the command line or in JDK_JAVA_OPTIONS) to hash in lanes";
  }
}
