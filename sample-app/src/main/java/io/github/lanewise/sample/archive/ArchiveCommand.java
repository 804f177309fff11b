package io.github.lanewise.sample.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: manifests of trees, their signatures, and proofs of log records. */
@Command(
    name = Output.PROGRAM,
    mixinStandardHelpOptions = true,
    version = "lanewise 0.1.0",
    description = "Manifests of whole trees, as sha256sum writes and checks them, and signatures.",
    footer = {"", "Without a command it starts the service; its settings begin with two dashes."},
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ManifestCommand.class,
      VerifyCommand.class,
      SignCommand.class,
      VerifySignatureCommand.class,
      VerifyProofCommand.class,
      CommandLine.HelpCommand.class
    })
public final class ArchiveCommand implements Runnable {

  /** As {@code sha256sum}: whatever is not right, a wrong command line too. */
  static final int FAILED = 1;

  private static final Set<String> OPTIONS = Set.of("-h", "--help", "-V", "--version");

  @Spec private @Nullable CommandSpec spec;

  /** Whether the arguments are for the command line, and not for the service. */
  public static boolean takes(String[] arguments) {
    return arguments.length > 0
        && (!arguments[0].startsWith("-") || OPTIONS.contains(arguments[0]));
  }

  /**
   * Runs the command.
   *
   * @param arguments as {@code main} got them
   * @return 0 if everything was right, 1 if not
   */
  public static int run(String[] arguments) {
    return run(Output.standard(), RawArguments.of(arguments));
  }

  static int run(Output output, String... octets) {
    CommandFactory factory = new CommandFactory(output);
    Object command = octets.length == 0 ? null : factory.command(octets[0]);
    if (command == null) {
      return execute(new CommandLine(new ArchiveCommand(), factory), output, octets);
    }
    // Picocli looks through all commands otherwise, which is a part of a short run that can be
    // felt.
    CommandLine one = new CommandLine(command, factory);
    one.setCommandName(Output.PROGRAM + " " + octets[0]);
    return execute(one, output, Arrays.copyOfRange(octets, 1, octets.length));
  }

  private static int execute(CommandLine commandLine, Output output, String[] octets) {
    commandLine.setExpandAtFiles(false); // a file's name may begin with an @
    commandLine.setExecutionExceptionHandler(
        (thrown, failed, parsed) -> {
          if (thrown instanceof IOException
              || thrown instanceof UncheckedIOException
              || thrown instanceof IllegalArgumentException
              || thrown instanceof CommandFailedException) {
            String text =
                thrown instanceof IOException io ? Failures.textOf(io) : thrown.getMessage();
            output.message(FileName.octetsOf(String.valueOf(text)));
            return FAILED;
          }
          throw thrown;
        });
    for (CommandLine each : commandLine.getSubcommands().values()) {
      each.getCommandSpec().exitCodeOnInvalidInput(FAILED);
    }
    commandLine.getCommandSpec().exitCodeOnInvalidInput(FAILED);
    return commandLine.execute(octets);
  }

  @Override
  public void run() {
    CommandSpec own = spec;
    if (own != null) {
      throw new ParameterException(own.commandLine(), "a command is missing");
    }
  }
}
