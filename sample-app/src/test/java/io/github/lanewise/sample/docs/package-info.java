/** What the documentation shows is run, compiled, parsed, or says why it is not. */
@NullMarked
package io.github.lanewise.sample.docs;

import org.jspecify.annotations.NullMarked;
