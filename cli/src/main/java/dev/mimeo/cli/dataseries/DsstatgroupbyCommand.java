package dev.mimeo.cli.dataseries;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.ChecksumsOption;
import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NameLists;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.internal.text.StrictUtf8;
import dev.mimeo.query.statistics.GroupKey;
import dev.mimeo.query.statistics.GroupedStatistics;
import dev.mimeo.query.statistics.Grouping;
import dev.mimeo.query.statistics.StatGroupBy;
import dev.mimeo.statistics.QuantileSketch;
import dev.mimeo.statistics.Stats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Computes statistics of an expression over the rows of DataSeries files. */
@Command(
        name = "dsstatgroupby",
        preprocessor = DsstatgroupbyCommand.Expressions.class,
        customSynopsis = "mimeo dsstatgroupby TYPE STATISTICS... from FILE... [OPTIONS]",
        description = {
            "Computes statistics of expressions over rows, by group.",
            "",
            "STATISTICS is (basic|quantile) EXPR [where COND] [group by FIELD,...]. basic:",
            "count, mean, standard deviation, minimum and maximum. quantile: also quantiles,",
            "with a rank error of at most 1 %% of the rows. Several statistics are computed in",
            "one pass. The output has the format of the original dsstatgroupby."
        },
        footer = {
            "",
            "Expressions consist of columns, numbers, strings in quotes, + - * /, == != < <=",
            "> >=, =~ (regular expression), && || !, is null and is not null. In a column",
            "name, put a backslash before each character other than a letter, digit, _ . or",
            ":.",
            "",
            "Examples:",
            "  mimeo dsstatgroupby I/O basic '1000*(leave_driver - enter_driver)' \\",
            "    group by device_number from disk.ds",
            "  mimeo dsstatgroupby I/O quantile bytes where 'is_read && bytes > 0' \\",
            "    basic bytes group by machine_id from *.ds --json",
            "  mimeo dsstatgroupby I/O basic bytes group by machine_id,is_read \\",
            "    from *.ds --cube"
        })
@WithoutOptions("--force")
final class DsstatgroupbyCommand extends MimeoSubcommand {

    /** The quantiles that the JSON document lists. */
    private static final double[] QUANTILES = {
        0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999
    };

    private static final double MIB = 1024.0 * 1024;

    @Parameters(index = "0", paramLabel = "TYPE", description = "Name of the type, or a unique part of it.")
    private String type = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "STATISTICS... from FILE...",
            hideParamSyntax = true,
            description = "Statistics to compute, and the DataSeries files.")
    private List<String> words = new ArrayList<>();

    @Mixin
    private final ChecksumsOption checksums = new ChecksumsOption();

    @Mixin
    private final IndexOption index = new IndexOption();

    @Option(
            names = "--cube",
            description = "Also group by each subset of the fields; *any* stands for all values of a field.")
    private boolean cube;

    @Option(
            names = "--max-groups",
            paramLabel = "N",
            description = "Maximum number of groups of each result, which limits memory (default: 1000000).")
    private int maxGroups = Grouping.DEFAULT_MAX_GROUPS;

    DsstatgroupbyCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        ListIterator<String> left = words.listIterator();
        List<StatGroupBy.Request> requests = requests(left);
        if (cube
                && requests.stream()
                        .allMatch(request -> request.grouping().columns().isEmpty())) {
            throw usageError("--cube needs fields after group by");
        }
        List<Path> files = new ArrayList<>();
        long bytes = 0;
        while (left.hasNext()) {
            Path file = trace(left.next());
            bytes += Files.size(file);
            files.add(file);
        }
        if (files.isEmpty()) {
            throw usageError("name a file after from");
        }
        StatGroupBy.Result result;
        try (Progress progress = byteProgress("read")) {
            long total = bytes;
            result = compute(files, requests, done -> progress.update(done, total));
        }
        if (json) {
            print(Json.render(document(result)));
        } else {
            print(text(result));
        }
        note(index.summary(result.skipped(), result.skipped() + result.extents()));
        return 0;
    }

    private StatGroupBy.Result compute(List<Path> files, List<StatGroupBy.Request> requests, LongConsumer progress)
            throws IOException {
        try {
            StatGroupBy.Input input = new StatGroupBy.Input(files, type, checksums.which(), index.path());
            return StatGroupBy.compute(input, requests, threads(), progress);
        } catch (MimeoException e) {
            if (e.reason() != MimeoException.Reason.LIMIT) {
                throw e;
            }
            throw new CommandFailure(e.getMessage() + " (--max-groups)");
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    /** Takes the words up to {@code from}. */
    private List<StatGroupBy.Request> requests(ListIterator<String> left) {
        List<StatGroupBy.Request> requests = new ArrayList<>();
        String word = next(left, "basic or quantile");
        while (!word.equals("from") || requests.isEmpty()) {
            StatGroupBy.Request.Kind kind = switch (word) {
                case "basic" -> StatGroupBy.Request.Kind.BASIC;
                case "quantile" -> StatGroupBy.Request.Kind.QUANTILE;
                default ->
                    throw usageError("basic, quantile" + (requests.isEmpty() ? "" : " or from") + " is expected, not '"
                            + word + "'");
            };
            String expression = next(left, "an expression after " + word);
            String where = "";
            List<String> groupBy = List.of();
            word = next(left, "from and files");
            if (word.equals("where")) {
                where = next(left, "a condition after where");
                word = next(left, "from and files");
            }
            if (word.equals("group")) {
                if (!next(left, "by after group").equals("by")) {
                    throw usageError("by is expected after group");
                }
                groupBy = NameLists.split(next(left, "a field after group by"));
                word = next(left, "from and files");
            }
            List<String> columns = groupBy;
            boolean subsets = cube && !columns.isEmpty();
            Grouping grouping = checked(() -> new Grouping(columns, subsets, maxGroups));
            requests.add(new StatGroupBy.Request(kind, expression, where, grouping));
        }
        return requests;
    }

    private String next(Iterator<String> left, String expected) {
        if (!left.hasNext()) {
            throw usageError(expected + " is expected");
        }
        String word = left.next();
        return word.startsWith(Expressions.MARK) ? word.substring(Expressions.MARK.length()) : word;
    }

    /** Marks expressions that begin with a minus, which would be taken for options. */
    static final class Expressions implements IParameterPreprocessor {

        /** No argument of a process begins so. */
        static final String MARK = "\0";

        private static final Set<String> BEFORE = Set.of("basic", "quantile", "where");

        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
            // The next argument is the last of the stack.
            for (int i = arguments.size() - 1; i > 0; i--) {
                String expression = arguments.get(i - 1);
                if (BEFORE.contains(arguments.get(i)) && expression.startsWith("-") && !expression.startsWith("--")) {
                    arguments.set(i - 1, MARK + expression);
                }
            }
            return false;
        }
    }

    private static String text(StatGroupBy.Result result) {
        StringBuilder text = new StringBuilder();
        for (GroupedStatistics statistics : result.statistics()) {
            text.append(statistics.text()).append('\n');
        }
        double stored = result.storedBytes() / MIB;
        double unpacked = result.unpackedBytes() / MIB;
        // Nothing here waits as the original did; the line is there for what reads it.
        String read = String.format(Locale.ROOT, """
                # extents: %.2f MB -> %.2f MB
                #                    common
                # MB compressed:   %8.2f
                # MB uncompressed: %8.2f
                # wait fraction :  %8.2f
                """, stored, unpacked, stored, unpacked, 0.0);
        return text.append(read).toString();
    }

    private static ObjectNode document(StatGroupBy.Result result) {
        ObjectNode document = Json.object()
                .put("type", result.type().name())
                .put("extents", result.extents())
                .put("storedBytes", result.storedBytes())
                .put("unpackedBytes", result.unpackedBytes());
        ArrayNode all = document.putArray("statistics");
        for (GroupedStatistics statistics : result.statistics()) {
            StatGroupBy.Request request = statistics.request();
            ObjectNode node = all.addObject()
                    .put("kind", request.kind().name().toLowerCase(Locale.ROOT))
                    .put("expression", request.expression())
                    .put("where", request.where())
                    .put("groupBy", String.join(",", request.grouping().columns()))
                    .put("processed", statistics.processed())
                    .put("ignored", statistics.ignored());
            ArrayNode groups = node.putArray("groups");
            for (GroupedStatistics.Group group : statistics.groups()) {
                ObjectNode one = groups.addObject();
                putKeys(one, request.grouping(), group.keys());
                put(one, group.stats());
                put(one, group.quantiles());
            }
        }
        return document;
    }

    /** One key is called that; several are named by their fields, and those that are any are left out. */
    private static void putKeys(ObjectNode node, Grouping grouping, List<GroupKey> keys) {
        if (keys.isEmpty()) {
            node.putNull("key");
        } else if (keys.size() == 1 && !grouping.cube()) {
            putKey(node, "key", keys.get(0));
        } else {
            ObjectNode named = node.putObject("keys");
            for (int i = 0; i < keys.size(); i++) {
                if (!keys.get(i).isAny()) {
                    putKey(named, grouping.columns().get(i), keys.get(i));
                }
            }
        }
    }

    private static void putKey(ObjectNode node, String name, GroupKey key) {
        Object value = key.value();
        if (value instanceof Long number) {
            node.put(name, number);
        } else if (value instanceof Boolean flag) {
            node.put(name, flag);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            node.put(name, number);
        } else if (value instanceof byte[] bytes) {
            putBytes(node, name, bytes);
        } else {
            // Null is the key of rows without a value, so NaN and the infinities are texts.
            node.put(name, value == null ? null : value.toString());
        }
    }

    /** Puts a string, or an object of its hexadecimal digits where it is not text. */
    private static void putBytes(ObjectNode node, String name, byte[] bytes) {
        String text = StrictUtf8.decode(bytes);
        if (text == null) {
            node.putObject(name).put("hex", HexFormat.of().formatHex(bytes));
        } else {
            node.put(name, text);
        }
    }

    private static void put(ObjectNode node, Stats stats) {
        node.put("count", stats.count());
        Json.put(node, "mean", stats.mean());
        Json.put(node, "stddev", stats.standardDeviation());
        Json.put(node, "min", stats.min());
        Json.put(node, "max", stats.max());
    }

    private static void put(ObjectNode node, @Nullable QuantileSketch quantiles) {
        if (quantiles == null) {
            return;
        }
        ArrayNode list = node.putArray("quantiles");
        for (double quantile : QUANTILES) {
            ObjectNode one = list.addObject().put("quantile", quantile);
            Json.put(one, "value", quantiles.quantile(quantile));
        }
    }
}
