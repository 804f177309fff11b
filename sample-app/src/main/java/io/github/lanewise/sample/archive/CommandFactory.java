package io.github.lanewise.sample.archive;

import picocli.CommandLine;

/** Makes the commands, which write to an output. */
final class CommandFactory implements CommandLine.IFactory {

  private final Output output;

  CommandFactory(Output output) {
    this.output = output;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    Object made =
        switch (type.getSimpleName()) {
          case "ManifestCommand" -> new ManifestCommand(output);
          case "VerifyCommand" -> new VerifyCommand(output);
          case "SignCommand" -> new SignCommand();
          case "VerifySignatureCommand" -> new VerifySignatureCommand(output);
          default -> CommandLine.defaultFactory().create(type);
        };
    return type.cast(made);
  }
}
