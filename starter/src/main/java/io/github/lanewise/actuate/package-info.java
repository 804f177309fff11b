/**
 * What Spring Boot's Actuator tells of Lanewise: an endpoint, a health and an info contributor.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.actuate;

import org.jspecify.annotations.NullMarked;
