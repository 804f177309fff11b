package io.github.lanewise.kernel.internal;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Defines a class again, as a hidden one with class data. So one source serves several vector
 * shapes and kinds of memory, each with constants and call sites of its own.
 */
public final class HiddenClass {

  private HiddenClass() {}

  /**
   * Makes an instance of a class that is defined for it alone, by its constructor without
   * parameters.
   *
   * @param lookup of a class in the model's package
   * @param model the class whose file is read
   * @param classData what its static initialiser finds by {@link MethodHandles#classData}
   * @param type what the instance is to be seen as
   * @throws IllegalStateException if the file is missing or cannot be defined
   */
  public static <T> T define(
      MethodHandles.Lookup lookup, Class<? extends T> model, Object classData, Class<T> type) {
    String file = model.getSimpleName() + ".class";
    try (InputStream in = model.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not where the class was loaded from");
      }
      MethodHandles.Lookup hidden =
          lookup.defineHiddenClassWithClassData(in.readAllBytes(), classData, true);
      // By the lookup, which may see what this package may not.
      return type.cast(
          hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class)).invoke());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("cannot define " + model.getSimpleName() + " anew", e);
    }
  }
}
