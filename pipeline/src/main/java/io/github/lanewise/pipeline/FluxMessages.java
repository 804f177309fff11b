package io.github.lanewise.pipeline;

import io.github.lanewise.pipeline.BufferAccess.Segments;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;

/** One digest per payload, in order; see {@link HashingPipeline#messages}. */
final class FluxMessages<B> extends FluxOperator<B, HashedMessage<B>> {

  private final BufferAccess<B> access;
  private final LaneDispatcher dispatcher;

  FluxMessages(Flux<B> source, BufferAccess<B> access, LaneDispatcher dispatcher) {
    super(source);
    this.access = access;
    this.dispatcher = dispatcher;
  }

  @Override
  public int getPrefetch() {
    return dispatcher.prefetch();
  }

  @Override
  public void subscribe(CoreSubscriber<? super HashedMessage<B>> actual) {
    source.subscribe(new MessageSubscriber<>(actual, access, dispatcher));
  }

  /** A payload under way. Used for one payload after the other. */
  private static final class Message<B> extends LanePiece {

    private @Nullable B payload;
    private @Nullable Segments segments;

    /** Whether it is hashed and the subscriber knows. */
    private boolean done;

    Message(LaneTask task) {
      super(task);
    }
  }

  private static final class MessageSubscriber<B> extends HashSubscriber<B, HashedMessage<B>> {

    /** All that are under way, first come first. */
    private final ArrayDeque<Message<B>> inOrder = new ArrayDeque<>();

    /** Those whose payload has more pieces. */
    private final ArrayDeque<Message<B>> unfinished = new ArrayDeque<>();

    private final ArrayDeque<Message<B>> free = new ArrayDeque<>();

    MessageSubscriber(
        CoreSubscriber<? super HashedMessage<B>> downstream,
        BufferAccess<B> access,
        LaneDispatcher dispatcher) {
      super(downstream, access, dispatcher);
    }

    @Override
    @Nullable LanePiece next() {
      Message<B> message = unfinished.poll();
      if (message == null) {
        B payload = poll();
        if (payload == null) {
          if (isExhausted() && inOrder.isEmpty()) {
            finish();
          }
          return null;
        }
        message = free.isEmpty() ? new Message<>(this) : free.remove();
        message.payload = payload;
        inOrder.add(message);
        message.segments = access.segments(payload);
      }
      Segments segments = message.segments;
      ByteBuffer segment = segments != null && segments.hasNext() ? segments.next() : NOTHING;
      message.segment(segment, segments == null || !segments.hasNext());
      return message;
    }

    @Override
    @SuppressWarnings("unchecked") // The pieces of this task are its messages.
    void eaten(LanePiece piece) {
      Message<B> message = (Message<B>) piece;
      if (!message.isFinished()) {
        unfinished.add(message);
        return;
      }
      close(message);
      message.done = true;
      Message<B> first;
      while ((first = inOrder.peek()) != null && first.done) {
        inOrder.remove();
        B payload = first.payload;
        if (payload != null) {
          emit(new HashedMessage<>(payload, first.digest()));
        }
        first.payload = null;
        first.done = false;
        first.reset();
        free.add(first);
      }
    }

    private static void close(Message<?> message) {
      Segments open = message.segments;
      message.segments = null;
      if (open != null) {
        open.close();
      }
    }

    @Override
    void passing(HashedMessage<B> result) {
      payloadLeft();
    }

    @Override
    void releaseHeld() {
      unfinished.clear();
      free.clear();
      Message<B> message;
      while ((message = inOrder.poll()) != null) {
        B payload = message.payload;
        try {
          close(message);
        } finally {
          if (payload != null) {
            message.payload = null;
            access.discard(payload, currentContext());
          }
        }
      }
    }

    @Override
    void discardResult(HashedMessage<B> result) {
      access.discard(result.message(), currentContext());
    }
  }
}
