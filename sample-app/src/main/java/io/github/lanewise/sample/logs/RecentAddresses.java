package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.SampleProperties;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * The record addresses seen last, by any request since the start. Of more than {@code
 * lanewise.sample.remembered-records} distinct ones, that which was not seen for longest is
 * forgotten, and would count as new.
 *
 * <p>One lock is enough: event loops take it for one step in a map, and hashing workers never do.
 */
@Component
class RecentAddresses {

  private final Map<Sha256Digest, Boolean> seen;

  RecentAddresses(SampleProperties properties) {
    this.seen = new LeastRecentlySeen(properties.rememberedRecords());
  }

  /** Remembers the address and tells whether it was remembered already. */
  synchronized boolean seenBefore(Sha256Digest digest) {
    return seen.put(digest, true) != null;
  }

  private static final class LeastRecentlySeen extends LinkedHashMap<Sha256Digest, Boolean> {

    private static final long serialVersionUID = 1L;

    private final int limit;

    LeastRecentlySeen(int limit) {
      super(16, 0.75f, true);
      this.limit = limit;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Sha256Digest, Boolean> eldest) {
      return size() > limit;
    }
  }
}
