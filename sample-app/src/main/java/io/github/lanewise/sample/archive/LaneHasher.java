package io.github.lanewise.sample.archive;

import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** As many files at once as there are lanes, each number of them by the engine chosen for it. */
final class LaneHasher implements ChunkHasher {

  private final MultiBufferSha256 sha256;
  private final List<Sha256Stream> streams = new ArrayList<>();

  /** Owns it from now on. */
  LaneHasher(MultiBufferSha256 sha256) {
    this.sha256 = sha256;
  }

  @Override
  public int width() {
    return sha256.lanes();
  }

  @Override
  public void hash(List<OpenFile> files) {
    streams.clear();
    for (OpenFile file : files) {
      Sha256Stream stream = file.stream();
      stream.segment(ByteBuffer.wrap(file.chunk(), 0, file.length()), file.isLast());
      streams.add(stream);
    }
    sha256.advanceAll(streams);
  }

  @Override
  public byte[] digest(OpenFile file) {
    return file.stream().digest().toByteArray();
  }

  @Override
  public void close() {
    sha256.close();
  }
}
