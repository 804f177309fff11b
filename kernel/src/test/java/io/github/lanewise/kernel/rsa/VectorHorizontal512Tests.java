package io.github.lanewise.kernel.rsa;

/** The same at 512 bits, where the hardware has them. */
class VectorHorizontal512Tests extends VectorHorizontalTests {

  @Override
  int bits() {
    return 512;
  }
}
