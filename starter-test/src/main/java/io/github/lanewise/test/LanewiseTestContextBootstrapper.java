package io.github.lanewise.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Knows the annotation that holds the properties. */
final class LanewiseTestContextBootstrapper
    extends TestSliceTestContextBootstrapper<LanewiseTest> {}
