package dev.mimeo.query.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.module.ExtentSources;
import dev.mimeo.query.relational.HashJoin.Lookup;
import dev.mimeo.query.relational.HashJoin.Missing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins against nested loops, and against DuckDB. */
final class HashJoinTest {

    private static final String[] FACTS = {
        "type=\"int32\" name=\"n\" opt_nullable=\"yes\" pack_relative=\"n\"",
        "type=\"variable32\" name=\"s\" opt_nullable=\"yes\"",
        "type=\"double\" name=\"x\" opt_nullable=\"yes\"",
        "type=\"bool\" name=\"flag\" opt_nullable=\"yes\"",
        "type=\"byte\" name=\"small\"",
        "type=\"fixedwidth\" name=\"code\" size=\"1\""
    };

    private static final String[] DIMENSION = {
        "type=\"int64\" name=\"n\" opt_nullable=\"yes\"",
        "type=\"variable32\" name=\"s\"",
        "type=\"double\" name=\"x\" opt_nullable=\"yes\"",
        "type=\"bool\" name=\"flag\"",
        "type=\"int32\" name=\"small\"",
        "type=\"variable32\" name=\"code\" opt_nullable=\"yes\""
    };

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static List<Projection.Column> columns(String prefix, List<String> names) {
        return names.stream()
                .map(name -> new Projection.Column(name, prefix + name))
                .toList();
    }

    private static List<String> some(Random random, int atLeast) {
        List<String> names = new ArrayList<>(List.of("n", "s", "x", "flag", "small", "code"));
        Collections.shuffle(names, random);
        return names.subList(0, atLeast + random.nextInt(3));
    }

    /** Returns whether values are equal as in SQL, whatever their types. */
    private static boolean same(GeneralValue one, GeneralValue other) {
        if (one.isNull() || other.isNull()) {
            return false;
        }
        if (one.type() == FieldType.DOUBLE) {
            double left = one.toDouble();
            double right = other.toDouble();
            return left == right || (Double.isNaN(left) && Double.isNaN(right));
        }
        return one.toText().equals(other.toText());
    }

    private static List<List<GeneralValue>> nested(
            ExtentType type,
            List<List<GeneralValue>> left,
            ExtentType tableType,
            List<List<GeneralValue>> table,
            List<String> keys,
            List<String> taken,
            boolean outer) {
        List<List<GeneralValue>> joined = new ArrayList<>();
        for (List<GeneralValue> row : left) {
            boolean found = false;
            for (List<GeneralValue> other : table) {
                if (keys.stream()
                        .allMatch(key -> same(row.get(type.indexOf(key)), other.get(tableType.indexOf(key))))) {
                    found = true;
                    List<GeneralValue> both = new ArrayList<>(row);
                    taken.forEach(name -> both.add(other.get(tableType.indexOf(name))));
                    joined.add(both);
                }
            }
            if (!found && outer) {
                List<GeneralValue> both = new ArrayList<>(row);
                both.addAll(Collections.nCopies(taken.size(), GeneralValue.NULL));
                joined.add(both);
            }
        }
        return joined;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void joinsAsNestedLoopsDo(long seed) throws IOException {
        Random random = new Random(seed);
        ExtentType type = Tables.type("Facts", FACTS);
        ExtentType tableType = Tables.type("Dimension", DIMENSION);
        List<List<GeneralValue>> rows = Tables.rows(type, random.nextInt(400), random);
        List<List<GeneralValue>> expected = rows;
        List<Lookup> lookups = new ArrayList<>();
        for (int i = 0; i < 1 + seed % 3; i++) {
            List<List<GeneralValue>> table = Tables.rows(tableType, random.nextInt(12), random);
            List<String> keys = some(random, 1);
            List<String> taken = some(random, 0);
            Missing missing = random.nextBoolean() ? Missing.NULLS : Missing.SKIP_ROW;
            LookupTable held =
                    LookupTable.load(tableType, Tables.source(tableType, table, random), keys, taken, 1 << 20);
            lookups.add(new Lookup(held, keys, columns(i + ".", taken), missing));
            expected = nested(type, expected, tableType, table, keys, taken, missing == Missing.NULLS);
        }
        List<String> all = List.of("n", "s", "x", "flag", "small", "code");
        HashJoin join = HashJoin.of(
                "Joined",
                type,
                Tables.source(type, rows, random),
                columns("", all),
                lookups,
                1 + random.nextInt(100_000));
        assertThat(Tables.rows(join)).as("seed " + seed).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void joinsAsDuckDbDoes(long seed) throws IOException {
        Random random = new Random(seed);
        ExtentType type = Tables.type("Facts", FACTS);
        ExtentType tableType = Tables.type("Dimension", DIMENSION);
        Path facts = Tables.save(
                folder.resolve("facts.ds"), type, Tables.source(type, Tables.rows(type, 3000, random), random));
        Path table = Tables.save(
                folder.resolve("table.ds"),
                tableType,
                Tables.source(tableType, Tables.rows(tableType, 40, random), random));
        boolean outer = seed % 2 == 0;
        try (var left = DataSeriesReader.open(facts);
                var right = DataSeriesReader.open(table)) {
            LookupTable held = LookupTable.load(
                    tableType, right.extents("*", 1), List.of("n", "s", "x"), List.of("flag", "code"), 1 << 20);
            HashJoin join = HashJoin.of(
                    "Joined",
                    type,
                    left.extents("*", 2),
                    columns("", List.of("n", "s", "x", "small")),
                    List.of(new Lookup(
                            held,
                            List.of("n", "s", "x"),
                            columns("d_", List.of("flag", "code")),
                            outer ? Missing.NULLS : Missing.SKIP_ROW)),
                    4096);
            Tables.save(folder.resolve("joined.ds"), join.type(), join);
        }
        String sql = "SELECT f.n, f.s, f.x, f.small, d.flag, d.code FROM '" + facts + "' f " + (outer ? "LEFT " : "")
                + "JOIN '" + table + "' d ON f.n = d.n AND f.s = d.s AND f.x = d.x";
        assertThat(Tables.difference(folder, sql, "FROM '" + folder + "/joined.ds'"))
                .as("seed " + seed)
                .isEqualTo("true,0");
    }

    @Test
    void extentsAreOfTheSizeAskedForHoweverManyRowsMatch() throws IOException {
        ExtentType type = Tables.type("T", "type=\"byte\" name=\"k\"", "type=\"variable32\" name=\"s\"");
        List<GeneralValue> row = List.of(GeneralValue.ofByte(1), GeneralValue.ofString("x".repeat(100)));
        List<List<GeneralValue>> rows = Collections.nCopies(300, row);
        LookupTable table =
                LookupTable.load(type, Tables.source(type, rows, new Random(1)), List.of("k"), List.of("s"), 1 << 20);
        assertThat(table.rows()).isEqualTo(300);
        try (HashJoin join = HashJoin.of(
                "J",
                type,
                Tables.source(type, rows, new Random(1)),
                columns("", List.of("s")),
                List.of(new Lookup(table, List.of("k"), columns("t.", List.of("s")), Missing.SKIP_ROW)),
                10_000)) {
            int count = 0;
            for (Extent extent = join.next(); extent != null; extent = join.next()) {
                assertThat(extent.sizeBytes()).isLessThanOrEqualTo(10_000);
                count += extent.rows();
            }
            assertThat(count).isEqualTo(90_000);
        }
    }

    @Test
    void tablesThatDoNotFitAreRefused() throws IOException {
        ExtentType type = Tables.type("T", FACTS);
        List<List<GeneralValue>> rows = Tables.rows(type, 1000, new Random(1));
        LookupTable fits = LookupTable.load(
                type, Tables.source(type, rows, new Random(1)), List.of("small"), List.of("s"), 1 << 20);
        assertThat(fits.sizeBytes()).isBetween(20_000L, 200_000L);
        assertThat(LookupTable.load(
                                type,
                                Tables.source(type, rows, new Random(1)),
                                List.of("small"),
                                List.of("s"),
                                fits.sizeBytes())
                        .rows())
                .isEqualTo(1000);
        assertThatThrownBy(() -> LookupTable.load(
                        type,
                        Tables.source(type, rows, new Random(1)),
                        List.of("small"),
                        List.of("s"),
                        fits.sizeBytes() - 1))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("do not fit into memory")
                .hasMessageContaining(fits.sizeBytes() - 1 + " bytes");
    }

    /** Stored values of different bases are different numbers. */
    @Test
    void keysOfAnotherDoubleBaseAreRefused() throws IOException {
        String based = "type=\"double\" name=\"x\" opt_doublebase=\"1000\"";
        ExtentType type = Tables.type("T", based);
        ExtentType other = Tables.type("U", "type=\"double\" name=\"x\"");
        ExtentSource none = ExtentSources.of(List.of());
        LookupTable table = LookupTable.load(other, none, List.of("x"), List.of(), 1 << 20);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> join(type, none, new Lookup(table, List.of("x"), List.of(), Missing.NULLS)))
                .withMessageContaining("another opt_doublebase");
        LookupTable same = LookupTable.load(Tables.type("V", based), none, List.of("x"), List.of(), 1 << 20);
        Lookup lookup = new Lookup(same, List.of("x"), List.of(), Missing.NULLS);
        assertThat(HashJoin.of("J", type, none, columns("", List.of("x")), List.of(lookup), 1000)
                        .next())
                .isNull();
    }

    @Test
    void whatCannotBeJoinedIsRefused() throws IOException {
        ExtentType type = Tables.type("T", FACTS);
        ExtentType other = Tables.type("U", DIMENSION);
        ExtentSource none = ExtentSources.of(List.of());
        LookupTable table = LookupTable.load(other, none, List.of("n"), List.of("s"), 1 << 20);
        assertThat(table.rows()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> join(type, none, new Lookup(table, List.of("s"), List.of(), Missing.NULLS)))
                .withMessageContaining("cannot be compared");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> join(type, none, new Lookup(table, List.of("n", "s"), List.of(), Missing.NULLS)));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        join(type, none, new Lookup(table, List.of("n"), columns("y", List.of("x")), Missing.NULLS)))
                .withMessageContaining("does not hold");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        join(type, none, new Lookup(table, List.of("n"), columns("", List.of("n")), Missing.NULLS)))
                .withMessageContaining("two columns");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LookupTable.load(other, none, List.of("none"), List.of(), 1 << 20));
        List<Extent> wrong = Tables.extents(other, Tables.rows(other, 1, new Random(1)), new Random(1));
        assertThatThrownBy(() -> LookupTable.load(type, ExtentSources.of(wrong), List.of("n"), List.of(), 1 << 20))
                .isInstanceOf(DataSeriesException.class);
        HashJoin join = join(type, ExtentSources.of(wrong), new Lookup(table, List.of("n"), List.of(), Missing.NULLS));
        assertThatThrownBy(join::next).isInstanceOf(DataSeriesException.class);
    }

    private static HashJoin join(ExtentType type, ExtentSource source, Lookup lookup) {
        return HashJoin.of("J", type, source, columns("", List.of("n")), List.of(lookup), 1000);
    }
}
