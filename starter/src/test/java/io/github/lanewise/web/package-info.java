@NullMarked
package io.github.lanewise.web;

import org.jspecify.annotations.NullMarked;
