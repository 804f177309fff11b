@NullMarked
package io.github.lanewise.kafka;

import org.jspecify.annotations.NullMarked;
