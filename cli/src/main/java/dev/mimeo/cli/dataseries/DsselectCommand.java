package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NameLists;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentHeader;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.index.MinMaxIndex;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.query.relational.Projection;
import dev.mimeo.query.relational.ProjectionStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies some columns of some rows of DataSeries files. */
@Command(
        name = "dsselect",
        customSynopsis = "mimeo dsselect TYPE FIELDS IN... OUT [OPTIONS]",
        description = {
            "Copies some columns of some rows of DataSeries files.",
            "",
            "The new type has the name and version of the old one and the descriptions of",
            "its fields. A column packed relative to another column keeps that attribute",
            "only if the other one is copied before it."
        },
        footer = {
            "",
            "Expressions are those of dsstatgroupby. In --add, out.x is an earlier column of",
            "the same new row, and prev.x a column of the previous new row.",
            "",
            "Examples:",
            "  mimeo dsselect I/O enter_driver,bytes disk.ds small.ds",
            "  mimeo dsselect I/O all --where 'bytes > 4096 && is_read' disk.ds reads.ds",
            "  mimeo dsselect I/O 'bytes,enter_driver as start' disk.ds times.ds \\",
            "    --add 'latency:double=leave_driver - enter_driver'",
            "  mimeo dsselect I/O bytes disk.ds sums.ds --add 'sum:int64=prev.sum + bytes'"
        })
final class DsselectCommand extends MimeoSubcommand {

    private static final String AS = " as ";

    @Parameters(index = "0", paramLabel = "TYPE", description = "Name of the type, or a unique part of it.")
    private String type = "";

    @Parameters(
            index = "1",
            paramLabel = "FIELDS",
            description = "Columns in their new order, separated by commas, or all. 'old as new' renames a column.")
    private String fields = "";

    @Parameters(
            index = "2..*",
            paramLabel = "IN... OUT",
            arity = "2..*",
            hideParamSyntax = true,
            description = "DataSeries files to read; the last one is the output, or - for standard output.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--where", paramLabel = "COND", description = "Copy only rows for which the condition holds.")
    private String where = "";

    @Option(
            names = "--add",
            paramLabel = "NAME:TYPE=EXPR",
            description = "Add a computed column. TYPE is bool, byte, int32, int64, double or variable32. May "
                    + "be repeated.")
    private List<String> added = new ArrayList<>();

    @Option(names = "--rename", paramLabel = "OLD=NEW", description = "Rename a column. May be repeated.")
    private List<String> renamings = new ArrayList<>();

    @Option(
            names = "--xml-desc-file",
            paramLabel = "FILE",
            description = "Write rows of the type that this file describes; values are converted.")
    private @Nullable String xmlFile;

    @Mixin
    private final IndexOption index = new IndexOption();

    @Mixin
    private PackingOptions packing = new PackingOptions();

    DsselectCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        String output = files.get(files.size() - 1);
        refuseTwoResults(output);
        List<Path> inputs = traces(files.subList(0, files.size() - 1));
        long[] sizes = InputSizes.each(inputs);
        ExtentType inputType;
        try (DataSeriesReader first = DataSeriesReader.open(inputs.get(0))) {
            inputType = first.type(type);
        }
        ExtentType given = xmlFile == null ? null : TypeFiles.read(xmlFile);
        Projection projection = projection(inputType, given);
        Path indexFile = index.path();
        DataSeriesFiles.Exclusion exclusion = indexFile == null
                ? file -> Set.of()
                : MinMaxIndex.exclusion(indexFile, inputType.name(), projection.selections());
        Skipped skipped = new Skipped();
        long inputRows;
        long outputRows;
        long extentsRead;
        SortedMap<String, Long> inexact;
        try (Output file = outputs.openBinary(output, force)) {
            try (DataSeriesWriter writer = DataSeriesWriter.create(
                            file.channel(), List.of(projection.type()), packing.writerOptions(threads()));
                    Progress progress = byteProgress("select");
                    WatchedExtents extents = new WatchedExtents(
                            DataSeriesFiles.of(inputs)
                                    .matching(inputType.name())
                                    .without(exclusion, skipped)
                                    .open(threads()),
                            progress,
                            sizes);
                    ProjectionStream copies =
                            new ProjectionStream(extents, () -> projection(inputType, given), threads())) {
                ExtentOutput rows = new ExtentOutput(writer, projection.type(), packing.extentSize());
                for (Extent extent = copies.next(); extent != null; extent = copies.next()) {
                    rows.copy(extent);
                }
                rows.close();
                inputRows = extents.rows() + skipped.rows;
                extentsRead = extents.count();
                outputRows = rows.rows();
                inexact = copies.inexact();
            }
            file.commit();
        }
        warnOfInexact(projection.type(), inexact);
        report(projection.type(), output, inputRows, outputRows);
        note(index.summary(skipped.extents, skipped.extents + extentsRead));
        return 0;
    }

    /** Counts what an index spares. For one thread. */
    private static final class Skipped implements Consumer<ExtentHeader> {
        private long extents;
        private long rows;

        @Override
        public void accept(ExtentHeader header) {
            extents++;
            rows += header.rows();
        }
    }

    private Projection projection(ExtentType input, @Nullable ExtentType given) {
        return checked(() -> {
            List<Projection.Column> columns = columns(input);
            List<Projection.Computed> computed =
                    added.stream().map(DsselectCommand::computed).toList();
            return given == null
                    ? Projection.of(input, columns, computed, where)
                    : Projection.to(given, input, columns, computed, where);
        });
    }

    private List<Projection.Column> columns(ExtentType input) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String renaming : renamings) {
            int equals = renaming.indexOf('=');
            if (equals < 1 || equals == renaming.length() - 1) {
                throw new IllegalArgumentException("--rename takes OLD=NEW, not '" + renaming + "'");
            }
            names.put(renaming.substring(0, equals), renaming.substring(equals + 1));
        }
        List<String> words =
                fields.equals("all") ? input.fields().stream().map(Field::name).toList() : NameLists.split(fields);
        List<Projection.Column> columns = new ArrayList<>();
        for (String word : words) {
            int as = input.hasField(word) ? -1 : word.indexOf(AS);
            String source = as < 0 ? word : word.substring(0, as).strip();
            String renamed = names.remove(source);
            String name = as >= 0 ? word.substring(as + AS.length()).strip() : renamed != null ? renamed : source;
            columns.add(new Projection.Column(source, name));
        }
        for (String name : names.keySet()) {
            throw new IllegalArgumentException("--rename: '" + name + "' is not selected");
        }
        return columns;
    }

    private static Projection.Computed computed(String text) {
        int equals = text.indexOf('=');
        int colon = equals < 0 ? -1 : text.lastIndexOf(':', equals);
        if (colon < 1) {
            throw new IllegalArgumentException("--add takes NAME:TYPE=EXPR, not '" + text + "'");
        }
        String typeName = text.substring(colon + 1, equals).strip();
        for (FieldType fieldType : FieldType.values()) {
            if (fieldType.xmlName().equals(typeName)) {
                return new Projection.Computed(text.substring(0, colon), fieldType, text.substring(equals + 1));
            }
        }
        throw new IllegalArgumentException("--add: '" + typeName + "' is not a type of columns");
    }

    private void warnOfInexact(ExtentType made, SortedMap<String, Long> inexact) {
        inexact.forEach((name, count) -> {
            FieldType kind = made.fields().get(made.indexOf(name)).type();
            warn("type '" + made.name() + "', field '" + name + "': " + Counts.of(count, "value")
                    + (kind == FieldType.DOUBLE
                            ? " became the nearest double, as none is equal; make the field int64 to keep them"
                            : " lost their fraction; make the field double to keep it"));
        });
    }

    /** Prints what the original prints. */
    private void report(ExtentType made, String output, long inputRows, long outputRows) throws IOException {
        if (json) {
            print(Json.render(Json.object()
                    .put("output", output)
                    .put("type", made.name())
                    .put("xml", made.xml())
                    .put("inputRows", inputRows)
                    .put("outputRows", outputRows)));
            return;
        }
        StringBuilder text = new StringBuilder();
        for (Field field : made.fields()) {
            text.append(field.name())
                    .append(" -> ")
                    .append(Projection.element(field))
                    .append('\n');
        }
        text.append(made.xml())
                .append(made.xml().endsWith("\n") ? "" : "\n")
                .append(String.format(Locale.ROOT, "\n%d input rows, %d output rows\n", inputRows, outputRows));
        if (output.equals("-")) {
            note(text.toString());
        } else if (!quiet) {
            print(text.toString());
        }
    }
}
