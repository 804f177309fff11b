package io.github.lanewise.howto;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Import;

/** The controllers of the guides. */
@TestConfiguration(proxyBeanMethods = false)
@Import({UploadController.class, ReceiptController.class})
public class HowToConfiguration {}
