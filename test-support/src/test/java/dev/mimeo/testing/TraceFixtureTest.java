package dev.mimeo.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class TraceFixtureTest {

    private static final String ALL = """
            <ExtentType name="All">
              <field type="bool" name="flag" />
              <field type="byte" name="small" />
              <field type="int32" name="i" />
              <field type="int64" name="big" />
              <field type="double" name="x" />
              <field type="variable32" name="word" />
              <field type="fixedwidth" name="code" size="2" />
              <field type="int32" name="n" opt_nullable="yes" />
            </ExtentType>
            """;

    private static final String OTHER = "<ExtentType name=\"Other\"><field type=\"bool\" name=\"b\" /></ExtentType>";

    private static final List<@Nullable Object> GOOD =
            values(true, 255, 7, 1L << 40, 1.5, "wörd", new byte[] {1, 2}, null);

    /** Each differs from the good row in one value. */
    static final List<List<@Nullable Object>> WRONG = List.of(
            with(0, 1),
            with(1, 256),
            with(1, -1),
            with(2, 1L << 31),
            with(3, 1.0),
            with(4, "1"),
            with(5, 1),
            with(6, "three"),
            with(6, null),
            values(true));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static List<@Nullable Object> values(@Nullable Object... values) {
        List<@Nullable Object> list = new ArrayList<>();
        for (Object value : values) {
            list.add(value);
        }
        return list;
    }

    private static List<@Nullable Object> with(int index, @Nullable Object value) {
        List<@Nullable Object> row = new ArrayList<>(GOOD);
        row.set(index, value);
        return row;
    }

    /** Returns the extents that are neither types nor index. */
    private static List<Extent> read(Path file) throws IOException {
        List<Extent> extents = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.open(file);
                ExtentStream stream = reader.extents("", 1)) {
            for (Extent extent = stream.next(); extent != null; extent = stream.next()) {
                if (!extent.type().name().startsWith("DataSeries: ")) {
                    extents.add(extent);
                }
            }
        }
        return extents;
    }

    @Test
    void theReaderGivesTheValues() throws IOException {
        Path file = folder.resolve("all.ds");
        TraceFixture.of(ALL).row(GOOD.toArray()).row(with(7, -7).toArray()).write(file);

        Extent extent = read(file).get(0);

        assertThat(extent.rows()).isEqualTo(2);
        assertThat(extent.booleans(0)).containsExactly(true, true);
        assertThat(extent.bytes(1)).containsExactly(255, 255);
        assertThat(extent.ints(2)).containsExactly(7, 7);
        assertThat(extent.longs(3)).containsExactly(1L << 40, 1L << 40);
        assertThat(extent.doubles(4)).containsExactly(1.5, 1.5);
        assertThat(extent.variables(5).copy(1)).asString(UTF_8).isEqualTo("wörd");
        assertThat(extent.fixedWidths(6).copy(0)).containsExactly(1, 2);
        assertThat(extent.isNull(7, 0)).isTrue();
        assertThat(extent.isNull(7, 1)).isFalse();
        assertThat(extent.ints(7)[1]).isEqualTo(-7);
    }

    @Test
    void extentsAreWhereTheyWereStarted() throws IOException {
        TraceFixture fixture = TraceFixture.of(OTHER, ALL);
        Path file = folder.resolve("other.ds");

        assertThat(read(fixture.write(file))).isEmpty();

        fixture.row(true)
                .extent("All")
                .extent("Other")
                .row(false)
                .row(true)
                .extent()
                .row(true);
        assertThat(read(fixture.write(file)))
                .extracting(extent -> extent.type().name() + " " + extent.rows())
                .containsExactly("Other 1", "All 0", "Other 2", "Other 1");
        assertThatThrownBy(() -> fixture.extent("all")).hasMessage("no type 'all' in this file");
    }

    @Test
    void extentsThatExistAreWrittenInTheirPlace() throws IOException {
        Path file = folder.resolve("copied.ds");
        List<Extent> two = read(
                TraceFixture.of(OTHER).row(true).extent().row(false).row(false).write(file));

        TraceFixture.of(two.get(0).type()).row(true).extents(two).row(false).write(file);

        assertThat(read(file))
                .extracting(extent -> extent.rows() + " " + extent.booleans(0)[0])
                .containsExactly("1 true", "1 true", "2 false", "1 false");
    }

    @ParameterizedTest
    @FieldSource("WRONG")
    void whatDoesNotFitIsRefused(List<@Nullable Object> row) throws IOException {
        TraceFixture fixture = TraceFixture.of(ALL);
        assertThatThrownBy(() -> fixture.row(row.toArray())).isInstanceOf(RuntimeException.class);
    }
}
