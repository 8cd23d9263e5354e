package dev.mimeo.garage.load;

import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Samples made of a seed, as the texts of their values, and the files that they are written to in some order. */
final class GeneratedSamples {

    /** 2026-03-01T00:00:00Z. */
    static final long START = 1_772_323_200_000L;

    /** Texts that are not valid in a column of numbers. */
    static final String INVALID = "N/A";

    /** The form in which rows are written. */
    enum Format {
        WIDE_CSV,
        LONG_CSV,
        WIDE_PARQUET,
        LONG_PARQUET,
        SADF,
        SAR,
        PMREP;

        boolean isText() {
            return this == SADF || this == SAR || this == PMREP;
        }

        /** Whether all values are numbers. */
        boolean isNumeric() {
            return isText() || this == LONG_PARQUET;
        }

        @Nullable CounterText collector() {
            return isText() ? CounterText.valueOf(name()) : null;
        }
    }

    /** A cell, and what tells it from others. */
    record Cell(String server, long time, String instance, String counter) {}

    /** A part of the values of a server at a time. */
    record Row(String server, long time, String instance, Map<String, String> values) {}

    private final Random random;
    private final Format format;
    private final boolean instances;
    final Map<Cell, String> values = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    final List<Path> files = new ArrayList<>();
    long invalid;
    long repeated;
    boolean conflicting;

    GeneratedSamples(long seed, Format format) {
        this.random = new Random(seed);
        this.format = format;
        this.instances = random.nextBoolean();
    }

    /** Writes files; their values are those of {@link #values}, {@link #INVALID} stands for none. */
    void write(Path folder) throws IOException, SQLException {
        List<Row> rows = rows();
        if (random.nextBoolean()) {
            Collections.shuffle(rows, random);
        }
        int parts = 1 + random.nextInt(3);
        List<List<Row>> byFile = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            byFile.add(new ArrayList<>());
        }
        for (Row row : rows) {
            byFile.get(random.nextInt(parts)).add(row);
        }
        for (List<Row> part : byFile) {
            if (!part.isEmpty()) {
                write(folder, part);
            }
        }
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        int samples = 1 + random.nextInt(30);
        boolean mayConflict = random.nextInt(4) == 0;
        for (String server : List.of("a", "b-1", "web")) {
            for (int i = 0; i < samples; i++) {
                // Over midnight, with gaps.
                long time = START + 86_400_000L - 10 * 15_000 + 15_000L * i;
                for (String instance : instances ? List.of("sda", "sdb") : List.of("")) {
                    if (random.nextInt(8) > 0) {
                        addRows(rows, server, time, instance, mayConflict);
                    }
                }
            }
        }
        if (rows.isEmpty()) {
            addRows(rows, "a", START, instances ? "sda" : "", false);
        }
        return rows;
    }

    private void addRows(List<Row> rows, String server, long time, String instance, boolean mayConflict) {
        Map<String, String> one = new TreeMap<>();
        Map<String, String> two = new TreeMap<>();
        for (String counter : List.of("bits", "count", "name", "on", "ratio %")) {
            String value = value(counter);
            if (value == null) {
                continue;
            }
            (random.nextInt(6) == 0 ? two : one).put(counter, value);
            values.put(new Cell(server, time, instance, counter), value);
            invalid += value.equals(INVALID) && !counter.equals("name") ? 1 : 0;
            if (random.nextInt(20) == 0 && !value.equals(INVALID)) {
                boolean differs = mayConflict && random.nextInt(4) == 0 && counter.equals("count");
                conflicting |= differs;
                repeated += differs ? 0 : 1;
                one.put(counter, value);
                two.put(counter, differs ? value + "1" : value);
            }
        }
        for (Map<String, String> part : List.of(one, two)) {
            if (!part.isEmpty()) {
                rows.add(new Row(server, time, instance, part));
            }
        }
    }

    private @Nullable String value(String counter) {
        if (random.nextInt(5) == 0) {
            return null;
        }
        if (isUntyped() && random.nextInt(10) == 0 && (counter.equals("count") || counter.equals("ratio %"))) {
            return INVALID;
        }
        return switch (counter) {
            case "count" -> Long.toString(random.nextInt(1_000));
            case "bits" -> format.isNumeric() ? "7" : Long.toString(random.nextLong() >> random.nextInt(40));
            case "ratio %" -> Double.toString(random.nextDouble() * Math.pow(10, random.nextInt(9) - 4) + 0.125);
            case "on" -> format.isNumeric() ? null : Boolean.toString(random.nextBoolean());
            default ->
                format.isNumeric()
                        ? null
                        : List.of("x", "a,b", "say \"hi\"", "two\nlines", " é ", "N/A")
                                .get(random.nextInt(6));
        };
    }

    private void write(Path folder, List<Row> rows) throws IOException, SQLException {
        Path file = folder.resolve("in" + files.size() + (format.name().endsWith("PARQUET") ? ".parquet" : ".csv"));
        switch (format) {
            case WIDE_CSV -> Files.writeString(file, wide(rows));
            case LONG_CSV -> Files.writeString(file, narrow(rows));
            case WIDE_PARQUET, LONG_PARQUET -> parquet(folder, file, rows);
            case SADF -> Files.writeString(file, sadf(rows));
            case SAR -> Files.writeString(file, sar(rows));
            case PMREP -> {
                pmrep(folder, rows);
                return;
            }
        }
        files.add(file);
    }

    private static Set<String> counters(List<Row> rows) {
        return rows.stream()
                .flatMap(row -> row.values.keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private String wide(List<Row> rows) {
        Set<String> counters = counters(rows);
        StringBuilder text = new StringBuilder("serverID,time" + (instances ? ",InstanceID" : ""));
        counters.forEach(counter -> text.append(',').append(counter));
        for (Row row : rows) {
            text.append('\n').append(row.server).append(',').append(row.time);
            text.append(instances ? "," + row.instance : "");
            counters.forEach(counter -> text.append(',').append(quoted(row.values.get(counter))));
        }
        return text.append('\n').toString();
    }

    private String narrow(List<Row> rows) {
        StringBuilder text = new StringBuilder("time,counter,value,host" + (instances ? ",instance" : "") + "\n");
        for (Row row : rows) {
            row.values.forEach((counter, value) -> text.append(Instant.ofEpochMilli(row.time))
                    .append(',')
                    .append(quoted(counter))
                    .append(',')
                    .append(quoted(value))
                    .append(',')
                    .append(row.server)
                    .append(instances ? "," + row.instance : "")
                    .append('\n'));
        }
        return text.toString();
    }

    private static String quoted(@Nullable String value) {
        return value == null ? "" : '"' + value.replace("\"", "\"\"") + '"';
    }

    private void parquet(Path folder, Path file, List<Row> rows) throws IOException, SQLException {
        // The engine is another reader of CSV, and says here what the types are.
        Path csv = Files.writeString(
                folder.resolve("parquet.csv"), format == Format.WIDE_PARQUET ? wide(rows) : narrow(rows));
        Map<String, String> types =
                Map.of("bits", "BIGINT", "count", "BIGINT", "name", "VARCHAR", "on", "BOOLEAN", "ratio %", "DOUBLE");
        String columns = format == Format.LONG_PARQUET
                ? "* REPLACE (CAST(value AS DOUBLE) AS value, CAST(time AS TIMESTAMP) AS time)"
                : "* REPLACE (CAST(time AS BIGINT) AS time"
                        + counters(rows).stream()
                                .map(name -> ", CAST(\"" + name + "\" AS " + types.get(name) + ") AS \"" + name + "\"")
                                .collect(Collectors.joining())
                        + ")";
        try (LoadEngine engine = LoadEngine.open(1, folder.resolve("engine"))) {
            engine.execute("COPY (SELECT " + columns + " FROM read_csv(" + Database.quotedString(csv.toString())
                    + ", all_varchar = true, header = true, delim = ',', quote = '\"', escape = '\"')) TO "
                    + Database.quotedString(file.toString()) + " (FORMAT parquet)");
        }
    }

    private String sadf(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            text.append("# hostname;interval;timestamp").append(instances ? ";DEV" : "");
            row.values.keySet().forEach(counter -> text.append(';').append(counter));
            text.append('\n').append(row.server).append(";15;");
            text.append(
                    Instant.ofEpochMilli(row.time).toString().replace('T', ' ').replace("Z", " UTC"));
            text.append(instances ? ";" + row.instance : "");
            row.values.values().forEach(value -> text.append(';').append(value));
            text.append('\n');
        }
        return text.toString();
    }

    private String sar(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            String[] time = Instant.ofEpochMilli(row.time).toString().split("[TZ]");
            text.append("Linux 6.1.0 (" + row.server + ") " + time[0] + " \t_x86_64_\t(2 CPU)\n\n");
            text.append(time[1]).append(instances ? " DEV" : "");
            row.values.keySet().forEach(counter -> text.append(' ').append(counter.replace(" ", "")));
            text.append('\n').append(time[1]).append(instances ? " " + row.instance : "");
            row.values.values().forEach(value -> text.append(' ').append(value));
            text.append("\n\n");
        }
        return text.toString();
    }

    private void pmrep(Path folder, List<Row> rows) throws IOException {
        Map<String, List<Row>> byServer =
                rows.stream().collect(Collectors.groupingBy(Row::server, TreeMap::new, Collectors.toList()));
        for (Map.Entry<String, List<Row>> server : byServer.entrySet()) {
            Set<String> titles = new LinkedHashSet<>();
            server.getValue().forEach(row -> row.values.keySet().forEach(counter -> titles.add(title(row, counter))));
            StringBuilder text = new StringBuilder("Time");
            titles.forEach(title -> text.append(",\"").append(title).append('"'));
            for (Row row : server.getValue()) {
                Map<String, String> fields = new TreeMap<>();
                row.values.forEach((counter, value) -> fields.put(title(row, counter), value));
                text.append('\n')
                        .append(Instant.ofEpochMilli(row.time)
                                .toString()
                                .replace('T', ' ')
                                .replace("Z", ""));
                titles.forEach(title -> text.append(',').append(fields.getOrDefault(title, "")));
            }
            Path part = Files.createDirectories(folder.resolve("part" + files.size()));
            files.add(Files.writeString(
                    part.resolve(server.getKey() + ".csv"), text.append('\n').toString()));
        }
    }

    private String title(Row row, String counter) {
        return instances ? "disk.dev." + counter + "-" + row.instance : counter;
    }

    /** Returns the table that the values are packed into. */
    String table() {
        return instances && format.isText() ? "Disk" : "RawData";
    }

    /** Returns the name that a counter has in the packed files. */
    String packedName(String counter) {
        return format == Format.SAR
                ? counter.replace(" ", "")
                : format == Format.PMREP && instances ? "disk.dev." + counter : counter;
    }

    /** Whether the inputs do not say what is text. */
    boolean isUntyped() {
        return format == Format.WIDE_CSV || format == Format.LONG_CSV;
    }
}
