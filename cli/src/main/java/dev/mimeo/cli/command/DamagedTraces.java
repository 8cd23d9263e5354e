package dev.mimeo.cli.command;

import dev.mimeo.dataseries.DataSeriesException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The remedy for DataSeries files that are damaged after their list of types, without which nothing can be read. */
final class DamagedTraces {

    private DamagedTraces() {}

    /** Returns a failure that names the command that recovers a trace, if it is about damage, and the command does not read characterizations. */
    static IOException named(CommandSpec command, IOException failure) {
        return isRecoverable(failure) && readsTraces(command)
                ? new IOException(failure.getMessage() + ": mimeo dsrecover saves what is intact", failure)
                : failure;
    }

    private static boolean isRecoverable(@Nullable Throwable failure) {
        if (failure instanceof DataSeriesException damage && damage.isRecoverable()) {
            return true;
        }
        return failure != null && isRecoverable(failure.getCause());
    }

    private static boolean readsTraces(CommandSpec command) {
        // The data sets of compare are traces only by chance, and its damaged files are characterizations.
        return !command.name().matches("dsrecover|compare")
                && command.args().stream()
                        .noneMatch(argument -> argument.paramLabel().startsWith("C.ds"));
    }
}
