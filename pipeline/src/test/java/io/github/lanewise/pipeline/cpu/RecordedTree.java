package io.github.lanewise.pipeline.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the few files of {@code /proc} and {@code /sys} that tell a machine's topology. */
final class RecordedTree {

  private final Path root;

  RecordedTree(Path root) {
    this.root = root;
  }

  RecordedTree allowed(String cpus) throws IOException {
    // With the line before it, as in the real file: the two keys begin alike.
    return file(
        "proc/self/status",
        "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t%s\nMems_allowed_list:\t0\n"
            .formatted(cpus));
  }

  RecordedTree online(String cpus) throws IOException {
    return file("sys/devices/system/cpu/online", cpus + "\n");
  }

  /** One core; an offline cpu has no such directory, so it is not recorded. */
  RecordedTree siblings(String cpus) throws IOException {
    for (int cpu : CpuList.parse(cpus)) {
      file("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list", cpus + "\n");
    }
    return this;
  }

  RecordedTree node(int node, String cpus) throws IOException {
    return file("sys/devices/system/node/node" + node + "/cpulist", cpus + "\n");
  }

  /** What {@code /proc/self/cgroup} says. */
  RecordedTree cgroup(String lines) throws IOException {
    return file("proc/self/cgroup", lines);
  }

  /** A file of a control group. */
  RecordedTree group(String name, String text) throws IOException {
    return file("sys/fs/cgroup/" + name, text + "\n");
  }

  private RecordedTree file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return this;
  }
}
