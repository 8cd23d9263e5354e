package dev.mimeo.cli.command;

import dev.mimeo.generate.segment.SegmentFile;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Segment files that are named where a command also takes a characterization. */
public final class SegmentArgument {

    /** Options of how data is made from a characterization; that of a segment is made already. */
    private static final List<String> MAKING =
            List.of("--generator", "--generators", "--config", "--printable", "--order", "--chunk", "--category");

    private SegmentArgument() {}

    /**
     * Opens the segment that an argument names.
     *
     * @return null if it names something else
     * @throws IOException if it is a segment that cannot be read
     */
    public static @Nullable SegmentFile open(String name, MimeoSubcommand command) throws IOException {
        if (name.equals("-") || !SegmentFile.isSegment(Outputs.path(name))) {
            return null;
        }
        for (String option : MAKING) {
            if (command.spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw command.usageError(option + " applies to a characterization, and " + name
                        + " is a segment, whose data is made already: leave it out");
            }
        }
        return SegmentFile.open(Outputs.path(name));
    }
}
