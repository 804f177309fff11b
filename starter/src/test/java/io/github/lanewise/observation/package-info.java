@NullMarked
package io.github.lanewise.observation;

import org.jspecify.annotations.NullMarked;
