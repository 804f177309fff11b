package io.github.lanewise.kernel.rsa;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Whether this JVM has an instruction for {@link Math#fma(double, double, double)}. */
final class FusedMultiplyAdd {

  private FusedMultiplyAdd() {}

  /**
   * Without the instruction the JDK computes each fma with {@code BigDecimal}: right, and a
   * thousand times slower. A JVM that does not tell is taken to have it.
   */
  static boolean isAnInstruction() {
    try {
      Object option =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=HotSpotDiagnostic"),
                  "getVMOption",
                  new Object[] {"UseFMA"},
                  new String[] {String.class.getName()});
      return !(option instanceof CompositeData data) || !"false".equals(data.get("value"));
    } catch (JMException | RuntimeException e) {
      return true;
    }
  }
}
