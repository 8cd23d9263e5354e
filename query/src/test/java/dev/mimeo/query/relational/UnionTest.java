package dev.mimeo.query.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.module.ExtentSources;
import dev.mimeo.dataseries.transform.MergedRows;
import dev.mimeo.dataseries.transform.SortOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unions, and updates in order, against lists, maps and DuckDB. */
final class UnionTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final ExtentType union;
    private final ExtentType other;

    UnionTest() throws DataSeriesException {
        union = Tables.type(
                "Union",
                "type=\"int32\" name=\"time\" opt_nullable=\"yes\" pack_relative=\"time\"",
                "type=\"variable32\" name=\"s\" opt_nullable=\"yes\"",
                "type=\"int64\" name=\"size\"");
        other = Tables.type(
                "Other",
                "type=\"bool\" name=\"unused\"",
                "type=\"byte\" name=\"size\"",
                "type=\"int32\" name=\"at\" opt_nullable=\"yes\"");
    }

    /** Returns a row of the union for one of the other type. */
    private static List<GeneralValue> converted(List<GeneralValue> row) {
        return List.of(
                row.get(2), GeneralValue.NULL, GeneralValue.ofLong(row.get(1).toByte()));
    }

    private static Comparator<List<GeneralValue>> byField(int field, SortOrder.Key key) {
        return (one, two) -> {
            GeneralValue left = one.get(field);
            GeneralValue right = two.get(field);
            if (left.isNull() || right.isNull()) {
                int nulls = Boolean.compare(left.isNull(), right.isNull());
                return key.nullsFirst() ? -nulls : nulls;
            }
            return key.descending() ? right.compareTo(left) : left.compareTo(right);
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void rowsComeInOrder(long seed) throws IOException {
        Random random = new Random(seed);
        SortOrder.Key key = new SortOrder.Key("time", random.nextBoolean(), random.nextBoolean());
        List<Union.Input> inputs = new ArrayList<>();
        List<Union.Input> again = new ArrayList<>();
        List<List<GeneralValue>> expected = new ArrayList<>();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            boolean same = random.nextBoolean();
            ExtentType type = same ? union : other;
            List<List<GeneralValue>> rows = Tables.rows(type, random.nextInt(200), random);
            rows.sort(byField(same ? 0 : 2, key));
            rows.forEach(row -> expected.add(same ? row : converted(row)));
            Map<String, String> names = same ? Map.of() : Map.of("time", "at");
            inputs.add(new Union.Input(type, Tables.source(type, rows, random), names));
            again.add(new Union.Input(type, Tables.source(type, rows, random), names));
        }
        assertThat(Tables.rows(Union.unordered(union, again)))
                .as("seed " + seed)
                .isEqualTo(expected);
        expected.sort(byField(0, key));
        ExtentSource ordered = Union.ordered(union, inputs, new SortOrder(List.of(key)), 1 + random.nextInt(10_000));
        assertThat(Tables.rows(ordered)).as("seed " + seed).isEqualTo(expected);
    }

    @Test
    void rowsAreThoseOfDuckDb() throws IOException {
        Random random = new Random(5);
        SortOrder.Key key = new SortOrder.Key("time", false, false);
        List<List<GeneralValue>> one = Tables.rows(union, 2000, random);
        List<List<GeneralValue>> two = Tables.rows(other, 2000, random);
        one.sort(byField(0, key));
        two.sort(byField(2, key));
        Path first = Tables.save(folder.resolve("one.ds"), union, Tables.source(union, one, random));
        Path second = Tables.save(folder.resolve("two.ds"), other, Tables.source(other, two, random));
        List<Union.Input> inputs = List.of(
                new Union.Input(union, Tables.source(union, one, random), Map.of()),
                new Union.Input(other, Tables.source(other, two, random), Map.of("time", "at")));
        Tables.save(folder.resolve("union.ds"), union, Union.ordered(union, inputs, new SortOrder(List.of(key)), 5000));
        assertThat(Tables.difference(
                        folder,
                        "FROM '" + first + "' UNION ALL BY NAME SELECT \"at\" AS time, size FROM '" + second + "'",
                        "FROM '" + folder + "/union.ds'"))
                .isEqualTo("true,0");
    }

    @Test
    void unionsRefuseWhatTheyCannotDo() throws IOException {
        SortOrder order = SortOrder.parse("time");
        ExtentSource none = ExtentSources.of(List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Union.ordered(union, List.of(new Union.Input(other, none, Map.of())), order, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Union.ordered(union, List.of(new Union.Input(other, none, Map.of("time", "size"))), order, 1))
                .withMessageContaining("byte");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Union.unordered(union, List.of(new Union.Input(other, none, Map.of("x", "at")))));
        Random random = new Random(3);
        ExtentSource unordered = Union.ordered(
                union,
                List.of(new Union.Input(
                        union, Tables.source(union, Tables.rows(union, 100, random), random), Map.of())),
                order,
                1000);
        assertThatThrownBy(() -> Tables.rows(unordered))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("input 1")
                .hasMessageContaining("not in order");
        ExtentSource wrong = Union.unordered(
                union, List.of(new Union.Input(union, Tables.source(other, List.of(), random), Map.of())));
        assertThatThrownBy(wrong::next).isInstanceOf(DataSeriesException.class);
    }

    private static List<GeneralValue> keyed(int key, int value) {
        return List.of(GeneralValue.ofInt(key), value < 0 ? GeneralValue.NULL : GeneralValue.ofString("v" + value));
    }

    private static List<GeneralValue> update(int kind, int key, int value) {
        List<GeneralValue> row = new ArrayList<>(List.of(GeneralValue.ofByte(kind)));
        row.addAll(keyed(key, value));
        return row;
    }

    private static ExtentType rowType() throws DataSeriesException {
        return Tables.type("Rows", "type=\"int32\" name=\"k\"", "type=\"variable32\" name=\"v\" opt_nullable=\"yes\"");
    }

    private static ExtentType updateType() throws DataSeriesException {
        return Tables.type(
                "Updates",
                "type=\"byte\" name=\"what\"",
                "type=\"int32\" name=\"k\"",
                "type=\"variable32\" name=\"v\" opt_nullable=\"yes\"");
    }

    private static SortedUpdate updated(
            List<List<GeneralValue>> rows, List<List<GeneralValue>> updates, String order, Random random)
            throws DataSeriesException {
        return SortedUpdate.of(
                new MergedRows.Input(rowType(), Tables.source(rowType(), rows, random), SortOrder.parse(order)),
                new MergedRows.Input(
                        updateType(), Tables.source(updateType(), updates, random), SortOrder.parse(order)),
                "what",
                1 + random.nextInt(2000));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void updatesAreApplied(long seed) throws IOException {
        Random random = new Random(seed);
        boolean descending = random.nextBoolean();
        List<List<GeneralValue>> rows = new ArrayList<>();
        List<List<GeneralValue>> updates = new ArrayList<>();
        List<List<GeneralValue>> expected = new ArrayList<>();
        int size = random.nextInt(500);
        for (int i = 0; i < size; i++) {
            int key = descending ? -i : i;
            boolean there = random.nextBoolean();
            int what = random.nextInt(3);
            int value = random.nextInt(9) - 1;
            if (there) {
                rows.add(keyed(key, 100));
            }
            if (what == 0) {
                if (there) {
                    expected.add(keyed(key, 100));
                }
                continue;
            }
            int kind = !there ? 1 : 1 + what;
            updates.add(update(kind, key, value));
            if (kind != 3) {
                expected.add(keyed(key, value));
            }
        }
        assertThat(Tables.rows(updated(rows, updates, descending ? "k desc" : "k", random)))
                .as("seed " + seed)
                .isEqualTo(expected);
        Path base = Tables.save(folder.resolve("base.ds"), rowType(), Tables.source(rowType(), rows, random));
        Path changes =
                Tables.save(folder.resolve("updates.ds"), updateType(), Tables.source(updateType(), updates, random));
        Path result = Tables.save(
                folder.resolve("updated.ds"), rowType(), updated(rows, updates, descending ? "k desc" : "k", random));
        assertThat(Tables.difference(
                        folder,
                        "FROM '" + base + "' WHERE k NOT IN (SELECT k FROM '" + changes
                                + "') UNION ALL SELECT k, v FROM '" + changes + "' WHERE what < 3",
                        "FROM '" + result + "'"))
                .as("seed " + seed)
                .endsWith(",0");
    }

    @Test
    void updatesThatDoNotFitAreRefused() throws IOException {
        assertFault(List.of(keyed(1, 1)), List.of(update(1, 1, 1)), "there already");
        assertFault(List.of(keyed(1, 1)), List.of(update(2, 2, 1)), "no row to replace");
        assertFault(List.of(), List.of(update(3, 2, 1)), "no row to delete");
        assertFault(List.of(keyed(1, 1)), List.of(update(4, 1, 1)), "unknown kind 4");
        assertFault(List.of(keyed(1, 1), keyed(1, 2)), List.of(), "same key");
        assertFault(List.of(), List.of(update(1, 1, 1), update(1, 1, 1)), "same key");
        assertFault(List.of(keyed(1, 1)), List.of(update(3, 1, 1), update(1, 1, 1)), "same key");
        assertFault(List.of(keyed(2, 1), keyed(1, 2)), List.of(), "not in order");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SortedUpdate.of(
                        new MergedRows.Input(rowType(), ExtentSources.of(List.of()), SortOrder.parse("k")),
                        new MergedRows.Input(updateType(), ExtentSources.of(List.of()), SortOrder.parse("k")),
                        "k",
                        1000))
                .withMessageContaining("must be a byte");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SortedUpdate.of(
                        new MergedRows.Input(rowType(), ExtentSources.of(List.of()), SortOrder.parse("k")),
                        new MergedRows.Input(updateType(), ExtentSources.of(List.of()), SortOrder.parse("k desc")),
                        "what",
                        1000))
                .withMessageContaining("different keys");
    }

    private static void assertFault(List<List<GeneralValue>> rows, List<List<GeneralValue>> updates, String message)
            throws DataSeriesException {
        SortedUpdate updated = updated(rows, updates, "k", new Random(1));
        assertThatThrownBy(() -> Tables.rows(updated))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining(message);
    }
}
