package dev.mimeo.cli;

import dev.mimeo.dataseries.transform.SortReport;
import java.io.IOException;
import java.util.Locale;

/** What dssort and dsmerge have in common. */
final class SortRun {

    private SortRun() {}

    /** Work on files. */
    @FunctionalInterface
    interface Work {
        SortReport run() throws IOException;
    }

    /** Runs; that a type lacks a field of the keys is an error of usage. */
    static SortReport checked(MimeoSubcommand command, Work work) throws IOException {
        try {
            return work.run();
        } catch (IllegalArgumentException e) {
            throw command.usageError(String.valueOf(e.getMessage()));
        }
    }

    static String describe(SortReport report) {
        return String.format(
                Locale.ROOT,
                "wrote %,d rows in %,d extents, %,d bytes%s%n",
                report.rows(),
                report.extents(),
                report.outputBytes(),
                report.runs() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; %,d temporary files of %,d bytes",
                                report.runs(),
                                report.spilledBytes()));
    }
}
