/** What the page at {@code /} shows of the lanes: figures twice a second, and the calibration. */
@NullMarked
package io.github.lanewise.sample.page;

import org.jspecify.annotations.NullMarked;
