package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.garage.compact.Compaction;
import dev.mimeo.garage.compact.CompactionPlan;
import dev.mimeo.garage.load.CounterImportOptions.FilePeriod;
import dev.mimeo.garage.summary.SummaryStore;
import dev.mimeo.garage.summary.Thinning;
import dev.mimeo.garage.summary.ThinningPlan;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Joins the packed files of days to one for each server and a longer period. */
@Command(
        name = "compact",
        customSynopsis = "mimeo garage compact DIR [OPTIONS]",
        description = {
            "Joins packed files of a server to one for each week, month or year.",
            "",
            "Short series take less space together. The new file is read back and compared",
            "with the old ones before they are removed; no value changes. Without --apply the",
            "command only lists the files. With it, it also finishes an interrupted run."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage compact garage --period month",
            "  mimeo garage compact garage --period week --scope 'hotmail/**' --apply"
        })
@WithoutOptions("--force")
final class GarageCompactCommand extends MimeoSubcommand {

    @Parameters(paramLabel = "DIR", description = "Root of the garage.")
    private String root = "";

    @Option(names = "--period", paramLabel = "week|month|year", description = "Days of a file (default: month).")
    private FilePeriod period = FilePeriod.MONTH;

    @Option(
            names = "--before",
            paramLabel = "DATE",
            description = "Only periods that end before YYYY-MM-DD (default: today, UTC).")
    private @Nullable String before;

    @Mixin
    private ScopeOption scope = new ScopeOption();

    @Option(names = "--apply", description = "Join the files instead of listing them.")
    private boolean apply;

    GarageCompactCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        Path garage = Outputs.path(root);
        PackedInputs.requireExisting(garage);
        if (!Files.isDirectory(garage)) {
            throw usageError(root + " is not a folder");
        }
        if (Thinning.isInterrupted(garage)) {
            throw usageError("an earlier run was interrupted: finish it with 'mimeo garage thin " + root + " --apply'");
        }
        LocalDate day = before == null ? LocalDate.now(ZoneOffset.UTC) : date("--before", before);
        CompactionPlan.Rules rules = checked(() -> new CompactionPlan.Rules(period, day, scope.glob()));
        List<Compaction.Result> results = new ArrayList<>();
        CompactionPlan plan = apply ? join(garage, rules, results) : plan(garage, rules);
        report(garage, plan, results);
        for (String problem : plan.problems()) {
            warn("not joined: " + problem);
        }
        return plan.problems().isEmpty() ? 0 : 1;
    }

    private CompactionPlan plan(Path garage, CompactionPlan.Rules rules) throws IOException {
        List<Path> files = PackedInputs.find(List.of(garage), this);
        return checkedReading(() -> CompactionPlan.of(garage, files, rules));
    }

    /** Joins files, after those of an interrupted run; returns the plan that was carried out. */
    private CompactionPlan join(Path garage, CompactionPlan.Rules rules, List<Compaction.Result> results)
            throws IOException {
        try (SummaryStore summaries = SummaryStore.open(garage);
                Progress progress = stepProgress("compact")) {
            long[] done = new long[1];
            Compaction compaction =
                    new Compaction(garage, summaries, threads(), file -> progress.update(++done[0], -1));
            int finished = compaction.finish();
            if (finished > 0) {
                note(Counts.of(finished, "file") + " of an interrupted run finished\n");
            }
            CompactionPlan plan = plan(garage, rules);
            compaction.run(plan, results::add);
            return plan;
        }
    }

    private void report(Path garage, CompactionPlan plan, List<Compaction.Result> results) throws IOException {
        long before =
                plan.groups().stream().mapToLong(CompactionPlan.Group::bytes).sum();
        long after = results.stream().mapToLong(Compaction.Result::bytes).sum();
        int files =
                plan.groups().stream().mapToInt(group -> group.parts().size()).sum();
        if (json) {
            ObjectNode document = Json.object()
                    .put("applied", apply)
                    .put("files", files)
                    .put("bytes", before)
                    .put("bytesAfter", apply ? after : null);
            ArrayNode groups = document.putArray("groups");
            for (int i = 0; i < plan.groups().size(); i++) {
                CompactionPlan.Group group = plan.groups().get(i);
                groups.addObject()
                        .put("file", source(garage, group))
                        .put("parts", group.parts().size())
                        .put("bytes", group.bytes())
                        .put("bytesAfter", apply ? results.get(i).bytes() : null);
            }
            ArrayNode problems = document.putArray("problems");
            plan.problems().forEach(problems::add);
            print(Json.render(document));
            return;
        }
        StringBuilder text = new StringBuilder();
        for (CompactionPlan.Group group : plan.groups()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%,12d  %s  %s%n",
                    group.bytes(),
                    Failures.oneLine(source(garage, group)),
                    Counts.of(group.parts().size(), "file")));
        }
        text.append(String.format(Locale.ROOT, "%,12d  bytes of %s%n", before, Counts.of(files, "file")));
        if (apply) {
            text.append(
                    String.format(Locale.ROOT, "%,12d  bytes of %s now%n", after, Counts.of(results.size(), "file")));
        }
        print(text.toString());
        if (files == 0) {
            note("no two files are of one server and one " + period.name().toLowerCase(Locale.ROOT)
                    + " before the given day\n");
        } else if (!apply) {
            note("nothing was changed: --apply does it\n");
        }
    }

    private static String source(Path garage, CompactionPlan.Group group) {
        return ThinningPlan.source(garage.relativize(group.whole()));
    }
}
