package dev.mimeo.garage.load;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.formats.csv.CsvOptions;
import dev.mimeo.formats.csv.CsvTable;
import dev.mimeo.formats.csv.CsvValues;
import dev.mimeo.garage.internal.NamePattern;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file with a header. The separator is the one of comma, semicolon, tab and vertical bar that the header has most of; a field
 * without characters, quoted or not, is not a value.
 */
record CsvSource(Path file, String table, CounterImportOptions options) implements CounterSource {

    private static final char[] SEPARATORS = {',', ';', '\t', '|'};

    /** A header is longer where its names are; its first names say what separates them. */
    private static final int HEADER_BYTES = 1 << 16;

    /** Returns whether a name is that of a CSV file. */
    static boolean isCsv(String name) {
        return name.matches(".*\\.(csv|tsv)(\\.gz|\\.zst)?");
    }

    @Override
    public String label() {
        return table + "\n" + options.serverOf(file);
    }

    @Override
    public void read(CounterTables tables, SampleSink sink) throws IOException {
        try (BufferedInputStream in = new BufferedInputStream(InputFile.open(file), 2 * HEADER_BYTES)) {
            CsvOptions csv = CsvOptions.DEFAULT
                    .withSeparator(String.valueOf(separator(in)))
                    .withCommentPrefix("")
                    .withThreads(options.threads());
            CsvTable.read(in, file.toString(), csv, new RecordVisitor(tables.table(table), sink));
        } catch (DataSeriesException e) {
            throw new LoadException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the separator that the first line has most of, outside of quotes. */
    private static char separator(BufferedInputStream in) throws IOException {
        in.mark(HEADER_BYTES);
        String start = new String(in.readNBytes(HEADER_BYTES), StandardCharsets.ISO_8859_1);
        in.reset();
        int[] counts = new int[SEPARATORS.length];
        boolean quoted = false;
        for (int i = 0; i < start.length() && (quoted || start.charAt(i) != '\n'); i++) {
            quoted ^= start.charAt(i) == '"';
            for (int j = 0; j < SEPARATORS.length && !quoted; j++) {
                counts[j] += start.charAt(i) == SEPARATORS[j] ? 1 : 0;
            }
        }
        int most = 0;
        for (int j = 1; j < counts.length; j++) {
            most = counts[j] > counts[most] ? j : most;
        }
        return SEPARATORS[most];
    }

    /** Hands on records as rows. */
    private final class RecordVisitor implements CsvTable.Visitor {
        private final CounterTable target;
        private final SampleSink sink;
        private final TimeUnits units = new TimeUnits();
        private final Map<String, String> names = new HashMap<>();
        private ColumnRoles roles = new ColumnRoles(-1, -1, -1, -1, -1, -1, List.of(), List.of());
        private @Nullable TableCounter[] counters = {};
        private int[] wantedColumns = {};
        private int wanted;
        private boolean wantsValues;
        private List<NamePattern> excluded = List.of();
        private String server = "";
        private @Nullable TimeText time;
        private @Nullable String instance;
        private String counterName = "";
        private int counterRow;
        private @Nullable TableCounter counter;

        RecordVisitor(CounterTable target, SampleSink sink) {
            this.target = target;
            this.sink = sink;
        }

        @Override
        public void header(List<String> header) throws IOException {
            List<String> titles = new ArrayList<>();
            for (int i = 0; i < header.size(); i++) {
                titles.add(header.get(i).isEmpty() ? "column" + i : header.get(i));
            }
            roles = ColumnRoles.of(file, titles, options);
            if (roles.previous() >= 0) {
                target.addPrevious();
            }
            counters = new TableCounter[titles.size()];
            for (int i = 0; i < counters.length; i++) {
                String name = roles.counters().get(i);
                counters[i] = name.isEmpty() ? null : counter(name);
            }
            wantedColumns = IntStream.range(0, counters.length)
                    .filter(column -> counters[column] != null)
                    .toArray();
            wanted = wantedColumns.length;
            excluded = options.content().excluded();
            server = options.serverOf(file);
        }

        @Override
        public void values(CsvValues values) throws IOException {
            counterRow = -1;
            for (int row = 0; row < values.records(); row++) {
                if (start(values, row)) {
                    if (roles.isLong()) {
                        addLong(values, row);
                    } else {
                        addWide(values, row);
                    }
                }
            }
        }

        private boolean start(CsvValues values, int row) throws IOException {
            if (roles.server() >= 0 && options.keys().serverName() == null && !values.isRepeated(row, roles.server())) {
                server = name(values, row, roles.server());
                if (server.isEmpty()) {
                    throw error(values, row, "names no server");
                }
            }
            TimeText now = time;
            if (now == null || !values.isRepeated(row, roles.time())) {
                now = time(values, row, roles.time());
                if (now == null) {
                    throw error(values, row, "has no time");
                }
                time = now;
            }
            TimeText previous = roles.previous() < 0 ? null : time(values, row, roles.previous());
            if (roles.instance() >= 0 && !values.isRepeated(row, roles.instance())) {
                String name = name(values, row, roles.instance());
                instance = name.isEmpty() ? null : name;
            }
            boolean isWanted = sink.row(
                    target,
                    server,
                    now.millis(),
                    previous == null ? SampleSink.NONE : previous.millis(),
                    instance,
                    values.line(row));
            for (int level = 0; level < roles.folders().size(); level++) {
                int column = roles.folders().get(level);
                if (column >= 0 && values.kind(row, column) != CsvValues.Kind.EMPTY) {
                    sink.folder(level, name(values, row, column));
                }
            }
            if (isWanted && !now.exact()) {
                sink.rounded(null);
            }
            wantsValues = sink.wantsValues();
            return isWanted;
        }

        private void addWide(CsvValues values, int row) throws IOException {
            int kept = 0;
            for (int i = 0; i < wanted; i++) {
                int column = wantedColumns[i];
                TableCounter wide = Objects.requireNonNull(counters[column]);
                // In a survey a column is passed over as soon as it is known to have numbers.
                if (wantsValues || !wide.isNumber()) {
                    wantedColumns[kept++] = column;
                    add(wide, values, row, column);
                }
            }
            wanted = kept;
        }

        private void addLong(CsvValues values, int row) throws IOException {
            // Rows between may not have been wanted.
            boolean isKnown = counterRow == row - 1 && values.isRepeated(row, roles.counter());
            counterRow = row;
            if (!isKnown) {
                counterName = name(values, row, roles.counter());
                counter = counterName.isEmpty() || excluded.stream().anyMatch(pattern -> pattern.matches(counterName))
                        ? null
                        : counter(values, row);
            }
            if (counterName.isEmpty() && values.kind(row, roles.value()) != CsvValues.Kind.EMPTY) {
                throw error(values, row, "has a value of a counter without a name");
            }
            if (counter != null) {
                add(counter, values, row, roles.value());
            }
        }

        /** Returns the counter of a column. */
        private TableCounter counter(String name) throws LoadException {
            try {
                return target.counter(name);
            } catch (LoadException e) {
                throw new LoadException(file + ": " + e.getMessage(), e);
            }
        }

        private TableCounter counter(CsvValues values, int row) throws LoadException {
            try {
                return target.counter(counterName);
            } catch (LoadException e) {
                throw error(values, row, String.valueOf(e.getMessage()));
            }
        }

        private void add(TableCounter to, CsvValues values, int row, int column) throws IOException {
            switch (values.kind(row, column)) {
                case EMPTY -> {}
                case WHOLE -> sink.value(to, CellKind.WHOLE, values.whole(row, column), null);
                case FRACTION -> {
                    double value = values.fraction(row, column);
                    if (Math.abs(value) >= 0x1p63
                            && !NumberText.of(values.text(row, column), value).exact()) {
                        sink.rounded(to);
                    }
                    sink.value(to, CellKind.FLOAT64, Double.doubleToRawLongBits(value), null);
                }
                case TEXT -> sink.value(to, CellKind.WORD, 0, shared(values.text(row, column)));
            }
        }

        private String name(CsvValues values, int row, int column) throws IOException {
            return shared(values.text(row, column));
        }

        /** Returns one object for texts that come often. */
        private String shared(String text) {
            String known = names.putIfAbsent(text, text);
            if (names.size() > MAX_NAMES) {
                names.clear();
            }
            return known == null ? text : known;
        }

        private @Nullable TimeText time(CsvValues values, int row, int column) throws IOException {
            return switch (values.kind(row, column)) {
                case EMPTY -> null;
                case WHOLE -> checked(units.time(values.whole(row, column)), values, row, column);
                case FRACTION -> checked(units.time(values.fraction(row, column)), values, row, column);
                case TEXT -> checked(TimeText.parse(values.text(row, column)), values, row, column);
            };
        }

        private TimeText checked(@Nullable TimeText found, CsvValues values, int row, int column) throws IOException {
            if (found == null) {
                throw error(values, row, units.notATime(values.text(row, column)));
            }
            return found;
        }

        private LoadException error(CsvValues values, int row, String problem) {
            return new LoadException(file + ": line " + values.line(row) + ": " + problem);
        }
    }

    private static final int MAX_NAMES = 1 << 16;
}
