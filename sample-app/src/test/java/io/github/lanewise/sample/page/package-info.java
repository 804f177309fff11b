/** Tests of the page, in a real browser too. */
@NullMarked
package io.github.lanewise.sample.page;

import org.jspecify.annotations.NullMarked;
