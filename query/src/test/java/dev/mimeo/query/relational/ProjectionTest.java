package dev.mimeo.query.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of copied and computed columns against DuckDB. */
final class ProjectionTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "b <= 1 && flag"})
    void columnsAreThoseOfDuckDb(String where) throws IOException {
        long seed = 11;
        Random random = new Random(seed);
        ExtentType type = Tables.type(
                "T",
                "type=\"int32\" name=\"a\"",
                "type=\"int64\" name=\"b\"",
                "type=\"variable32\" name=\"s\" opt_nullable=\"yes\"",
                "type=\"bool\" name=\"flag\"");
        List<List<GeneralValue>> rows = Tables.rows(type, 20_000, random);
        Path input = Tables.save(folder.resolve("in.ds"), type, Tables.source(type, rows, random));
        List<Projection.Column> columns = List.of(new Projection.Column("s", "name"), new Projection.Column("a", "a"));
        List<Projection.Computed> computed = List.of(
                new Projection.Computed("sum", FieldType.INT64, "a + 2 * b"),
                new Projection.Computed("less", FieldType.BOOL, "a < b"));
        String condition = where.isEmpty() ? "" : " WHERE " + where.replace("&&", "AND");
        Projection copies = Projection.of(type, columns, List.of(), where);
        Path copied =
                Tables.save(folder.resolve("copied.ds"), copies.type(), copies.over(Tables.source(type, rows, random)));
        assertThat(Tables.difference(
                        folder, "SELECT s AS name, a FROM '" + input + "'" + condition, "FROM '" + copied + "'"))
                .isEqualTo("true,0");
        Projection projection = Projection.of(type, columns, computed, where);
        Path out = Tables.save(
                folder.resolve("out.ds"), projection.type(), projection.over(Tables.source(type, rows, random)));
        assertThat(Tables.difference(
                        folder,
                        "SELECT s AS name, a, a + 2 * b AS sum, a < b AS less FROM '" + input + "'" + condition,
                        "FROM '" + out + "'"))
                .isEqualTo("true,0");
        ExtentType other = Tables.type("Other", "type=\"int32\" name=\"a\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> projection
                        .over(Tables.source(other, Tables.rows(other, 1, random), random))
                        .next());
    }
}
