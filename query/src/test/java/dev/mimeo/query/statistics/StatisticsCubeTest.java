package dev.mimeo.query.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.Checksums;
import dev.mimeo.query.statistics.StatGroupBy.Request.Kind;
import dev.mimeo.statistics.QuantileSketch;
import dev.mimeo.statistics.Stats;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of several columns and cubes, against sums of all rows and the GROUP BY CUBE of DuckDB. */
final class StatisticsCubeTest {

    private static final String XML = """
            <ExtentType name="Test::Cube" namespace="mimeo.dev" version="1.0">
              <field type="double" name="x" />
              <field type="int32" name="n" opt_nullable="yes" />
              <field type="variable32" name="word" opt_nullable="yes" />
              <field type="bool" name="flag" />
            </ExtentType>
            """;

    private static final String[] WORDS = {"any", "*any*", "*unknown-type*", "", "w"};

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private record Row(
            double x, @Nullable Integer n, @Nullable String word, boolean flag) {

        /** Returns the keys in text that tells null, any and all strings apart. */
        String key(int any) {
            return ((any & 1) != 0 ? "A" : "=" + n)
                    + ((any & 2) != 0 ? "A" : word == null ? "N" : "'" + word + "'")
                    + ((any & 4) != 0 ? "A" : "=" + flag);
        }
    }

    private List<Row> write(Path file, Random random, int extents, int rowsPerExtent) throws IOException {
        List<Row> rows = new ArrayList<>();
        TraceFixture trace = TraceFixture.of(XML);
        for (int extent = 0; extent < extents; extent++) {
            trace.extent();
            for (int i = 0; i < rowsPerExtent; i++) {
                Row row = new Row(
                        random.nextInt(1000) / 8.0,
                        random.nextInt(5) == 0 ? null : random.nextInt(7) - 3,
                        random.nextInt(5) == 0 ? null : WORDS[random.nextInt(WORDS.length)],
                        random.nextBoolean());
                rows.add(row);
                trace.row(row.x, row.n, row.word, row.flag);
            }
        }
        trace.write(file);
        return rows;
    }

    private static String key(List<GroupKey> keys) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < keys.size(); i++) {
            GroupKey key = keys.get(i);
            Object value = key.value();
            if (key.isAny()) {
                text.append('A');
            } else if (i == 1) {
                text.append(key.isNull() ? "N" : "'" + key + "'");
            } else {
                text.append('=').append(value);
            }
        }
        return text.toString();
    }

    private static GroupedStatistics compute(Path file, int threads, StatGroupBy.Request request) throws IOException {
        return StatGroupBy.compute(
                        new StatGroupBy.Input(List.of(file), "Test::Cube", Checksums.PACKED, null),
                        List.of(request),
                        threads,
                        done -> {})
                .statistics()
                .get(0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void cubeIsThatOfAllRows(long seed) throws IOException {
        Path file = folder.resolve("a.ds");
        List<Row> rows = write(file, new Random(seed), 5, 700);
        for (boolean cube : new boolean[] {false, true}) {
            Map<String, List<Double>> expected = new HashMap<>();
            for (Row row : rows) {
                for (int any = 0; row.x >= 20 && any < (cube ? 8 : 1); any++) {
                    expected.computeIfAbsent(row.key(any), key -> new ArrayList<>())
                            .add(row.x);
                }
            }
            Grouping grouping = Grouping.by("n", "word", "flag");
            GroupedStatistics found = compute(
                    file,
                    1 + (int) seed % 3,
                    new StatGroupBy.Request(Kind.QUANTILE, "x", "x >= 20", cube ? grouping.withCube() : grouping));
            Map<String, GroupedStatistics.Group> groups = new HashMap<>();
            for (GroupedStatistics.Group group : found.groups()) {
                assertThat(groups.put(key(group.keys()), group)).isNull();
            }
            assertThat(groups.keySet()).as("seed %d", seed).isEqualTo(expected.keySet());
            expected.forEach((key, values) -> {
                GroupedStatistics.Group group = Objects.requireNonNull(groups.get(key), key);
                double[] sorted = values.stream().mapToDouble(x -> x).sorted().toArray();
                assertThat(group.stats().count()).isEqualTo(sorted.length);
                assertThat(group.stats().mean())
                        .isCloseTo(Arrays.stream(sorted).average().orElseThrow(), within(1e-9));
                assertThat(group.stats().min()).isEqualTo(sorted[0]);
                assertThat(group.stats().max()).isEqualTo(sorted[sorted.length - 1]);
                QuantileSketch quantiles = Objects.requireNonNull(group.quantiles());
                assertThat(quantiles.count()).isEqualTo(sorted.length);
                double median = quantiles.quantile(0.5);
                long below = Arrays.stream(sorted).filter(x -> x < median).count();
                long upTo = Arrays.stream(sorted).filter(x -> x <= median).count();
                double slack = 0.01 * sorted.length + 1;
                assertThat(0.5 * sorted.length).isBetween(below - slack, upTo + slack);
            });
        }
    }

    @Test
    void cubeIsThatOfDuckDb() throws IOException, SQLException {
        Path file = folder.resolve("a.ds");
        List<Row> rows = write(file, new Random(6), 3, 1000);
        Map<String, Stats> groups = new HashMap<>();
        for (GroupedStatistics.Group group : compute(
                        file,
                        2,
                        new StatGroupBy.Request(
                                Kind.BASIC,
                                "x",
                                "",
                                Grouping.by("n", "word", "flag").withCube()))
                .groups()) {
            groups.put(key(group.keys()), group.stats());
        }
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("create table t (x double, n integer, word varchar, flag boolean)");
            try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?, ?, ?)")) {
                for (Row row : rows) {
                    insert.setDouble(1, row.x);
                    insert.setObject(2, row.n);
                    insert.setString(3, row.word);
                    insert.setBoolean(4, row.flag);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            int count = 0;
            try (ResultSet result = statement.executeQuery("""
                    select n, word, flag, grouping(n), grouping(word), grouping(flag),
                      count(*), avg(x), stddev_pop(x), min(x), max(x) from t group by cube (n, word, flag)""")) {
                while (result.next()) {
                    Row row = new Row(0, (Integer) result.getObject(1), result.getString(2), result.getBoolean(3));
                    String key = row.key(result.getInt(4) + 2 * result.getInt(5) + 4 * result.getInt(6));
                    Stats stats = Objects.requireNonNull(groups.get(key), key);
                    assertThat(stats.count()).as(key).isEqualTo(result.getLong(7));
                    assertThat(stats.mean()).isCloseTo(result.getDouble(8), within(1e-9));
                    assertThat(stats.standardDeviation()).isCloseTo(result.getDouble(9), within(1e-9));
                    assertThat(stats.min()).isEqualTo(result.getDouble(10));
                    assertThat(stats.max()).isEqualTo(result.getDouble(11));
                    count++;
                }
            }
            assertThat(groups).hasSize(count);
        }
    }

    @Test
    void tuplesOfProgramsMakeTheSameCube() throws IOException {
        Random random = new Random(7);
        TupleStatistics even = new TupleStatistics(3, 100_000);
        TupleStatistics odd = new TupleStatistics(3, 100_000);
        Map<List<Long>, Stats> expected = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            long[] tuple = {random.nextInt(5), -random.nextInt(60), (long) random.nextInt(20) << 40};
            double value = random.nextGaussian();
            (i % 2 == 0 ? even : odd).add(tuple, value);
            for (long any = 0; any < 8; any++) {
                List<Long> key = new ArrayList<>(List.of(any));
                for (int column = 0; column < 3; column++) {
                    key.add((any >> column & 1) != 0 ? Long.MIN_VALUE : tuple[column]);
                }
                expected.computeIfAbsent(key, none -> new Stats()).add(value);
            }
        }
        even.add(odd);
        StatisticsCube cube = StatisticsCube.of(even, expected.size());
        assertThat(cube.size()).isEqualTo(expected.size());
        for (int group = 0; group < cube.size(); group++) {
            List<Long> key = new ArrayList<>(List.of(0L));
            long any = 0;
            for (int column = 0; column < 3; column++) {
                any |= cube.isAny(group, column) ? 1 << column : 0;
                key.add(cube.isAny(group, column) ? Long.MIN_VALUE : cube.value(group, column));
            }
            key.set(0, any);
            Stats stats = Objects.requireNonNull(expected.get(key), key.toString());
            assertThat(cube.stats(group).count()).isEqualTo(stats.count());
            assertThat(cube.stats(group).mean()).isCloseTo(stats.mean(), within(1e-9));
            assertThat(cube.stats(group).max()).isEqualTo(stats.max());
            long[] tuple = {key.get(1), key.get(2), key.get(3)};
            assertThat(cube.find(tuple, (int) any)).isSameAs(cube.stats(group));
        }
        assertThat(cube.find(new long[] {77, 0, 0}, 6)).isNull();
        assertThatThrownBy(() -> StatisticsCube.of(even, expected.size() - 1))
                .isInstanceOf(MimeoException.class)
                .hasMessageContaining("more than " + (expected.size() - 1) + " groups");
    }

    @Test
    void theLimitOnGroupsHolds() throws IOException {
        Path file = folder.resolve("a.ds");
        write(file, new Random(8), 3, 500);
        // All combinations of 8 numbers, 6 words and 2 flags, with null and any.
        Grouping cube = Grouping.by("n", "word", "flag").withCube();
        int groups = 9 * 7 * 3;
        assertThat(compute(file, 1, new StatGroupBy.Request(Kind.BASIC, "x", "", cube.withMaxGroups(groups)))
                        .groups())
                .hasSize(groups);
        assertThatThrownBy(() ->
                        compute(file, 2, new StatGroupBy.Request(Kind.BASIC, "x", "", cube.withMaxGroups(groups - 1))))
                .isInstanceOf(MimeoException.class)
                .hasMessage("more than 188 groups by n, word, flag: raise the limit, or group by fewer columns or ones"
                        + " with fewer values");
        for (int limit : new int[] {1, 7}) {
            assertThatThrownBy(() -> compute(
                            file,
                            2,
                            new StatGroupBy.Request(
                                    Kind.BASIC, "x", "", Grouping.by("n").withMaxGroups(limit))))
                    .isInstanceOf(MimeoException.class);
        }
        TupleStatistics tuples = new TupleStatistics(1, 1);
        tuples.add(new long[] {5}, 1);
        tuples.add(new long[] {5}, 2);
        assertThatThrownBy(() -> tuples.add(new long[] {6}, 1)).isInstanceOf(MimeoException.class);
        assertThat(tuples.size()).isEqualTo(1);
        assertThat(tuples.stats(0).count()).isEqualTo(2);
    }

    @Test
    void groupingsAreChecked() {
        assertThatThrownBy(() -> Grouping.by("a", "b", "a")).hasMessageContaining("'a' is grouped by twice");
        assertThatThrownBy(() -> Grouping.by("a").withMaxGroups(0)).hasMessageContaining("at least 1");
        String[] many = new String[Grouping.MAX_CUBE_COLUMNS + 1];
        Arrays.setAll(many, i -> "c" + i);
        assertThatThrownBy(() -> Grouping.by(many).withCube()).hasMessageContaining("at most 12 columns, got 13");
    }
}
