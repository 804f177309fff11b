/**
 * Spring Boot's way into Lanewise: one auto-configuration for each concern, configured under {@code
 * lanewise}, each of which stands back from a bean of the application's own.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.autoconfigure;

import org.jspecify.annotations.NullMarked;
