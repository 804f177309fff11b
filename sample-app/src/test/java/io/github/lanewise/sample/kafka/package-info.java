@NullMarked
package io.github.lanewise.sample.kafka;

import org.jspecify.annotations.NullMarked;
