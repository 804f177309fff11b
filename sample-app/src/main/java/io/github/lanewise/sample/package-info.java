/**
 * A small service on what the starter publishes: a content-addressed blob store, hashed log
 * records, and the public key that confirms its signatures.
 */
@NullMarked
package io.github.lanewise.sample;

import org.jspecify.annotations.NullMarked;
