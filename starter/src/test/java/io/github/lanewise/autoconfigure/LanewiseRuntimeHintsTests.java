package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class LanewiseRuntimeHintsTests {

  /** Every class of the ring that has a field's handle looks that field up in itself. */
  @Test
  void theFieldsThatTheRingLooksUpAreKept() {
    RuntimeHints hints = new RuntimeHints();
    new LanewiseRuntimeHints().registerHints(hints, null);
    List<Class<?>> withHandles = new ArrayList<>();
    for (Class<?> type = MpscUnboundedVarHandleArrayQueue.class;
        type != null;
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getType() == VarHandle.class && !withHandles.contains(type)) {
          withHandles.add(type);
        }
      }
    }
    assertThat(withHandles).isNotEmpty();
    assertThat(withHandles)
        .allSatisfy(
            type ->
                assertThat(
                        RuntimeHintsPredicates.reflection()
                            .onType(TypeReference.of(type))
                            .withMemberCategory(MemberCategory.ACCESS_DECLARED_FIELDS)
                            .test(hints))
                    .isTrue());
  }
}
