package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NameLists;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.index.MinMaxIndex;
import dev.mimeo.formats.text.ExtentText;
import dev.mimeo.formats.text.TextOptions;
import dev.mimeo.query.expression.Expression;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints DataSeries files as text. */
@Command(
        name = "ds2txt",
        customSynopsis = "mimeo ds2txt FILE... [OPTIONS]",
        description = {
            "Prints the rows of DataSeries files as text.",
            "",
            "The output is that of the original ds2txt with the same flags, except that three",
            "faults are corrected: CSV is quoted, --header-only-once prints the rows of all",
            "types, and times in the format sec.nsec have the right sign and carry. --compat",
            "restores the original output.",
            "",
            "--json prints one object per line for each row:",
            "  {\"type\":NAME,\"row\":{FIELD:VALUE,...}}",
            "Integers are exact; byte strings that are not UTF-8 are {\"hex\":\"00ff...\"}."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo ds2txt logs.ds",
            "  mimeo ds2txt --csv --type=Mimeo::Dataset logs.ds",
            "  mimeo ds2txt --skip-all --select common record_id,packet_at nfs.ds",
            "  mimeo ds2txt --skip-all --where I/O 'bytes > 4096 && is_read' disk.ds",
            "  mimeo ds2txt --json --type=I/O disk.ds | jq .row.bytes"
        })
@WithoutOptions({"--progress", "--force"})
final class Ds2txtCommand extends MimeoSubcommand {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "DataSeries file.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--csv", description = "Print only field names and rows, with values separated by commas.")
    private boolean csv;

    @Option(names = "--separator", paramLabel = "S", description = "Separator of values (default: a space).")
    private @Nullable String separator;

    @Option(names = "--type", paramLabel = "PATTERN", description = "Print only extents of the matching type.")
    private @Nullable String type;

    @Option(
            names = "--select",
            arity = "2",
            paramLabel = "ARG",
            hideParamSyntax = true,
            description = "Print only extents of the matching type, and only these fields: FIELD,FIELD... or '*'.")
    private @Nullable List<String> select;

    @Option(
            names = "--where",
            arity = "2",
            paramLabel = "ARG",
            hideParamSyntax = true,
            description = "Of the matching type, print only rows for which EXPR is true.")
    private @Nullable List<String> where;

    @Mixin
    private final IndexOption index = new IndexOption();

    @Option(
            names = "--printSpec",
            paramLabel = "SPEC",
            description = "Set print attributes of a field: 'type=\"T\" name=\"F\" print_format=\"%%x\"'.")
    private List<String> printSpecs = new ArrayList<>();

    @Option(
            names = "--header",
            paramLabel = "XML",
            description = "Print a line instead of the field names: '<header type=\"T\">text</header>'.")
    private List<String> headers = new ArrayList<>();

    @Option(names = "--header-only-once", description = "Print the lines before extents once per type.")
    private boolean headerOnlyOnce;

    @Option(
            names = "--fields",
            paramLabel = "XML",
            description = "Fields of a type to print: '<fields type=\"T\"><field name=\"F\"/></fields>'.")
    private List<String> fields = new ArrayList<>();

    @Option(names = "--skip-types", description = "Leave out the descriptions of the types.")
    private boolean skipTypes;

    @Option(names = "--skip-index", description = "Leave out the index.")
    private boolean skipIndex;

    @Option(names = "--skip-extent-type", description = "Leave out the type before each extent.")
    private boolean skipExtentType;

    @Option(names = "--skip-extent-fieldnames", description = "Leave out the field names before each extent.")
    private boolean skipFieldNames;

    @Option(names = "--skip-all", description = "Leave out all four: print only rows.")
    private boolean skipAll;

    @Option(names = "--compat", description = "Reproduce the faults of the original tool.")
    private boolean compat;

    Ds2txtCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (json && csv) {
            throw usageError("--json and --csv exclude each other");
        }
        TextOptions options = checked(this::options);
        OutputStream out = Channels.newOutputStream(terminal.out());
        ExtentText text = new ExtentText(out, options);
        if (index.path() != null && where == null) {
            throw usageError("--index needs --where, for it skips extents in which no row can pass a condition");
        }
        Map<ExtentType, DataSeriesFiles.Exclusion> exclusions = new HashMap<>();
        long all = 0;
        long skipped = 0;
        Set<ExtentType> types = new HashSet<>();
        for (String file : files) {
            Path path = trace(file);
            try (DataSeriesReader reader = DataSeriesReader.open(path)) {
                Set<Long> excluded = excluded(reader, path, exclusions);
                types.addAll(reader.types());
                text.print(reader, excluded);
                for (DataSeriesReader.IndexEntry entry : reader.index()) {
                    all += isFiltered(reader, entry) ? 1 : 0;
                    skipped += excluded.contains(entry.offset()) ? 1 : 0;
                }
            }
        }
        options.unmatched(types).forEach(this::warn);
        text.warnings().forEach(this::warn);
        note(index.summary(skipped, all));
        return 0;
    }

    /** Returns whether an index may exclude an extent. */
    private boolean isFiltered(DataSeriesReader reader, DataSeriesReader.IndexEntry entry) throws IOException {
        return index.path() != null
                && where != null
                && reader.type(where.get(0)).name().equals(entry.typeName());
    }

    /** Returns the offsets of the extents of a file in which no row passes the condition. */
    private Set<Long> excluded(DataSeriesReader reader, Path file, Map<ExtentType, DataSeriesFiles.Exclusion> known)
            throws IOException {
        Path indexFile = index.path();
        List<String> condition = where;
        if (indexFile == null || condition == null) {
            return Set.of();
        }
        ExtentType rows = reader.type(condition.get(0));
        DataSeriesFiles.Exclusion exclusion = known.get(rows);
        if (exclusion == null) {
            Expression expression = checked(() -> Expression.parse(condition.get(1), rows));
            exclusion = MinMaxIndex.exclusion(indexFile, rows.name(), expression.selections());
            known.put(rows, exclusion);
        }
        return exclusion.offsets(file);
    }

    private TextOptions options() {
        TextOptions options = json ? TextOptions.JSON : csv ? TextOptions.CSV : TextOptions.DEFAULT;
        options = options.withThreads(threads());
        options = skipTypes || skipAll ? options.withoutTypes() : options;
        options = skipIndex || skipAll ? options.withoutIndex() : options;
        options = skipExtentType || skipAll ? options.withoutExtentType() : options;
        options = skipFieldNames || skipAll ? options.withoutFieldNames() : options;
        options = headerOnlyOnce ? options.withHeadersOnce() : options;
        options = compat ? options.withCompat() : options;
        options = separator == null ? options : options.withSeparator(separator);
        options = type == null ? options : options.withType(type);
        if (select != null) {
            options = selected(options, select);
        }
        if (where != null) {
            options = filtered(options, where);
        }
        for (String specification : printSpecs) {
            options = options.withPrintSpec(specification);
        }
        for (String header : headers) {
            options = options.withHeader(header);
        }
        for (String list : fields) {
            options = options.withFields(list);
        }
        return options;
    }

    private TextOptions filtered(TextOptions options, List<String> condition) {
        if (condition.size() != 2) {
            throw new IllegalArgumentException("--where is given more than once");
        }
        String text = condition.get(1);
        return options.withFilter(
                condition.get(0),
                text,
                rows -> checked(() -> Expression.parse(text, rows).condition()));
    }

    private static TextOptions selected(TextOptions options, List<String> select) {
        if (select.size() != 2) {
            throw new IllegalArgumentException("--select is given more than once");
        }
        String names = select.get(1);
        return options.withSelection(select.get(0), names.equals("*") ? List.of() : NameLists.split(names));
    }
}
