@NullMarked
package io.github.lanewise.kernel.sha256;

import org.jspecify.annotations.NullMarked;
