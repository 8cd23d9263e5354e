package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TimePoint;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.nfs.analyze.TraceSubset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a part of a trace. */
@Command(
        name = "subset",
        customSynopsis = "mimeo nfs subset (--records A..B|--time A..B) IN... OUT [OPTIONS]",
        description = {
            "Copies a range of records or time of a trace.",
            "",
            "Copies the messages, and the rows of other tables that belong to them.",
            "",
            "Packets and mounts are selected by the times of the first and the last message.",
            "Summary tables are left out."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs subset --records 1000..1999 monday.ds part.ds",
            "  mimeo nfs subset --time 2007-10-01T12:00:00Z..2007-10-01T13:00:00Z a.ds b.ds"
        })
final class NfsSubsetCommand extends MimeoSubcommand {

    private static final Pattern RECORDS = Pattern.compile("([0-9]{1,18})\\.\\.([0-9]{1,18})");
    private static final Pattern TIMES = Pattern.compile("(.*?)\\.\\.(.*)");

    @Parameters(
            arity = "2..*",
            paramLabel = "IN... OUT",
            hideParamSyntax = true,
            description = "DataSeries files with tables of a trace, and the file to write.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--records", paramLabel = "A..B", description = "Records from A to B, both included.")
    private @Nullable String records;

    @Option(
            names = "--time",
            paramLabel = "A..B",
            description = "Messages from A on and before B, in seconds since 1970, or as in 2007-10-01T12:00:00Z.")
    private @Nullable String time;

    @Mixin
    private PackingOptions packing = new PackingOptions();

    NfsSubsetCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        String output = files.get(files.size() - 1);
        refuseTwoResults(output);
        if ((records == null) == (time == null)) {
            throw usageError("give --records or --time");
        }
        NamedCapture.checkDistinct(files.subList(0, files.size() - 1));
        List<Path> inputs = traces(files.subList(0, files.size() - 1));
        TraceSubset subset = subset(inputs);
        long rows;
        try (Output file = outputs.openBinary(output, force)) {
            try (DataSeriesWriter writer =
                            DataSeriesWriter.create(file.channel(), subset.types(), packing.writerOptions(threads()));
                    Progress progress = byteProgress("copy")) {
                long[] done = new long[1];
                rows = subset.write(writer, packing.extentSize(), threads(), bytes -> {
                    done[0] += bytes;
                    progress.update(done[0], 0);
                });
            }
            file.commit();
        }
        if (json) {
            print(Json.render(Json.object().put("output", output).put("rows", rows)));
        } else {
            note(Counts.of(rows, "row") + "\n");
        }
        return 0;
    }

    private TraceSubset subset(List<Path> inputs) throws IOException {
        if (records != null) {
            Matcher range = RECORDS.matcher(records);
            if (!range.matches()) {
                throw usageError("--records takes A..B, such as 1000..1999, not '" + records + "'");
            }
            long first = Long.parseLong(range.group(1));
            long last = Long.parseLong(range.group(2));
            if (first > last) {
                throw usageError("--records " + records + " ends before it begins: give the lower number first");
            }
            return TraceSubset.ofRecords(inputs, first, last, threads());
        }
        Matcher range = TIMES.matcher(String.valueOf(time));
        if (!range.matches()) {
            throw usageError("--time takes A..B, not '" + time + "'");
        }
        long from = checked(() -> TimePoint.nanos(range.group(1)));
        long to = checked(() -> TimePoint.nanos(range.group(2)));
        if (from > to) {
            throw usageError("--time " + time + " ends before it begins: give the earlier time first");
        }
        return TraceSubset.ofTimes(inputs, from, to, threads());
    }
}
