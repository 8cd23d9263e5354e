package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Compares and copies extents through what they show to applications. */
final class ExtentContents {

    private ExtentContents() {}

    static void assertSame(@Nullable Extent actual, @Nullable Extent expected) {
        Extent one = Objects.requireNonNull(actual);
        Extent other = Objects.requireNonNull(expected);
        assertThat(one.type()).isEqualTo(other.type());
        assertThat(one.rows()).isEqualTo(other.rows());
        for (Field field : one.type().fields()) {
            assertSameColumn(one, other, field);
        }
    }

    static void assertSameColumn(Extent one, Extent other, Field field) {
        int index = field.index();
        assertThat(Arrays.equals(one.nulls(index), other.nulls(index)))
                .as("nulls of " + field.name())
                .isTrue();
        for (int row = 0; row < one.rows(); row++) {
            if (!one.isNull(index, row) && !sameValue(one, other, field, row)) {
                fail("row %d of %s differs", row, field.name());
            }
        }
    }

    private static boolean sameValue(Extent one, Extent other, Field field, int row) {
        int index = field.index();
        return switch (field.type()) {
            case BOOL -> one.booleans(index)[row] == other.booleans(index)[row];
            case BYTE -> one.bytes(index)[row] == other.bytes(index)[row];
            case INT32 -> one.ints(index)[row] == other.ints(index)[row];
            case INT64 -> one.longs(index)[row] == other.longs(index)[row];
            case DOUBLE ->
                Double.doubleToRawLongBits(one.doubles(index)[row])
                        == Double.doubleToRawLongBits(other.doubles(index)[row]);
            case VARIABLE32 ->
                Arrays.equals(
                        one.variables(index).copy(row), other.variables(index).copy(row));
            case FIXEDWIDTH ->
                Arrays.equals(
                        one.fixedWidths(index).copy(row),
                        other.fixedWidths(index).copy(row));
        };
    }

    /** Returns the values of each row as text, separated by spaces; doubles by their bits. */
    static List<String> texts(Extent extent) {
        List<String> texts = new ArrayList<>();
        for (int row = 0; row < extent.rows(); row++) {
            StringJoiner text = new StringJoiner(" ");
            for (Field field : extent.type().fields()) {
                text.add(extent.isNull(field.index(), row) ? "null" : value(extent, field, row));
            }
            texts.add(text.toString());
        }
        return texts;
    }

    private static String value(Extent extent, Field field, int row) {
        int index = field.index();
        return switch (field.type()) {
            case BOOL -> String.valueOf(extent.booleans(index)[row]);
            case BYTE -> String.valueOf(extent.bytes(index)[row]);
            case INT32 -> String.valueOf(extent.ints(index)[row]);
            case INT64 -> String.valueOf(extent.longs(index)[row]);
            case DOUBLE -> Long.toHexString(Double.doubleToRawLongBits(extent.doubles(index)[row]));
            case VARIABLE32 -> HexFormat.of().formatHex(extent.variables(index).copy(row));
            case FIXEDWIDTH ->
                HexFormat.of().formatHex(extent.fixedWidths(index).copy(row));
        };
    }

    /** Builds the same extent anew, value by value, also those beneath nulls. */
    static Extent copy(Extent extent) {
        ExtentBuilder builder = new ExtentBuilder(extent.type());
        for (int row = 0; row < extent.rows(); row++) {
            builder.addRow();
            for (Field field : extent.type().fields()) {
                int index = field.index();
                switch (field.type()) {
                    case BOOL -> builder.setBoolean(index, extent.booleans(index)[row]);
                    case BYTE -> builder.setByte(index, extent.bytes(index)[row]);
                    case INT32 -> builder.setInt(index, extent.ints(index)[row]);
                    case INT64 -> builder.setLong(index, extent.longs(index)[row]);
                    case DOUBLE -> builder.setDouble(index, extent.doubles(index)[row]);
                    case VARIABLE32 ->
                        builder.setBytes(index, extent.variables(index).copy(row));
                    case FIXEDWIDTH ->
                        builder.setBytes(index, extent.fixedWidths(index).copy(row));
                }
                if (extent.isNull(index, row)) {
                    builder.setNull(index);
                }
            }
        }
        return builder.build();
    }
}
