package io.github.lanewise.benchmarks;

/** What a contestant took in one iteration, at one point. */
final class Tally {

  final String scenario;
  final String point;
  final String contestant;
  long nanos;
  long units;
  long batches;
  long allocatedBytes;

  Tally(String scenario, String point, String contestant) {
    this.scenario = scenario;
    this.point = point;
    this.contestant = contestant;
  }

  String timeLabel() {
    return timeLabel(scenario, point, contestant);
  }

  String allocationLabel() {
    return allocationLabel(scenario, point, contestant);
  }

  /** Under which name a time travels from JVM to JVM. */
  static String timeLabel(String scenario, String point, String contestant) {
    return String.join("/", scenario, point, contestant, "time");
  }

  static String allocationLabel(String scenario, String point, String contestant) {
    return String.join("/", scenario, point, contestant, "allocation");
  }

  void clear() {
    nanos = 0;
    units = 0;
    batches = 0;
    allocatedBytes = 0;
  }
}
