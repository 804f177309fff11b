package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.FileThreads;
import io.github.lanewise.sample.dedup.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;

/** A stream that is put together from its chunks as it is read. */
record ChunkedContent(
    Sha256Digest address, Manifest manifest, BlobFolder folder, FileThreads threads)
    implements BlobContent {

  /** A part of a chunk's file. */
  private record Piece(Path file, long position, long count) {}

  @Override
  public Sha256Digest digest() {
    return manifest.stream();
  }

  @Override
  public long size() {
    return manifest.size();
  }

  @Override
  public Flux<DataBuffer> read(long position, long count) {
    return Flux.fromIterable(pieces(position, position + count))
        .concatMap(piece -> threads.read(piece.file, piece.position, piece.count), 1);
  }

  private List<Piece> pieces(long from, long to) {
    List<Piece> pieces = new ArrayList<>();
    long start = 0;
    for (Manifest.Chunk chunk : manifest.chunks()) {
      long end = start + chunk.length();
      if (end > from && start < to) {
        long first = Math.max(from, start);
        pieces.add(
            new Piece(folder.locate(chunk.digest()), first - start, Math.min(to, end) - first));
      }
      start = end;
    }
    return pieces;
  }
}
