@NullMarked
package io.github.lanewise.actuate;

import org.jspecify.annotations.NullMarked;
