/**
 * Content addresses for the records of Kafka topics: Lanewise as the hashing stage of a log that
 * has outgrown one machine.
 *
 * <p>{@link io.github.lanewise.kafka.RecordDigests} is for listeners of your own: the records of a
 * poll in, their digests out. {@link io.github.lanewise.kafka.RecordAddressing} is a whole stage:
 * it consumes topics, hashes each poll in lanes on the thread that polled, and produces an address
 * for each record, in one transaction where that is wanted.
 *
 * <p>The thread that polls also hashes, signs and sends, and polls again when all of it is done. So
 * no record waits in a queue of this package, and what is in memory is one poll of each consumer.
 *
 * <p>Classes of this package need spring-kafka on the class path, and nothing else in Lanewise
 * needs this package.
 */
@NullMarked
package io.github.lanewise.kafka;

import org.jspecify.annotations.NullMarked;
