package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RowCopierTest {

    private static final String NUMBERS = """
            <ExtentType name="Numbers" version="1.0">
              <field type="bool" name="flag" opt_nullable="yes" />
              <field type="byte" name="byte" opt_nullable="yes" />
              <field type="int32" name="int" opt_nullable="yes" />
              <field type="int64" name="long" opt_nullable="yes" />
              <field type="double" name="double" opt_nullable="yes" />
              <field type="variable32" name="text" opt_nullable="yes" />
            </ExtentType>
            """;

    private static ExtentType single(String type, String attributes) throws DataSeriesException {
        return ExtentType.parse("<ExtentType name=\"Single\"><field type=\"" + type + "\" name=\"x\" " + attributes
                + " /></ExtentType>");
    }

    private static int[] all(Extent extent) {
        return IntStream.range(0, extent.rows()).toArray();
    }

    private static Extent copied(Extent extent, ExtentType target) throws DataSeriesException {
        ExtentBuilder builder = new ExtentBuilder(target);
        new RowCopier(target).copy(extent, all(extent), 0, extent.rows(), builder);
        return builder.build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LITTLE_ENDIAN", "BIG_ENDIAN"})
    void copiesRowsOfTheSameTypeFromPackedExtents(String order) throws IOException {
        ByteOrder byteOrder = order.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        byte[] file = SampleFiles.file(byteOrder, 1, "zlib:6");
        try (DataSeriesReader reader = DataSeriesReader.read(file, "sample")) {
            for (DataSeriesReader.IndexEntry entry : reader.index()) {
                Extent extent = reader.read(entry.offset());
                ExtentContents.assertSame(copied(extent, extent.type()), extent);
                ExtentBuilder builder = new ExtentBuilder(extent.type());
                RowCopier copier = new RowCopier(extent.type());
                for (int row = 0; row < extent.rows(); row++) {
                    long before = builder.sizeBytes();
                    copier.copy(extent, row, builder);
                    assertThat(builder.sizeBytes() - before).isEqualTo(copier.sizeBytes(extent, row));
                }
                ExtentContents.assertSame(builder.build(), extent);
            }
        }
    }

    @Test
    void copiesRowsOfAnotherTypeByName() throws IOException {
        ExtentType target = ExtentType.parse("""
                <ExtentType name="Other" pack_field_ordering="big_to_small_sep_var32">
                  <field type="variable32" name="data" opt_nullable="yes" />
                  <field type="fixedwidth" name="id" size="5" opt_nullable="yes" />
                  <field type="int64" name="time" />
                  <field type="byte" name="small" opt_nullable="yes" />
                  <field type="bool" name="flag" opt_nullable="yes" />
                  <field type="double" name="rounded" />
                  <field type="int32" name="counted" />
                  <field type="int32" name="unknown" opt_nullable="yes" />
                  <field type="int32" name="unset" />
                </ExtentType>
                """);
        for (Extent extent : SampleFiles.extents()) {
            if (!extent.type().equals(SampleFiles.type())) {
                continue;
            }
            ExtentBuilder builder = new ExtentBuilder(target);
            RowCopier copier = new RowCopier(target, Map.of("counted", "count"));
            copier.copy(extent, all(extent), 0, extent.rows(), builder);
            Extent copy = builder.build();
            assertThat(copy.rows()).isEqualTo(extent.rows());
            for (int row = 0; row < copy.rows(); row++) {
                assertThat(copy.ints(6)[row]).isEqualTo(extent.ints(4)[row]);
                assertThat(copy.longs(2)[row]).isEqualTo(extent.longs(2)[row]);
                assertThat(copy.doubles(5)[row]).isEqualTo(extent.doubles(7)[row]);
                assertThat(copy.isNull(7, row)).isTrue();
                assertThat(copy.ints(8)[row]).isZero();
                for (String name : List.of("data", "id", "small", "flag")) {
                    boolean isNull = extent.isNull(extent.type().indexOf(name), row);
                    assertThat(copy.isNull(target.indexOf(name), row)).isEqualTo(isNull);
                }
                if (!copy.isNull(0, row)) {
                    assertThat(copy.variables(0).copy(row))
                            .isEqualTo(extent.variables(9).copy(row));
                }
                if (!copy.isNull(1, row)) {
                    assertThat(copy.fixedWidths(1).copy(row))
                            .isEqualTo(extent.fixedWidths(10).copy(row));
                }
            }
        }
    }

    /** One row per value of the numbers type, copied to a field of another type and printed. */
    @ParameterizedTest
    @CsvSource({
        "flag, true, byte, 1",
        "flag, false, int32, 0",
        "flag, true, double, 1.0",
        "flag, true, variable32, true",
        "byte, 200, bool, true",
        "byte, 0, bool, false",
        "byte, 200, int32, 200",
        "byte, 200, variable32, 200",
        "int, -3, bool, true",
        "int, 0, bool, false",
        "int, -3, int64, -3",
        "int, 255, byte, 255",
        "int, -3, double, -3.0",
        "int, -3, variable32, -3",
        "long, 9007199254740993, variable32, 9007199254740993",
        "long, -2147483648, int32, -2147483648",
        "double, 0.0, bool, false",
        "double, 0.5, bool, true",
        "double, -2.75, int32, -2",
        "double, 1e15, int64, 1000000000000000",
        "double, 0.1, variable32, 0.10000000000000000555",
        "double, 1e100, variable32, 1.0000000000000000159e+100",
        "text, yes, bool, true",
        "text, off, bool, false",
        "text, 17, byte, 17",
        "text, -17, int64, -17",
        "text, 1.5e3, double, 1500.0",
    })
    void converts(String field, String value, String targetType, String expected) throws IOException {
        assertThat(convert(field, value, targetType)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "int, 256, byte",
        "int, -1, byte",
        "long, 2147483648, int32",
        "double, 1e19, int64",
        "double, NaN, int32",
        "text, maybe, bool",
        "text, 1.5, int32",
        "text, '', double",
        "text, 99999999999999999999, int64"
    })
    void refusesWhatDoesNotFit(String field, String value, String targetType) {
        assertThatThrownBy(() -> convert(field, value, targetType))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("field '" + field + "', row 0");
    }

    private static String convert(String field, String value, String targetType) throws IOException {
        ExtentType source = ExtentType.parse(NUMBERS);
        ExtentBuilder builder = new ExtentBuilder(source);
        builder.addRow();
        int index = source.indexOf(field);
        switch (source.fields().get(index).type()) {
            case BOOL -> builder.setBoolean(index, Boolean.parseBoolean(value));
            case BYTE -> builder.setByte(index, Integer.parseInt(value));
            case INT32 -> builder.setInt(index, Integer.parseInt(value));
            case INT64 -> builder.setLong(index, Long.parseLong(value));
            case DOUBLE -> builder.setDouble(index, Double.parseDouble(value));
            default -> builder.setString(index, value);
        }
        builder.addRow();
        source.fields().forEach(f -> builder.setNull(f.index()));
        ExtentType target = single(targetType, "opt_nullable=\"yes\"");
        ExtentBuilder out = new ExtentBuilder(target);
        RowCopier copier = new RowCopier(target, Map.of("x", field));
        Extent extent = builder.build();
        copier.copy(extent, 0, out);
        copier.copy(extent, 1, out);
        Extent copy = out.build();
        assertThat(copy.isNull(0, 0)).isFalse();
        assertThat(copy.isNull(0, 1)).isTrue();
        return switch (target.fields().get(0).type()) {
            case BOOL -> String.valueOf(copy.booleans(0)[0]);
            case BYTE -> String.valueOf(copy.bytes(0)[0] & 0xff);
            case INT32 -> String.valueOf(copy.ints(0)[0]);
            case INT64 -> String.valueOf(copy.longs(0)[0]);
            case DOUBLE -> String.valueOf(copy.doubles(0)[0]);
            default -> copy.variables(0).utf8(0);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"bool", "byte", "int32", "int64", "double", "variable32"})
    void nullBecomesZeroWhereTheTargetIsNotNullable(String type) throws IOException {
        ExtentType source = single(type, "opt_nullable=\"yes\"");
        ExtentBuilder builder = new ExtentBuilder(source);
        builder.addRow();
        switch (source.fields().get(0).type()) {
            case BOOL -> builder.setBoolean(0, true);
            case BYTE -> builder.setByte(0, 1);
            case INT32 -> builder.setInt(0, 1);
            case INT64 -> builder.setLong(0, 1);
            case DOUBLE -> builder.setDouble(0, 1);
            default -> builder.setBytes(0, "1".getBytes(UTF_8));
        }
        builder.setNull(0);
        Extent copy = copied(builder.build(), single(type, ""));
        ExtentBuilder expected = new ExtentBuilder(single(type, ""));
        expected.addRow();
        ExtentContents.assertSame(copy, expected.build());
    }

    /** Whether the row is of another type, of the same, or that of a builder, which is gone to again. */
    @Test
    void aValueTakesThePlaceOfNull() throws IOException {
        ExtentType type = single("int32", "opt_nullable=\"yes\"");
        ExtentBuilder nulls = new ExtentBuilder(type);
        nulls.createRows(2);
        nulls.setNull(0);
        nulls.setRow(0);
        nulls.setNull(0);
        Extent source = nulls.build();
        for (String to : List.of("int32", "int64")) {
            ExtentType target = single(to, "opt_nullable=\"yes\"");
            ExtentBuilder builder = new ExtentBuilder(target);
            new RowCopier(target).copy(source, all(source), 0, 2, builder);
            if (to.equals("int32")) {
                builder.setInt(0, 7);
            } else {
                builder.setLong(0, 7);
            }
            assertThat(builder.build().nulls(0)).as(to).containsExactly(true, false);
        }
        nulls.addRow();
        nulls.setRow(1);
        nulls.setInt(0, 7);
        assertThat(nulls.build().nulls(0)).containsExactly(true, false, false);
    }

    @Test
    void keepsAbsoluteValuesOfDoubles() throws IOException {
        ExtentBuilder builder = new ExtentBuilder(single("double", "opt_doublebase=\"1000\""));
        builder.addRow();
        builder.setDouble(0, 5);
        assertThat(copied(builder.build(), single("double", "opt_doublebase=\"900\""))
                        .doubles(0))
                .containsExactly(105);
        assertThat(copied(builder.build(), single("int32", "")).ints(0)).containsExactly(1005);
    }

    @Test
    void rebindsWhenTheSourceTypeChanges() throws IOException {
        ExtentType target = single("int64", "");
        RowCopier copier = new RowCopier(target);
        ExtentBuilder out = new ExtentBuilder(target);
        for (String type : List.of("int32", "int64", "int32")) {
            ExtentBuilder builder = new ExtentBuilder(single(type, ""));
            builder.addRow();
            if (type.equals("int32")) {
                builder.setInt(0, 3);
            } else {
                builder.setLong(0, 4);
            }
            copier.copy(builder.build(), 0, out);
        }
        assertThat(out.build().longs(0)).containsExactly(3, 4, 3);
    }

    @Test
    void saysWhichFieldIsNotThere() throws IOException {
        ExtentType type = ExtentType.parse(NUMBERS);
        assertThatThrownBy(() -> new RowCopier(type, Map.of("nothing", "int")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no field 'nothing'");
        ExtentBuilder builder = new ExtentBuilder(type);
        builder.addRow();
        RowCopier copier = new RowCopier(single("int32", ""), Map.of("x", "nothing"));
        assertThatThrownBy(() -> copier.copy(builder.build(), 0, new ExtentBuilder(copier.target())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no field 'nothing'");
    }

    @Test
    void rowsThatTheExtentDoesNotHaveLeaveTheBuilderAsItIs() throws IOException {
        ExtentType type = single("int64", "");
        ExtentBuilder source = new ExtentBuilder(type);
        source.addRow();
        source.setLong(0, 7);
        Extent one = source.build();
        RowCopier copier = new RowCopier(type);
        ExtentBuilder builder = new ExtentBuilder(type);
        copier.copy(one, 0, builder);
        for (int row : new int[] {-1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> copier.copy(one, row, builder)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> copier.copy(one, new int[] {0, row}, 0, 2, builder))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThat(builder.build().longs(0)).containsExactly(7);
    }
}
