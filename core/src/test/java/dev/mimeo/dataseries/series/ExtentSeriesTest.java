package dev.mimeo.dataseries.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtentSeriesTest {

    private static final String ALL = """
            <ExtentType name="Sample" namespace="mimeo.dev" version="1.0">
              <field type="bool" name="flag" opt_nullable="yes" />
              <field type="byte" name="byte" opt_nullable="yes" />
              <field type="int32" name="int" opt_nullable="yes" pack_relative="int" />
              <field type="int64" name="long" opt_nullable="yes" />
              <field type="double" name="double" opt_nullable="yes" />
              <field type="double" name="based" opt_doublebase="1000" />
              <field type="variable32" name="text" opt_nullable="yes" pack_unique="yes" />
              <field type="fixedwidth" name="id" size="3" opt_nullable="yes" />
            </ExtentType>
            """;

    @TempDir
    Path folder;

    private static ExtentType type(String name, String fields) throws DataSeriesException {
        return ExtentType.parse("<ExtentType name=\"" + name + "\">" + fields + "</ExtentType>");
    }

    private static Extent longs(ExtentType type, long... values) {
        ExtentBuilder builder = new ExtentBuilder(type);
        for (long value : values) {
            builder.addRow();
            builder.setLong(type.indexOf("x"), value);
        }
        return builder.build();
    }

    private Path write(String name, ExtentType type, long extentBytes, Filler filler) throws IOException {
        Path file = folder.resolve(name);
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        List.of(type),
                        WriterOptions.DEFAULT);
                ExtentOutput output = new ExtentOutput(writer, type, extentBytes)) {
            filler.fill(SeriesWriter.to(output));
        }
        return file;
    }

    private interface Filler {
        void fill(SeriesWriter series) throws IOException;
    }

    @Test
    void readsWhatItWrote() throws IOException {
        long seed = 33;
        int rows = 1000;
        List<List<GeneralValue>> expected = new ArrayList<>();
        Path file = write("all", ExtentType.parse(ALL), 4096, series -> {
            BoolField flag = new BoolField(series, "flag");
            ByteField small = new ByteField(series, "byte");
            Int32Field number = new Int32Field(series, "int");
            Int64Field big = new Int64Field(series, "long");
            DoubleField real = new DoubleField(series, "double");
            DoubleField based = DoubleField.based(series, "based", 0);
            Variable32Field text = new Variable32Field(series, "text");
            FixedWidthField id = new FixedWidthField(series, "id");
            Random random = new Random(seed);
            for (int row = 0; row < rows; row++) {
                series.newRow();
                List<GeneralValue> values = new ArrayList<>();
                flag.set(random.nextBoolean());
                int byteValue = random.nextInt(4);
                small.set(byteValue, 3);
                values.add(byteValue == 3 ? GeneralValue.NULL : GeneralValue.ofByte(byteValue));
                int intValue = random.nextInt(4);
                number.set(intValue, 0);
                values.add(intValue == 0 ? GeneralValue.NULL : GeneralValue.ofInt(intValue));
                long longValue = random.nextLong();
                big.set(longValue);
                values.add(GeneralValue.ofLong(longValue));
                double doubleValue = random.nextDouble();
                real.set(doubleValue);
                values.add(GeneralValue.ofDouble(doubleValue));
                based.setAbsolute(1000 + row);
                values.add(GeneralValue.ofDouble(1000 + row));
                if (random.nextBoolean()) {
                    text.setNull();
                    id.set((byte[]) null);
                    values.add(GeneralValue.NULL);
                    values.add(GeneralValue.NULL);
                } else {
                    text.set("row " + row);
                    id.set(new byte[] {1, 2, (byte) row});
                    values.add(GeneralValue.ofString("row " + row));
                    values.add(GeneralValue.ofFixedWidth(new byte[] {1, 2, (byte) row}));
                }
                expected.add(values);
            }
        });
        try (ExtentSource extents = DataSeriesFiles.of(List.of(file)).open(2)) {
            SeriesReader series = SeriesReader.from(extents);
            ByteField small = new ByteField(series, "byte", 77);
            Int32Field number = new Int32Field(series, "int", -7);
            Int64Field big = new Int64Field(series, "long");
            DoubleField based = DoubleField.based(series, "based", 0);
            Variable32Field text = new Variable32Field(series, "text", "none".getBytes(UTF_8));
            FixedWidthField id = new FixedWidthField(series, "id");
            List<GeneralField> general = new ArrayList<>();
            for (String name : List.of("byte", "int", "long", "double", "based", "text", "id")) {
                general.add(new GeneralField(series, name));
            }
            int row = 0;
            while (series.next()) {
                List<GeneralValue> values = new ArrayList<>();
                general.forEach(field -> values.add(field.value()));
                assertThat(values).as("row %d, seed %d", row, seed).isEqualTo(expected.get(row));
                assertThat(small.value())
                        .isEqualTo(small.isNull() ? 77 : values.get(0).toInt());
                assertThat(number.value())
                        .isEqualTo(number.isNull() ? -7 : values.get(1).toInt());
                assertThat(big.value())
                        .isEqualTo(values.get(2).toLong())
                        .isEqualTo(general.get(2).toLong());
                assertThat(based.absoluteValue()).isEqualTo(1000 + row);
                assertThat(based.value()).isEqualTo(row);
                assertThat(text.text()).isEqualTo(text.isNull() ? "none" : "row " + row);
                assertThat(text.contentEquals(text.bytes())).isTrue();
                assertThat(id.bytes())
                        .hasSize(3)
                        .isEqualTo(id.isNull() ? new byte[3] : values.get(6).toBytes());
                row++;
            }
            assertThat(row).isEqualTo(rows);
            assertThat(series.next()).isFalse();
        }
    }

    @Test
    void copiesBetweenColumnsOfDifferentTypes() throws IOException {
        ExtentType from = type(
                "From",
                "<field type=\"int32\" name=\"n\" opt_nullable=\"yes\" /><field type=\"variable32\" name=\"s\" />");
        ExtentType to = type(
                "To", "<field type=\"bool\" name=\"n\" opt_nullable=\"yes\" /><field type=\"double\" name=\"s\" />");
        ExtentBuilder builder = new ExtentBuilder(from);
        int[] numbers = {0, 5, -1};
        for (int number : numbers) {
            builder.addRow();
            builder.setInt(0, number);
            builder.setString(1, number + ".5");
        }
        builder.addRow();
        builder.setNull(0);
        builder.setString(1, "1e3");
        Path file = write("to", to, 1000, series -> {
            SeriesReader in = SeriesReader.of(SeriesReader.TypeMode.EXACT);
            GeneralField n = new GeneralField(in, "n");
            GeneralField s = new GeneralField(in, "s");
            GeneralField n2 = new GeneralField(series, "n");
            GeneralField s2 = new GeneralField(series, "s");
            in.setExtent(builder.build());
            assertThat(n.type()).isEqualTo(FieldType.INT32);
            while (in.next()) {
                series.newRow();
                n2.set(n);
                s2.set(s);
            }
        });
        try (ExtentSource extents = DataSeriesFiles.of(List.of(file)).open(1)) {
            SeriesReader series = SeriesReader.from(extents);
            GeneralField n = new GeneralField(series, "n");
            GeneralField s = new GeneralField(series, "s");
            StringBuilder all = new StringBuilder();
            while (series.next()) {
                all.append(n.value()).append(' ').append(s.value()).append('\n');
            }
            assertThat(all.toString()).isEqualTo("false 0.5\ntrue 5.5\ntrue -1.5\n*unknown-type* 1000\n");
        }
    }

    @Test
    void exactSeriesKeepToOneType() throws IOException {
        ExtentType one = type("One", "<field type=\"int64\" name=\"x\" />");
        ExtentType two = type("Two", "<field type=\"bool\" name=\"b\" /><field type=\"int64\" name=\"x\" />");
        SeriesReader exact = SeriesReader.of(SeriesReader.TypeMode.EXACT);
        new Int64Field(exact, "x");
        exact.setExtent(longs(one, 1));
        assertThatThrownBy(() -> exact.setExtent(longs(two, 2)))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("extent is of type 'Two'");

        SeriesReader loose = SeriesReader.of(SeriesReader.TypeMode.LOOSE);
        Int64Field x = new Int64Field(loose, "x");
        loose.setExtent(longs(one, 1));
        assertThat(loose.next()).isTrue();
        assertThat(x.value()).isEqualTo(1);
        loose.setExtent(longs(two, 2, 3));
        assertThat(x.value(1)).isEqualTo(3);
        ExtentType three = type("Three", "<field type=\"int64\" name=\"y\" />");
        assertThatThrownBy(() -> loose.setExtent(new ExtentBuilder(three).build()))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("type 'Three' has no field 'x'");
        ExtentType four = type("Four", "<field type=\"int32\" name=\"x\" />");
        assertThatThrownBy(() -> loose.setExtent(new ExtentBuilder(four).build()))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("is of type int32, not int64");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 3, 1 << 29, Integer.MAX_VALUE})
    void bytesOfRowsThatAreNotThereAreRefused(int row) throws IOException {
        ExtentBuilder builder = new ExtentBuilder(type("T", "<field type=\"fixedwidth\" size=\"8\" name=\"x\" />"));
        builder.addRow();
        builder.addRow();
        SeriesReader series = SeriesReader.of(SeriesReader.TypeMode.EXACT);
        FixedWidthField x = new FixedWidthField(series, "x");
        series.setExtent(builder.build());
        assertThat(x.bytes(1)).hasSize(8);
        assertThatThrownBy(() -> x.bytes(row))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("Index " + row + " out of bounds for length 2");
        assertThatThrownBy(x::offset).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void problemsOfExtentsInMemoryNameNoPlace() throws IOException {
        SeriesReader series = SeriesReader.of(SeriesReader.TypeMode.EXACT);
        series.setExtent(longs(type("T", "<field type=\"int64\" name=\"x\" />"), 5));
        Extent other = longs(type("U", "<field type=\"int64\" name=\"x\" />"), 5);
        assertThatThrownBy(() -> series.setExtent(other))
                .isInstanceOfSatisfying(
                        DataSeriesException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSUPPORTED))
                .hasMessage("extent is of type 'U' version 0.0: those before are of type 'T' version 0.0");
        SeriesReader fields = SeriesReader.of(SeriesReader.TypeMode.LOOSE);
        new Int32Field(fields, "x");
        assertThatThrownBy(() -> fields.setExtent(other))
                .isInstanceOfSatisfying(
                        DataSeriesException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSUPPORTED))
                .hasMessage("cannot read rows: field 'x' of type 'U' is of type int64, not int32");
    }

    @Test
    void goesToAnyRow() throws IOException {
        ExtentType type = type("T", "<field type=\"int64\" name=\"x\" />");
        SeriesReader series = SeriesReader.of(SeriesReader.TypeMode.EXACT);
        Int64Field x = new Int64Field(series, "x");
        assertThatThrownBy(x::value).isInstanceOf(IndexOutOfBoundsException.class);
        series.setExtent(longs(type, 5, 6, 7));
        assertThatThrownBy(x::value).isInstanceOf(IndexOutOfBoundsException.class);
        series.setRow(2);
        assertThat(x.value()).isEqualTo(7);
        assertThat(x.value(0)).isEqualTo(5);
        series.setRow(-1);
        assertThat(series.next()).isTrue();
        assertThat(series.row()).isZero();
        assertThatThrownBy(() -> series.setRow(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> x.set(3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not write");
    }

    @Test
    void refusesADoubleBaseUnlessAllowed() throws IOException {
        SeriesReader series = SeriesReader.of(SeriesReader.TypeMode.EXACT);
        new DoubleField(series, "based");
        assertThatThrownBy(() -> series.setExtent(new ExtentBuilder(ExtentType.parse(ALL)).build()))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("opt_doublebase");
    }

    @Test
    void examplesOfThePackageWork() throws IOException {
        ExtentType type = type(
                "Trace::Sample", "<field type=\"int64\" name=\"time\" /><field type=\"variable32\" name=\"name\" />");
        Path path = folder.resolve("example.ds");
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

        try (DataSeriesWriter writer = DataSeriesWriter.create(channel, List.of(type), WriterOptions.DEFAULT);
                ExtentOutput output = new ExtentOutput(writer, type, 64 << 10)) {
            SeriesWriter series = SeriesWriter.to(output);
            Int64Field time = new Int64Field(series, "time");
            Variable32Field name = new Variable32Field(series, "name");
            for (int i = 0; i < 1000; i++) {
                series.newRow();
                time.set(i);
                name.set("file " + i);
            }
        }

        long sum = 0;
        try (ExtentSource extents =
                DataSeriesFiles.of(List.of(path)).matching("Trace::Sample").open(2)) {
            SeriesReader series = SeriesReader.from(extents);
            Int64Field time = new Int64Field(series, "time");
            while (series.next()) {
                sum += time.value();
            }
        }

        assertThat(sum).isEqualTo(999 * 1000 / 2);
    }

    @Test
    void stringsAreSetPieceByPiece() throws IOException {
        ExtentType type = type("T", "<field type=\"variable32\" name=\"s\" opt_nullable=\"yes\" />");
        long seed = 7;
        Random random = new Random(seed);
        List<byte[]> expected = new ArrayList<>();
        Path file = write("pieces", type, 1000, series -> {
            Variable32Field text = new Variable32Field(series, "s");
            for (int row = 0; row < 300; row++) {
                byte[] value = new byte[random.nextInt(40)];
                random.nextBytes(value);
                expected.add(value);
                series.newRow();
                text.setLength(value.length);
                int left = value.length;
                while (left > 0) {
                    int piece = 1 + random.nextInt(left);
                    left -= piece;
                    text.setPart(left, value, left, piece);
                }
                assertThatThrownBy(() -> text.setPart(value.length, new byte[2], 1, 1))
                        .isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> text.setLength(-1)).isInstanceOf(IllegalArgumentException.class);
            }
            series.newRow();
            text.setLength(3);
            series.newRow();
            text.set(new byte[] {1, 2}, new byte[] {1, 2});
        });
        try (ExtentSource source =
                DataSeriesFiles.of(List.of(file)).matching("T").open(1)) {
            SeriesReader series = SeriesReader.from(source);
            Variable32Field text = new Variable32Field(series, "s");
            for (byte[] value : expected) {
                assertThat(series.next()).isTrue();
                assertThat(text.bytes()).as("seed " + seed).isEqualTo(value);
                assertThat(text.isNull()).isFalse();
            }
            assertThat(series.next()).isTrue();
            assertThat(text.bytes()).isEqualTo(new byte[3]);
            assertThat(series.next()).isTrue();
            assertThat(text.isNull()).isTrue();
        }
    }
}
