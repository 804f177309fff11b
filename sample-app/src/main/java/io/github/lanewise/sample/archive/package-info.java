/**
 * The command line: manifests of whole trees, as {@code sha256sum} writes and checks them, and
 * their signatures. Nothing here knows Spring.
 *
 * <p>File names are bytes on POSIX systems, and need not be text in any encoding. They are kept as
 * strings of octets: a character below 256 for each byte, whatever the locale. What is printed is
 * put together from octets and ASCII, and written as ISO 8859-1, which makes the same bytes of it.
 */
@NullMarked
package io.github.lanewise.sample.archive;

import org.jspecify.annotations.NullMarked;
