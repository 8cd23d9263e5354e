package dev.mimeo.dataseries.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSerializer;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.TypeLibrary;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.dataseries.series.SeriesReader.TypeMode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of an extent under construction that are set in any order, and series without an extent. */
final class ConstructionSeriesTest {

    private static ExtentType type() throws DataSeriesException {
        return ExtentType.parse("""
                <ExtentType name="Test::Rows">
                  <field type="int32" name="id" />
                  <field type="variable32" name="word" opt_nullable="yes" />
                </ExtentType>
                """);
    }

    /** A row as it should be. */
    private static final class Row {
        private int id;
        private @Nullable String word = "";
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyRowCanBeSetAtAnyTime(long seed) throws IOException {
        Random random = new Random(seed);
        List<Row> expected = new ArrayList<>();
        ExtentBuilder builder = new ExtentBuilder(type());
        SeriesWriter series = SeriesWriter.over(builder);
        Int32Field id = new Int32Field(series, "id");
        Variable32Field word = new Variable32Field(series, "word");
        int at = -1;
        for (int step = 0; step < 500; step++) {
            switch (random.nextInt(5)) {
                case 0 -> {
                    int count = random.nextInt(4);
                    series.createRows(count);
                    for (int i = 0; i < count; i++) {
                        expected.add(new Row());
                    }
                }
                case 1 -> {
                    series.newRow();
                    expected.add(new Row());
                    at = expected.size() - 1;
                }
                case 2 -> {
                    at = expected.isEmpty() ? -1 : random.nextInt(expected.size());
                    series.setRow(at);
                }
                case 3 -> {
                    boolean more = at + 1 < expected.size();
                    assertThat(series.nextRow()).isEqualTo(more);
                    at += more ? 1 : 0;
                }
                default -> {
                    if (at < 0) {
                        assertThatThrownBy(() -> id.set(1)).isInstanceOf(IllegalStateException.class);
                    } else {
                        Row row = expected.get(at);
                        row.id = random.nextInt();
                        row.word = random.nextInt(4) == 0 ? null : "w".repeat(random.nextInt(9));
                        id.set(row.id);
                        if (row.word == null) {
                            word.setNull();
                        } else {
                            word.set(row.word);
                        }
                    }
                }
            }
            assertThat(series.rows()).as("seed %d, step %d", seed, step).isEqualTo(expected.size());
            assertThat(series.row()).as("seed %d, step %d", seed, step).isEqualTo(at);
        }
        Extent extent = builder.build();
        assertThat(extent.rows()).isEqualTo(expected.size());
        for (int row = 0; row < expected.size(); row++) {
            assertThat(extent.ints(0)[row]).as("seed %d, row %d", seed, row).isEqualTo(expected.get(row).id);
            assertThat(extent.isNull(1, row) ? null : extent.variables(1).utf8(row))
                    .as("seed %d, row %d", seed, row)
                    .isEqualTo(expected.get(row).word);
        }
    }

    @Test
    void stringsThatWereReplacedAreNotPacked() throws IOException {
        ExtentBuilder builder = new ExtentBuilder(type());
        SeriesWriter series = SeriesWriter.over(builder);
        Variable32Field word = new Variable32Field(series, "word");
        series.createRows(2);
        for (int i = 0; i < 100; i++) {
            series.setRow(i % 2);
            word.set("a word that is to be replaced " + i);
        }
        series.setRow(-1);
        assertThat(series.nextRow()).isTrue();
        word.set("one");
        assertThat(series.nextRow()).isTrue();
        word.set("two");
        assertThat(series.nextRow()).isFalse();
        series.setRow(-1);
        assertThatThrownBy(() -> word.set("three")).isInstanceOf(IllegalStateException.class);
        TypeLibrary types = new TypeLibrary();
        types.add(type());
        try (ExtentSerializer serializer = new ExtentSerializer(types, WriterOptions.DEFAULT)) {
            Extent extent = serializer.unpack(serializer.pack(builder.build()), "packed");
            assertThat(extent.variables(1).utf8(0)).isEqualTo("one");
            assertThat(extent.variables(1).utf8(1)).isEqualTo("two");
            // Two records of twelve bytes and padding, the empty string, two strings.
            assertThat(extent.sizeBytes()).isEqualTo(2L * type().recordSize() + 4 + 2 * 8);
        }
    }

    @Test
    void rowsAreOnlyCreatedInAnExtentUnderConstruction() throws IOException {
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                        Channels.newChannel(OutputStream.nullOutputStream()), List.of(type()), WriterOptions.DEFAULT);
                ExtentOutput output = new ExtentOutput(writer, type(), 4096)) {
            SeriesWriter series = SeriesWriter.to(output);
            assertThatThrownBy(() -> series.createRows(1)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> series.setRow(0)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        ExtentBuilder builder = new ExtentBuilder(type());
        assertThatIllegalArgumentException().isThrownBy(() -> builder.createRows(-1));
        assertThatThrownBy(() -> builder.setRow(0)).isInstanceOf(IndexOutOfBoundsException.class);
        builder.createRows(0);
        assertThat(builder.rows()).isZero();
        SeriesWriter.over(builder).createRows(3);
        assertThat(builder.rows()).isEqualTo(3);
        assertThatThrownBy(() -> builder.setRow(3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aSeriesCanLeaveItsExtentAndLearnItsTypeBefore() throws IOException {
        ExtentBuilder builder = new ExtentBuilder(type());
        builder.addRow();
        builder.setInt(0, 5);
        SeriesReader series = SeriesReader.of(TypeMode.EXACT);
        Int32Field id = new Int32Field(series, "id");
        Variable32Field word = new Variable32Field(series, "word");
        series.setType(type());
        assertThat(word.isNullable()).isTrue();
        series.setExtent(builder.build());
        assertThat(series.next()).isTrue();
        assertThat(id.value()).isEqualTo(5);
        series.clearExtent();
        assertThat(series.extent()).isNull();
        assertThat(series.rows()).isZero();
        assertThat(series.type()).isEqualTo(type());
        assertThatThrownBy(id::value).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> id.value(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(series.next()).isFalse();
        ExtentType other =
                ExtentType.parse("<ExtentType name=\"Other\"><field type=\"int64\" name=\"id\" /></ExtentType>");
        assertThatThrownBy(() -> series.setType(other)).isInstanceOf(IllegalStateException.class);
        SeriesReader loose = SeriesReader.of(TypeMode.LOOSE);
        new Int32Field(loose, "id");
        loose.setType(type());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> loose.setType(other))
                .withMessageContaining("int64");
    }
}
