package io.github.lanewise.sample.archive;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Makes the commands, which write to an output. */
final class CommandFactory implements CommandLine.IFactory {

  private final Output output;

  CommandFactory(Output output) {
    this.output = output;
  }

  /** A command by its name, or null if there is none. */
  @Nullable Object command(String name) {
    return switch (name) {
      case "manifest" -> new ManifestCommand(output);
      case "verify" -> new VerifyCommand(output);
      case "sign" -> new SignCommand();
      case "verify-signature" -> new VerifySignatureCommand(output);
      case "verify-proof" -> new VerifyProofCommand(output);
      default -> null;
    };
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    Command annotation = type.getAnnotation(Command.class);
    Object made = annotation == null ? null : command(annotation.name());
    return type.cast(made == null ? CommandLine.defaultFactory().create(type) : made);
  }
}
