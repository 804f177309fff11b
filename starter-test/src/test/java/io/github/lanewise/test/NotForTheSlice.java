package io.github.lanewise.test;

import org.springframework.stereotype.Component;

/** What the whole application would find. */
@Component
class NotForTheSlice {}
