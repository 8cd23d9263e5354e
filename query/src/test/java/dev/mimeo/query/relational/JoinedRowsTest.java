package dev.mimeo.query.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.module.ExtentSources;
import dev.mimeo.query.expression.Expression;
import dev.mimeo.query.relational.HashJoin.Missing;
import dev.mimeo.query.relational.JoinedRows.Result;
import dev.mimeo.query.relational.JoinedRows.Stream;
import dev.mimeo.query.relational.JoinedRows.Table;
import dev.mimeo.query.relational.Projection.Column;
import dev.mimeo.query.relational.Projection.Computed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins with names for both sides, against DuckDB. */
final class JoinedRowsTest {

    private static final String[] FACTS = {
        "type=\"int32\" name=\"n\" opt_nullable=\"yes\" pack_relative=\"n\"",
        "type=\"byte\" name=\"small\"",
        "type=\"variable32\" name=\"s\" opt_nullable=\"yes\""
    };

    private static final String[] DIMENSION = {
        "type=\"int64\" name=\"n\"",
        "type=\"int32\" name=\"small\"",
        "type=\"variable32\" name=\"s\" opt_nullable=\"yes\""
    };

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void bothSidesCanBeNamedWhereverAColumnIs(long seed) throws IOException {
        Random random = new Random(seed);
        ExtentType type = Tables.type("Facts", FACTS);
        ExtentType tableType = Tables.type("Dimension", DIMENSION);
        Path facts = Tables.save(
                folder.resolve("facts.ds"), type, Tables.source(type, Tables.rows(type, 2000, random), random));
        Path dimension = Tables.save(
                folder.resolve("dimension.ds"),
                tableType,
                Tables.source(tableType, Tables.rows(tableType, 30, random), random));
        try (var left = DataSeriesReader.open(facts);
                var right = DataSeriesReader.open(dimension)) {
            LookupTable held =
                    LookupTable.load(tableType, right.extents("*", 1), List.of("n"), List.of("small", "s"), 1 << 20);
            JoinedRows joined = JoinedRows.of(
                    "Joined",
                    new Stream("b", type, left.extents("*", 2)),
                    List.of(new Table("a", held, List.of("n"), Missing.SKIP_ROW)),
                    new Result(
                            List.of(new Column("a.s", "old"), new Column("b.s", "new"), new Column("b.n", "n")),
                            List.of(
                                    new Computed("sum", FieldType.INT64, "a.small + 2 * b.small"),
                                    new Computed("twice", FieldType.INT64, "2 * out.sum + in.a.small")),
                            "a.small < b.small && (a.s is null || a.s != b.s)"),
                    4096);
            assertThat(joined.type().name()).isEqualTo("Joined");
            assertThat(joined.type().fields().stream().map(Field::name))
                    .containsExactly("old", "new", "n", "sum", "twice");
            Tables.save(folder.resolve("joined.ds"), joined.type(), joined);
        }
        // A null counts as the empty string in a condition here.
        String sql =
                "SELECT a.s, b.s, b.n, a.small + 2 * b.small::BIGINT, 2 * (a.small + 2 * b.small::BIGINT) + a.small"
                        + " FROM '" + facts + "' b JOIN '" + dimension + "' a ON a.n = b.n"
                        + " WHERE a.small < b.small AND (a.s IS NULL OR a.s <> coalesce(b.s, ''))";
        assertThat(Tables.difference(folder, sql, "FROM '" + folder + "/joined.ds'"))
                .as("seed " + seed)
                .isEqualTo("true,0");
    }

    @Test
    void severalTablesHaveNamesOfTheirOwn() throws IOException {
        ExtentType type = Tables.type("T", "type=\"int32\" name=\"k\"", "type=\"variable32\" name=\"s\"");
        LookupTable one = table(type, 1, "one");
        LookupTable two = table(type, 2, "two");
        JoinedRows joined = JoinedRows.of(
                "J",
                new Stream(
                        "rows",
                        type,
                        Tables.source(type, List.of(row(1, "x"), row(2, "y"), row(3, "z")), new Random(1))),
                List.of(
                        new Table("first", one, List.of("k"), Missing.NULLS),
                        new Table("second", two, List.of("k"), Missing.NULLS)),
                new Result(
                        List.of(new Column("rows.s", "s"), new Column("first.s", "one"), new Column("second.s", "two")),
                        List.of(new Computed("twice", FieldType.INT64, "2 * rows.k")),
                        "rows.k < 3 && (first.s is null || second.s is null)"),
                1 << 16);
        GeneralValue nothing = GeneralValue.NULL;
        assertThat(Tables.rows(joined))
                .containsExactly(
                        List.of(text("x"), text("one"), nothing, GeneralValue.ofLong(2)),
                        List.of(text("y"), nothing, text("two"), GeneralValue.ofLong(4)));
    }

    private static GeneralValue text(String value) {
        return GeneralValue.ofString(value);
    }

    private static List<GeneralValue> row(int key, String value) {
        return List.of(GeneralValue.ofInt(key), text(value));
    }

    private static LookupTable table(ExtentType type, int key, String value) throws IOException {
        ExtentSource rows = Tables.source(type, List.of(row(key, value)), new Random(1));
        return LookupTable.load(type, rows, List.of("k"), List.of("s"), 1 << 20);
    }

    @Test
    void namesThatMeanNothingAreRefused() throws IOException {
        ExtentType type = Tables.type("T", "type=\"int32\" name=\"k\"", "type=\"variable32\" name=\"s\"");
        LookupTable table = table(type, 1, "one");
        LookupTable keys = LookupTable.load(
                type, Tables.source(type, List.of(row(1, "x")), new Random(1)), List.of("k"), List.of(), 1 << 20);
        for (String name : List.of("", "in", "out", "prev", "a.b", "1a", "b")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> join(type, name, table, "b.s", ""))
                    .withMessageContaining("'" + name + "'");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> join(type, "a", table, "a.x", ""))
                .withMessageContaining("'a.x'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> join(type, "a", table, "s", ""))
                .withMessageContaining("'s'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> join(type, "a", table, "b.s", "c.s == b.s"))
                .withMessageContaining("c.s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> join(type, "a", keys, "b.s", "a.s == b.s"))
                .withMessageContaining("does not hold");
        assertThatIllegalArgumentException().isThrownBy(() -> join(type, "a", table, "b.s", "a.s == =="));
    }

    private static void join(ExtentType type, String name, LookupTable table, String column, String where)
            throws IOException {
        JoinedRows.of(
                        "J",
                        new Stream("b", type, ExtentSources.of(List.of())),
                        List.of(new Table(name, table, List.of("k"), Missing.SKIP_ROW)),
                        new Result(List.of(new Column(column, "kept")), List.of(), where),
                        1 << 16)
                .close();
    }

    @Test
    void namesInExpressionsAreThoseWritten() {
        assertThat(Expression.names(
                        "fn.TfracToSeconds(a.t) > 2 && !(b.x + -a\\-b == \"c.d\") || e is null || a.t =~ \"f\""))
                .containsExactly("a.t", "b.x", "a-b", "e");
        assertThatThrownBy(() -> Expression.names("a +")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theFirstRowsAreGivenAsValues() throws IOException {
        Random random = new Random(5);
        ExtentType type = Tables.type("Facts", FACTS);
        List<List<GeneralValue>> rows = Tables.rows(type, 50, random);
        for (int most : new int[] {0, 1, 49, 50, 51, Integer.MAX_VALUE}) {
            TableData data = TableData.read(type, Tables.source(type, rows, random), most);
            assertThat(data.rows()).isEqualTo(rows.subList(0, Math.min(most, 50)));
            assertThat(data.more()).as("of %d", most).isEqualTo(most < 50);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> TableData.read(type, ExtentSources.of(List.of()), -1));
        ExtentType other = Tables.type("Other", DIMENSION);
        assertThatThrownBy(() -> TableData.read(other, Tables.source(type, rows, random), 5))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("'Facts'");
    }
}
