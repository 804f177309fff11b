@NullMarked
package io.github.lanewise.test;

import org.jspecify.annotations.NullMarked;
