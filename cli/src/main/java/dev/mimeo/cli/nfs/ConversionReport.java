package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.convert.NfsConverter;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * The report of a conversion.
 *
 * @param target output as the user named it
 * @param json whether standard output gets a JSON document
 * @param strict whether losses are an error
 */
record ConversionReport(MimeoSubcommand command, String target, boolean json, boolean strict) {

    /** Reports a conversion to one file, and returns the exit code. */
    int one(NfsConverter converter, Output file) throws IOException {
        Counters.Losses losses = Counters.Losses.of(List.of(converter.counters().byName()));
        if (json) {
            ObjectNode document = Json.object()
                    .put("output", target)
                    .put("outputBytes", file.bytes())
                    .put("records", converter.records())
                    .put("complete", losses.isNone());
            ObjectNode counters = document.putObject("counters");
            for (Counter counter : Counter.values()) {
                counters.put(counter.statName(), converter.counters().get(counter));
            }
            print(document);
        }
        command.note(String.format(
                Locale.ROOT,
                "%s: %s, %s, %s without calls, %s written%n",
                Failures.oneLine(file.name()),
                Counts.of(converter.counters().get(Counter.PACKET), "packet"),
                Counts.of(converter.records(), "NFS message"),
                Counts.of(converter.counters().get(Counter.UNMATCHED_REPLY), "reply"),
                ByteSizes.format(file.bytes())));
        return LossReport.report(command, file.name(), losses, strict);
    }

    /**
     * Reports a conversion to several files, and returns the exit code.
     *
     * @param part what one of the files is called; JSON has its plural
     */
    int several(Counters.Losses losses, String part, int parts, long records, long bytes) throws IOException {
        if (json) {
            print(Json.object()
                    .put("output", target)
                    .put("outputBytes", bytes)
                    .put(part + "s", parts)
                    .put("records", records)
                    .put("complete", losses.isNone()));
        }
        command.note(String.format(
                Locale.ROOT,
                "%s: %s, %s, %s written%n",
                Failures.oneLine(target),
                Counts.of(parts, part),
                Counts.of(records, "NFS message"),
                ByteSizes.format(bytes)));
        return LossReport.report(command, target, losses, strict);
    }

    private void print(ObjectNode document) throws IOException {
        TextResults.writeIfRead(command.terminal().out(), Json.render(document));
    }
}
