/**
 * What the guides of docs/how-to show. The pages' test compares the two, serves the controllers
 * beside the sample's, and runs the pages' commands against them.
 */
@NullMarked
package io.github.lanewise.howto;

import org.jspecify.annotations.NullMarked;
