package io.github.lanewise.autoconfigure;

import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image has to keep that Spring does not find by itself: the rings of the workers
 * look their own fields up by name. Properties and the endpoint's answer are found by Spring, and
 * lanes are out of reach of a native image.
 */
final class LanewiseRuntimeHints implements RuntimeHintsRegistrar {

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    for (Class<?> type = MpscUnboundedVarHandleArrayQueue.class;
        type != null && type.getName().startsWith("org.jctools.");
        type = type.getSuperclass()) {
      hints.reflection().registerType(type, MemberCategory.ACCESS_DECLARED_FIELDS);
    }
  }
}
