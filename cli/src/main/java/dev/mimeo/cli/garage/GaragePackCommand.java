package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.garage.codec.Scheme;
import dev.mimeo.garage.load.CounterDeclarations;
import dev.mimeo.garage.load.CounterImport;
import dev.mimeo.garage.load.CounterImportOptions;
import dev.mimeo.garage.load.CounterText;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Tables of counters into packed files. */
@Command(
        name = "pack",
        customSynopsis = "mimeo garage pack [TABLE=]INPUT... -o DIR [OPTIONS]",
        description = {
            "Packs tables of performance counters.",
            "",
            "Each server-day (in UTC) becomes a file, DIR/LAYOUT/SERVER.YYYY-MM-DD.gar.",
            "",
            "Inputs are CSV or Parquet files with a time in each row, and either a column",
            "for each counter, or columns 'counter' and 'value'. Rows need not be in order.",
            "Inputs of one table are combined; TABLE= names a table other than RawData,",
            "such as one of disks, with a column InstanceID.",
            "",
            "If a file fails, the files written before stay."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage pack counters.csv -o garage --layout hotmail/dc1",
            "  mimeo garage pack web17.csv DiskTable=disks.parquet -o garage",
            "  mimeo garage pack counters.csv -o garage --max-error 1e-4 --exclude '_*'",
            "  sadf -d -- -A > day.txt && mimeo garage pack --format sadf day.txt -o garage",
            "  promtool tsdb dump DIR > dump.txt",
            "  mimeo garage pack --format prometheus --drop-label job,port dump.txt -o garage"
        })
final class GaragePackCommand extends MimeoSubcommand {

    @Parameters(arity = "1..*", paramLabel = "[TABLE=]INPUT", hideParamSyntax = true, description = "Files to pack.")
    private List<String> inputs = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description = "Root of the garage, created if missing.")
    private String root = "";

    @Option(
            names = "--layout",
            paramLabel = "LAYOUT",
            description = "Folders below DIR, such as OWNER/DATACENTER; {COLUMN} stands for a value of that column.")
    private String layout = "";

    @Option(
            names = "--period",
            paramLabel = "day|week|month|year",
            description =
                    "Days of a server in one file (default: day). Few samples a day take less space in longer files, "
                            + "named SERVER.2026-W09.gar, SERVER.2026-03.gar or SERVER.2026.gar.")
    private CounterImportOptions.FilePeriod period = CounterImportOptions.FilePeriod.DAY;

    @Option(
            names = "--max-error",
            paramLabel = "E",
            description = "Largest relative error of floating point values (default: 0, every bit is kept).")
    private double maxError;

    @Option(
            names = "--columns",
            paramLabel = "FILE",
            description = "Properties of counters: CSV with column (a pattern) and any of unit, kind, min, "
                    + "max, maxRelError.")
    private @Nullable String columns;

    @Option(
            names = "--exclude",
            paramLabel = "PATTERN",
            description = "Leave out counters that match, with * and ?; may be repeated.")
    private List<String> exclude = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = {
                "What wrote the inputs:",
                "  sadf, sar        sysstat, 'sadf -d', 'sar'",
                "  pmrep            PCP, 'pmrep -o csv'",
                "  prometheus       'promtool tsdb dump'",
                "  openmetrics      OpenMetrics text with times",
                "  victoriametrics  '/api/v1/export'",
                "  otlp             OpenTelemetry metrics, JSON",
                "  collectd         CSV plugin: files, folders",
                "  relog            Windows, 'relog -f CSV'",
                "Times of sar and pmrep must be in UTC."
            })
    private @Nullable CounterText format;

    @Option(
            names = "--codec",
            paramLabel = "auto|dgzip",
            description = "Encoding of columns: auto or dgzip (default: auto).")
    private Scheme codec = Scheme.AUTO;

    @Option(
            names = "--drop-label",
            paramLabel = "PATTERN",
            split = ",",
            description = "Leave out labels that match, such as job,port; may be repeated.")
    private List<String> droppedLabels = new ArrayList<>();

    @Option(names = "--float32", description = "Keep floating point counters in 32 bits.")
    private boolean single;

    @Option(
            names = "--server-column",
            paramLabel = "NAME",
            description = "Column or label of the server (default: serverID, server, host or the like).")
    private @Nullable String serverColumn;

    @Option(
            names = "--server",
            paramLabel = "NAME",
            description = "Server of all rows (default: from the column, or from the file name).")
    private @Nullable String server;

    @Option(
            names = "--time-column",
            paramLabel = "NAME",
            description = "Column of the time (default: sampleTime, timestamp, time, ts or the like).")
    private @Nullable String timeColumn;

    @Option(
            names = "--instance",
            paramLabel = "NAME",
            description = "Column that distinguishes disks and other instances (default: InstanceID or instance).")
    private @Nullable String instanceColumn;

    GaragePackCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        Map<String, List<Path>> tables = filesByTable();
        if (format != null && !tables.keySet().equals(Set.of(TableSchema.RAW_DATA))) {
            throw usageError("--format finds the tables itself: leave out TABLE=");
        }
        PackedFileWriter.Options pack = checked(() -> new PackedFileWriter.Options(codec, maxError, Map.of()));
        Path folder = outputs.scratchFolder("mimeo-garage-");
        try (Progress progress = stepProgress("pack")) {
            CounterImportOptions options = options(pack, folder);
            long[] done = new long[1];
            printReport(
                    CounterImport.run(tables, Outputs.folder(root), options, file -> progress.update(++done[0], -1)));
        } finally {
            outputs.discard(folder);
        }
        return 0;
    }

    /** Returns the input files by the table that each {@code TABLE=} before its name gives. */
    private Map<String, List<Path>> filesByTable() throws IOException {
        Map<String, List<Path>> tables = new LinkedHashMap<>();
        for (String input : inputs) {
            int equals = input.indexOf('=');
            String before = input.substring(0, Math.max(0, equals));
            // A sign behind a separator belongs to the name of the file.
            boolean named = equals > 0 && before.indexOf('/') < 0 && before.indexOf(File.separatorChar) < 0;
            String file = named ? input.substring(equals + 1) : input;
            refuseStream(file);
            tables.computeIfAbsent(named ? before : TableSchema.RAW_DATA, key -> new ArrayList<>())
                    .add(Outputs.path(file));
        }
        return tables;
    }

    private void refuseStream(String file) throws IOException {
        if (file.equals("-")) {
            throw usageError("standard input cannot be packed, because inputs are read twice: write it to a file");
        }
        if (FileKinds.isSpecial(Outputs.path(file))) {
            throw usageError(file
                    + " is a pipe or a device and cannot be packed, because inputs are read twice: copy it to a"
                    + " file");
        }
    }

    private CounterImportOptions options(PackedFileWriter.Options pack, Path folder) throws IOException {
        CounterDeclarations declarations =
                columns == null ? CounterDeclarations.NONE : CounterDeclarations.read(Outputs.path(columns), folder);
        return checked(() -> new CounterImportOptions(
                format,
                new CounterImportOptions.Keys(serverColumn, server, timeColumn, instanceColumn),
                new CounterImportOptions.Content(exclude, droppedLabels, single, declarations, pack),
                layout,
                period,
                force,
                threads(),
                folder));
    }

    private void printReport(CounterImport.Report report) throws IOException {
        if (json) {
            ObjectNode document = Json.object()
                    .put("files", report.files())
                    .put("rows", report.rows())
                    .put("rawBytes", report.rawBytes())
                    .put("packedBytes", report.packedBytes())
                    .put("skipped", report.skipped());
            report.warnings().forEach(document.putArray("warnings")::add);
            print(Json.render(document));
        }
        for (String warning : report.warnings()) {
            terminal.err().println("mimeo: warning: " + Failures.oneLine(warning));
        }
        note(String.format(
                Locale.ROOT,
                "%s in %s%s%s%n",
                Counts.of(report.rows(), "row"),
                Counts.of(report.files(), "file"),
                size(report.rawBytes(), report.packedBytes()),
                report.skipped() == 0 ? "" : "; packed before: " + Counts.of(report.skipped(), "file")));
    }

    /** Returns the size of the files, if there are any, also relative to that of the values, which is smaller where these are few. */
    private static String size(long rawBytes, long packedBytes) {
        if (rawBytes == 0 || packedBytes == 0) {
            return "";
        }
        String relative = rawBytes < packedBytes
                ? String.format(Locale.ROOT, "%.1f times the values", (double) packedBytes / rawBytes)
                : String.format(Locale.ROOT, "ratio %.1f", (double) rawBytes / packedBytes);
        return ", " + Counts.of(packedBytes, "byte") + ", " + relative;
    }
}
