/** What several rooms of the kernel share. Not for users: it changes without notice. */
@NullMarked
package io.github.lanewise.kernel.internal;

import org.jspecify.annotations.NullMarked;
