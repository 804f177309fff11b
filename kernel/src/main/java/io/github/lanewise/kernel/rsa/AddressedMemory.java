package io.github.lanewise.kernel.rsa;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Working memory of a vector kernel, and the way in which the kernel addresses it.
 *
 * <p>C2 adds the address of a constant segment to every constant offset into it, and then needs a
 * constant of 64 bits for each load and store. Where native access is granted, kernels therefore
 * look at memory through a segment that begins at address 0, and what they pass on are addresses: a
 * constant beside one fits into the instruction. Where it is not, they look through the segment
 * itself. Either way an offset goes through {@link #mask} before it is used, which tells C2 that no
 * check is needed. Only in the second case does it keep a wrong offset inside as well: in the first
 * one that is up to the layouts, whose sizes are checked against a slot's when a session opens.
 */
final class AddressedMemory {

  private static final int PAGE = 4096;

  /** User space ends here on x86-64 and, unless more is asked for, on AArch64. */
  private static final long ADDRESS_LIMIT = 1L << 47;

  /** The memory itself. */
  final MemorySegment memory;

  /** What the kernel's loads and stores go to. */
  final MemorySegment view;

  /** Where the memory begins in the view. */
  final long start;

  /** Takes any offset to one within the view. */
  final long mask;

  private AddressedMemory(MemorySegment memory, MemorySegment view, long start, long mask) {
    this.memory = memory;
    this.view = view;
    this.start = start;
    this.mask = mask;
  }

  /** Whether this module may make segments of addresses without a warning. */
  static boolean isNativeAccessGranted() {
    return AddressedMemory.class.getModule().isNativeAccessEnabled();
  }

  /**
   * Allocates for the life of the process, since hidden classes hold it as a constant.
   *
   * @param bytes a power of two
   * @param beyond how far an access reaches from an offset that went through the mask
   * @param alignment of all offsets, a power of two
   * @param byAddress whether the kernel is to use addresses
   */
  static AddressedMemory allocate(long bytes, long beyond, long alignment, boolean byAddress) {
    MemorySegment memory = Arena.global().allocate(bytes + beyond, PAGE);
    if (!byAddress || memory.address() + bytes + beyond > ADDRESS_LIMIT) {
      return new AddressedMemory(memory, memory, 0, (bytes - 1) & -alignment);
    }
    MemorySegment everything = MemorySegment.NULL.reinterpret(ADDRESS_LIMIT + beyond);
    return new AddressedMemory(
        memory, everything, memory.address(), (ADDRESS_LIMIT - 1) & -alignment);
  }
}
