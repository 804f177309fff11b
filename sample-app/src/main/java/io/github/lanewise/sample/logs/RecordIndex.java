package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * Where each record is: an open hash table with linear probing over the first 16 bytes of a digest.
 * Two records that share them would take 2^64 tries to make, so an entry that is found names its
 * record; the window is read to be sure. Of equal records the first is kept.
 *
 * <p>24 bytes an entry at a load of 3/8 to 3/4: 32 to 64 bytes a record. It is rebuilt at each
 * start and never written.
 */
final class RecordIndex {

  /** Bits of a location for the place in the window: {@code MerkleTree.MAX_SIZE} records. */
  private static final int PLACE_BITS = 20;

  private static final int FIRST_CAPACITY = 1 << 10;

  private long[] high = new long[FIRST_CAPACITY];
  private long[] low = new long[FIRST_CAPACITY];

  /** Location + 1; 0 is a free slot. */
  private long[] locations = new long[FIRST_CAPACITY];

  private int size;

  static long sequence(long location) {
    return location >>> PLACE_BITS;
  }

  static int place(long location) {
    return (int) (location & ((1L << PLACE_BITS) - 1));
  }

  /** Adds the records of a window, each unless it is there. */
  synchronized void add(StoredWindow window) {
    long location = window.root().statement().sequence() << PLACE_BITS;
    for (Sha256Digest record : window.records()) {
      if ((size + 1) * 4L > locations.length * 3L) {
        grow();
      }
      ByteBuffer bytes = ByteBuffer.wrap(record.toByteArray());
      put(bytes.getLong(), bytes.getLong(), ++location);
    }
  }

  /** The location of a record; empty if it is not there. */
  synchronized OptionalLong find(Sha256Digest record) {
    ByteBuffer bytes = ByteBuffer.wrap(record.toByteArray());
    int slot = slot(bytes.getLong(), bytes.getLong());
    return locations[slot] == 0 ? OptionalLong.empty() : OptionalLong.of(locations[slot] - 1);
  }

  synchronized int size() {
    return size;
  }

  private void put(long first, long second, long locationPlusOne) {
    int slot = slot(first, second);
    if (locations[slot] == 0) {
      high[slot] = first;
      low[slot] = second;
      locations[slot] = locationPlusOne;
      size++;
    }
  }

  /** The slot that has the key, or the free one where it belongs. */
  private int slot(long first, long second) {
    int mask = locations.length - 1;
    // A digest's bits are as good as random: to choose a slot, a stranger has to try 2^bits
    // records.
    int slot = (int) (first ^ second) & mask;
    while (locations[slot] != 0 && (high[slot] != first || low[slot] != second)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldHigh = high;
    long[] oldLow = low;
    long[] oldLocations = locations;
    int capacity = Math.multiplyExact(oldLocations.length, 2);
    high = new long[capacity];
    low = new long[capacity];
    locations = new long[capacity];
    size = 0;
    for (int i = 0; i < oldLocations.length; i++) {
      if (oldLocations[i] != 0) {
        put(oldHigh[i], oldLow[i], oldLocations[i]);
      }
    }
  }
}
