@NullMarked
package io.github.lanewise.sample.archive;

import org.jspecify.annotations.NullMarked;
