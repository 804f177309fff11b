@NullMarked
package io.github.lanewise.autoconfigure;

import org.jspecify.annotations.NullMarked;
