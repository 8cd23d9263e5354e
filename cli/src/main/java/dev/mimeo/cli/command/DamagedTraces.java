package dev.mimeo.cli.command;

import java.io.IOException;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** The remedy for DataSeries files that are damaged: all but their first extent, which lists the types, can be left out. */
final class DamagedTraces {

    private static final Pattern DAMAGE = Pattern.compile(
            ": (file is truncated, unfinished or damaged|(damaged|bad) (extent|index)) at byte [0-9]+(?! \\(extent 0\\))[: ]");

    private DamagedTraces() {}

    /** Returns a failure that names the command that recovers a trace, if it is about damage, and the command does not read characterizations. */
    static IOException named(CommandSpec command, IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return DAMAGE.matcher(message).find() && readsTraces(command)
                ? new IOException(message + ": mimeo dsrecover saves what is intact", failure)
                : failure;
    }

    private static boolean readsTraces(CommandSpec command) {
        // The data sets of compare are traces only by chance, and its damaged files are characterizations.
        return !command.name().matches("dsrecover|compare")
                && command.args().stream()
                        .noneMatch(argument -> argument.paramLabel().startsWith("C.ds"));
    }
}
