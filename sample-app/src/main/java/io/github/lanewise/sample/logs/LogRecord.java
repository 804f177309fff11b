package io.github.lanewise.sample.logs;

import java.nio.ByteBuffer;

/**
 * One record of a request.
 *
 * @param line its number in the request, from 1
 * @param bytes what stood between two newlines
 */
record LogRecord(long line, ByteBuffer bytes) {}
