/** Records of a Kafka topic, with the profile {@code kafka}. */
@NullMarked
package io.github.lanewise.sample.kafka;

import org.jspecify.annotations.NullMarked;
