package io.github.lanewise.test;

import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;

/** Keeps the application's components out of the slice. */
public final class LanewiseTypeExcludeFilter
    extends StandardAnnotationCustomizableTypeExcludeFilter<LanewiseTest> {

  /** Made by Spring's test framework for a test class. */
  LanewiseTypeExcludeFilter(Class<?> testClass) {
    super(testClass);
  }
}
