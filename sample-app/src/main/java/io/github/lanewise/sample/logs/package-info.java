/** Log records, hashed one by one as they arrive. */
@NullMarked
package io.github.lanewise.sample.logs;

import org.jspecify.annotations.NullMarked;
