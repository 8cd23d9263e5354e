package dev.mimeo.cli.garage;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.garage.summary.SummaryStore;
import dev.mimeo.garage.summary.Thinning;
import dev.mimeo.garage.summary.ThinningPlan;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
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

/** Deletes old files of a garage, or columns of them, or keeps them less exactly. */
@Command(
        name = "thin",
        customSynopsis = "mimeo garage thin DIR (--delete|--drop PATTERN|--max-error E) [OPTIONS]",
        description = {
            "Deletes packed files or columns, or reduces their precision.",
            "",
            "With --max-error columns are encoded again with less precision. Summaries stay.",
            "Without --apply the command only lists the changes and the bytes saved. It fails",
            "if a file has no up-to-date summary, unless --without-summary is given. A file",
            "is selected if all given rules hold. 'mimeo garage thin DIR --apply' finishes an",
            "interrupted run."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage thin garage --delete --before 2026-01-01",
            "  mimeo garage thin garage --delete --idle CPUUsage=5 --apply",
            "  mimeo garage thin garage --drop 'Process*' --scope 'hotmail/**' --apply",
            "  mimeo garage thin garage --max-error 1e-3 --before 2026-01-01"
        })
@WithoutOptions({"--threads", "--force"})
final class GarageThinCommand extends MimeoSubcommand {

    @Parameters(paramLabel = "DIR", description = "Root of the garage.")
    private String root = "";

    @Option(names = "--delete", description = "Delete whole files.")
    private boolean delete;

    @Option(
            names = "--drop",
            paramLabel = "PATTERN",
            description = "Drop columns that match, with * and ?; may be repeated.")
    private List<String> columns = new ArrayList<>();

    @Option(
            names = "--max-error",
            paramLabel = "E",
            description = "Encode floating-point columns again with this relative error, if that makes them smaller.")
    private @Nullable Double maxError;

    @Mixin
    private ScopeOption scope = new ScopeOption();

    @Option(names = "--before", paramLabel = "DATE", description = "Only days before YYYY-MM-DD.")
    private @Nullable String before;

    @Option(
            names = "--idle",
            paramLabel = "COUNTER=LIMIT",
            description = "Only days on which the counter stayed below the limit, according to the summaries.")
    private @Nullable String idle;

    @Option(names = "--apply", description = "Make the changes instead of listing them.")
    private boolean apply;

    @Option(names = "--without-summary", description = "Also select files without an up-to-date summary.")
    private boolean withoutSummary;

    GarageThinCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        Path garage = Outputs.path(root);
        boolean interrupted = Thinning.isInterrupted(garage);
        int actions = (delete ? 1 : 0) + (columns.isEmpty() ? 0 : 1) + (maxError == null ? 0 : 1);
        boolean nothing = actions == 0;
        if (actions > 1 || (nothing && !(interrupted && apply))) {
            throw usageError("give one of --delete, --drop and --max-error");
        }
        if (interrupted && !(nothing && apply)) {
            throw usageError("an earlier run was interrupted: finish it with 'mimeo garage thin " + root + " --apply'");
        }
        PackedInputs.requireExisting(garage);
        if (!Files.isDirectory(garage)) {
            throw usageError(root + " is not a folder");
        }
        Path scratch = outputs.scratchFolder("mimeo-garage-");
        try {
            return run(garage, rules(scratch), interrupted);
        } finally {
            outputs.discard(scratch);
        }
    }

    private int run(Path garage, ThinningPlan.Rules rules, boolean interrupted) throws IOException {
        try (SummaryStore summaries = apply ? SummaryStore.open(garage) : SummaryStore.openToRead(garage);
                Progress progress = stepProgress("thin")) {
            long[] done = new long[1];
            Thinning thinning = new Thinning(garage, summaries, source -> progress.update(++done[0], -1));
            if (interrupted) {
                thinning.resume();
                note(Counts.of(done[0], "file") + " done\n");
                return 0;
            }
            List<Path> files = PackedInputs.find(List.of(garage), this);
            ThinningPlan plan = checkedReading(() -> ThinningPlan.of(garage, files, summaries, rules));
            ThinningPlan.Step missing = plan.firstWithoutSummary();
            if (apply && missing != null && !withoutSummary) {
                throw MimeoException.of(
                        missing.source(),
                        MimeoException.Reason.UNSUPPORTED,
                        "has no up-to-date summary: run 'mimeo garage summarize' first, or give --without-summary");
            }
            report(plan);
            if (apply) {
                thinning.run(plan);
            } else {
                note("nothing was changed: --apply does it\n");
            }
        }
        return 0;
    }

    private ThinningPlan.Rules rules(Path scratch) {
        LocalDate day = before == null ? null : date("--before", before);
        String counter = null;
        double limit = 0;
        if (idle != null) {
            int equals = idle.lastIndexOf('=');
            try {
                counter = idle.substring(0, Math.max(0, equals));
                limit = Double.parseDouble(idle.substring(equals + 1));
            } catch (NumberFormatException e) {
                throw usageError("--idle takes COUNTER=LIMIT, not '" + idle + "'");
            }
        }
        Double error = maxError;
        ThinningPlan.Reencoding reencoding =
                error == null ? null : checked(() -> new ThinningPlan.Reencoding(error, scratch));
        return new ThinningPlan.Rules(scope.glob(), day, counter, limit, columns, reencoding);
    }

    private void report(ThinningPlan plan) throws IOException {
        long saved =
                plan.steps().stream().mapToLong(ThinningPlan.Step::savedBytes).sum();
        if (json) {
            ObjectNode document = Json.object().put("applied", apply).put("savedBytes", saved);
            ArrayNode steps = document.putArray("steps");
            for (ThinningPlan.Step step : plan.steps()) {
                ObjectNode node = steps.addObject();
                node.put("source", step.source());
                node.put("bytes", step.bytes());
                node.put("savedBytes", step.savedBytes());
                node.put("summarized", step.summarized());
                ArrayNode dropped = node.putArray("columns");
                step.columns().forEach(dropped::add);
            }
            print(Json.render(document));
            return;
        }
        StringBuilder text = new StringBuilder();
        for (ThinningPlan.Step step : plan.steps()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%,12d  %s%s%s%n",
                    step.savedBytes(),
                    Failures.oneLine(step.source()),
                    step.columns().isEmpty()
                            ? ""
                            : "  " + Counts.of(step.columns().size(), "column"),
                    step.summarized() ? "" : "  (no summary)"));
        }
        print(text.append(String.format(
                        Locale.ROOT,
                        "%,12d  bytes saved in %s%n",
                        saved,
                        Counts.of(plan.steps().size(), "file")))
                .toString());
    }
}
