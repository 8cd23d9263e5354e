package dev.mimeo.query.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.query.expression.ExpressionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Computed columns that use others of their row and the row before. */
final class RowByRowTest {

    private static final List<Projection.Column> COLUMNS =
            List.of(new Projection.Column("a", "first"), new Projection.Column("s", "s"));

    @SuppressWarnings("NullAway.Init")
    private ExtentType type;

    @BeforeEach
    void makeType() throws IOException {
        type = Tables.type(
                "T",
                "type=\"int32\" name=\"a\"",
                "type=\"int64\" name=\"out.b\"",
                "type=\"variable32\" name=\"s\" opt_nullable=\"yes\"",
                "type=\"bool\" name=\"flag\"");
    }

    private static Projection.Computed computed(String name, FieldType fieldType, String expression) {
        return new Projection.Computed(name, fieldType, expression);
    }

    private List<List<GeneralValue>> rows(Random random, int count) {
        List<List<GeneralValue>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(List.of(
                    GeneralValue.ofInt(random.nextInt(100) - 50),
                    GeneralValue.ofLong(random.nextLong() >> 20),
                    random.nextInt(3) == 0 ? GeneralValue.NULL : GeneralValue.ofString("s" + random.nextInt(4)),
                    GeneralValue.ofBoolean(random.nextBoolean())));
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void rowsFollowFromThoseBefore(int threads) throws IOException {
        long seed = 5L + threads;
        Random random = new Random(seed);
        List<List<GeneralValue>> rows = rows(random, 7000);
        List<Projection.Computed> all = List.of(
                computed("delta", FieldType.INT32, "in.a - prev.first"),
                computed("sum", FieldType.INT64, "prev.sum + out.b"),
                computed("mean", FieldType.DOUBLE, "(out.sum + sum) / 2 - delta"),
                computed("was", FieldType.VARIABLE32, "prev.s"),
                computed("up", FieldType.BOOL, "prev.up == 0 && out.first > prev.later"),
                computed("later", FieldType.INT64, "first + 1"));
        Projection projection = Projection.of(type, COLUMNS, all, "in.a != 7");
        assertThat(projection.needsOrder()).isTrue();
        assertThat(projection.type().fields().stream().filter(Field::nullable).map(Field::name))
                .containsExactly("s", "was");
        List<List<GeneralValue>> found = Tables.rows(new ProjectionStream(
                Tables.source(type, rows, random), () -> Projection.of(type, COLUMNS, all, "in.a != 7"), threads));
        long a = 0;
        long sum = 0;
        long later = 0;
        boolean up = false;
        GeneralValue s = GeneralValue.ofString("");
        int at = 0;
        for (List<GeneralValue> row : rows) {
            long now = row.get(0).toLong();
            if (now != 7) {
                List<GeneralValue> made = found.get(at);
                sum += row.get(1).toLong();
                up = !up && now > later;
                later = now + 1;
                assertThat(made)
                        .as("seed %d, row %d", seed, at)
                        .containsExactly(
                                row.get(0),
                                row.get(2),
                                GeneralValue.ofInt((int) (now - a)),
                                GeneralValue.ofLong(sum),
                                GeneralValue.ofDouble(sum - (double) (now - a)),
                                s,
                                GeneralValue.ofBoolean(up),
                                GeneralValue.ofLong(later));
                a = now;
                s = row.get(2);
                at++;
            }
        }
        assertThat(found).hasSize(at);
    }

    @Test
    void columnsOfTheSameRowNeedNoOrder() throws IOException {
        Random random = new Random(1);
        List<List<GeneralValue>> rows = rows(random, 500);
        List<Projection.Computed> all = List.of(
                computed("x", FieldType.INT64, "a * 2"), computed("y", FieldType.INT64, "out.x + x + first + in.a"));
        Projection projection = Projection.of(type, COLUMNS, all, "");
        assertThat(projection.needsOrder()).isFalse();
        List<List<GeneralValue>> found = Tables.rows(projection.over(Tables.source(type, rows, random)));
        for (int i = 0; i < rows.size(); i++) {
            long a = rows.get(i).get(0).toLong();
            assertThat(found.get(i).subList(2, 4))
                    .containsExactly(GeneralValue.ofLong(2 * a), GeneralValue.ofLong(6 * a));
        }
    }

    @Test
    void nullsSpreadFromRowToRow() throws IOException {
        Random random = new Random(2);
        List<List<GeneralValue>> rows = rows(random, 50);
        List<Projection.Computed> all = List.of(
                computed("seen", FieldType.VARIABLE32, "prev.seen + s"),
                computed("copy", FieldType.VARIABLE32, "out.seen"));
        Projection projection = Projection.of(type, COLUMNS, all, "");
        assertThat(projection.type().fields().stream().filter(Field::nullable).map(Field::name))
                .containsExactly("s", "seen", "copy");
        StringBuilder seen = new StringBuilder();
        boolean isNull = false;
        int at = 0;
        for (List<GeneralValue> row : Tables.rows(projection.over(Tables.source(type, rows, random)))) {
            isNull |= rows.get(at).get(2).isNull();
            seen.append(rows.get(at).get(2).isNull() ? "" : rows.get(at).get(2).toText());
            GeneralValue expected = isNull ? GeneralValue.NULL : GeneralValue.ofString(seen.toString());
            assertThat(row.subList(2, 4)).containsExactly(expected, expected);
            at++;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "out.y, character 1: column 'y' is not computed yet",
        "1 + y, character 5: column 'y' is not computed yet",
        "out.x, character 1: column 'x' is not computed yet",
        "out.nosuch, has no field 'nosuch'",
        "prev.nosuch, has no field 'nosuch'",
        "in.nosuch, has no field 'in.nosuch'",
        "prev.a, has no field 'a'"
    })
    void faults(String expression, String problem) {
        List<Projection.Computed> all =
                List.of(computed("x", FieldType.INT64, expression), computed("y", FieldType.INT64, "a"));
        assertThatThrownBy(() -> Projection.of(type, COLUMNS, all, ""))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(problem);
    }
}
