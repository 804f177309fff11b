package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;

/**
 * Consecutive records of one stream under one signature. Immutable, safe for any number of threads.
 *
 * <p>Holds the digests and the tree, some 200 bytes a record; keep {@link #root()} or the {@link
 * #records()} of interest, not the window.
 */
public final class SignedWindow {

  private final SignedRoot root;
  private final List<Sha256Digest> digests;
  private final MerkleTree tree;

  SignedWindow(SignedRoot root, List<Sha256Digest> digests, MerkleTree tree) {
    this.root = root;
    this.digests = digests;
    this.tree = tree;
  }

  /** What is signed, and the signature. */
  public SignedRoot root() {
    return root;
  }

  /** How many records are in it, at least 1. */
  public int size() {
    return digests.size();
  }

  /** The digests of the records in the order of the stream; unmodifiable, and without proofs. */
  public List<Sha256Digest> digests() {
    return Collections.unmodifiableList(digests);
  }

  /**
   * The record at a place, with its proof, which is copied from the tree.
   *
   * @param index from 0, in the order of the stream
   * @throws IndexOutOfBoundsException if there is no such record
   */
  public SignedRecord record(int index) {
    return new SignedRecord(digests.get(index), tree.proof(index), root);
  }

  /** The records in the order of the stream; unmodifiable, each made when it is asked for. */
  public List<SignedRecord> records() {
    return new AbstractList<>() {
      @Override
      public SignedRecord get(int index) {
        return SignedWindow.this.record(index);
      }

      @Override
      public int size() {
        return digests.size();
      }
    };
  }

  /** Chain, sequence and number of records. */
  @Override
  public String toString() {
    return "SignedWindow[%s %d, %d records]"
        .formatted(root.statement().chain(), root.statement().sequence(), size());
  }
}
