@NullMarked
package io.github.lanewise.kernel.howto;

import org.jspecify.annotations.NullMarked;
