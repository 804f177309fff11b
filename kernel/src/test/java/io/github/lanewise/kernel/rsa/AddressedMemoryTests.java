package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class AddressedMemoryTests {

  private static final long BYTES = 1 << 13;
  private static final long BEYOND = 128;
  private static final long ROW = 64;

  @Test
  void withoutAddressesAnyOffsetStaysInside() {
    AddressedMemory memory = AddressedMemory.allocate(BYTES, BEYOND, ROW, false);

    assertThat(memory.view).isSameAs(memory.memory);
    assertThat(memory.start).isZero();
    for (long offset : new long[] {0, 1, -1, BYTES, BYTES - 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThat(offset & memory.mask).isBetween(0L, BYTES - ROW);
      assertThat((offset & memory.mask) % ROW).isZero();
    }
  }

  @Test
  void anAddressGoesThroughTheMaskAsItIs() {
    AddressedMemory memory = AddressedMemory.allocate(BYTES, BEYOND, ROW, true);

    for (long offset = 0; offset < BYTES; offset += ROW) {
      long address = memory.start + offset;
      assertThat(address & memory.mask).isEqualTo(address);
      memory.view.set(ValueLayout.JAVA_LONG, address & memory.mask, offset);
      assertThat(memory.memory.get(ValueLayout.JAVA_LONG, offset)).isEqualTo(offset);
    }
  }

  @Test
  void bothBeginAtAPage() {
    assertThat(AddressedMemory.allocate(BYTES, BEYOND, ROW, false).memory.address() % 4096)
        .isZero();
    assertThat(AddressedMemory.allocate(BYTES, BEYOND, ROW, true).start % 4096).isZero();
  }
}
