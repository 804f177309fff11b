package io.github.lanewise.sample.logs;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The answer to one record.
 *
 * @param line the record's number in the request, from 1
 * @param address the content address of the record without its newline
 * @param size in bytes, without the newline
 * @param duplicate whether this server has seen the same record before
 */
@JsonPropertyOrder({"line", "address", "size", "duplicate"})
record LogReceipt(long line, String address, int size, boolean duplicate) {}
