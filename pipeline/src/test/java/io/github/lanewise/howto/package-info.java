@NullMarked
package io.github.lanewise.howto;

import org.jspecify.annotations.NullMarked;
