package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.internal.random.Mixing;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GeneralValueTest {

    private static final GeneralValue TRUE = GeneralValue.ofBoolean(true);
    private static final byte[] BINARY = {0, 1, (byte) 0xff};

    @Test
    void printsAsTheOriginal() {
        assertThat(Stream.of(
                                GeneralValue.NULL,
                                TRUE,
                                GeneralValue.ofBoolean(false),
                                GeneralValue.ofByte(-1),
                                GeneralValue.ofInt(-7),
                                GeneralValue.ofLong(Long.MIN_VALUE),
                                GeneralValue.ofDouble(0.1),
                                GeneralValue.ofDouble(1e12),
                                GeneralValue.ofDouble(123456789012.0),
                                GeneralValue.ofDouble(-0.0),
                                GeneralValue.ofDouble(0.00012345),
                                GeneralValue.ofDouble(0.000012345),
                                GeneralValue.ofString("a b"),
                                GeneralValue.ofString("ä"),
                                GeneralValue.ofBytes(BINARY),
                                GeneralValue.ofFixedWidth(BINARY))
                        .map(GeneralValue::toString))
                .containsExactly(
                        "*unknown-type*",
                        "true",
                        "false",
                        "255",
                        "-7",
                        "-9223372036854775808",
                        "0.1",
                        "1e+12",
                        "123456789012",
                        "-0",
                        "0.00012345",
                        "1.2345e-05",
                        "a b",
                        "c3a4",
                        "0001ff",
                        "0001ff");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.10000000000000000555",
        "100, 100",
        "1e19, 10000000000000000000",
        "1e20, 1e+20",
        "1.5e300, 1.5000000000000000788e+300",
        "5e-324, 4.9406564584124654418e-324",
        "Infinity, inf",
        "-Infinity, -inf",
        "NaN, nan"
    })
    void textOfDoublesIsThatOfPrintf(double value, String text) {
        assertThat(GeneralValue.ofDouble(value).toText()).isEqualTo(text);
        assertThat(GeneralValue.parse(FieldType.DOUBLE, text)).isEqualTo(GeneralValue.ofDouble(value));
    }

    /** Offsets of rows that are far away may be those of others, as numbers of 32 bits. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 3, 4, 1 << 28, 1 << 29, 1 << 30, Integer.MAX_VALUE})
    void rowsThatAnExtentDoesNotHaveAreRefused(int row) throws DataSeriesException {
        for (FieldType type : FieldType.values()) {
            for (String nullable : List.of("no", "yes")) {
                String size = type == FieldType.FIXEDWIDTH ? "\" size=\"8" : "";
                ExtentBuilder builder =
                        new ExtentBuilder(ExtentType.parse("<ExtentType name=\"T\"><field name=\"f\" type=\""
                                + type.xmlName() + size + "\" opt_nullable=\"" + nullable + "\" /></ExtentType>"));
                for (int i = 0; i < 3; i++) {
                    builder.addRow();
                }
                Extent extent = builder.build();
                assertThatThrownBy(() -> GeneralValue.of(extent, 0, row))
                        .as("%s, nullable: %s", type, nullable)
                        .isInstanceOf(IndexOutOfBoundsException.class)
                        .hasMessage("Index " + row + " out of bounds for length 3");
                assertThatThrownBy(() -> extent.isNull(0, row)).isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> extent.isNull(1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            }
        }
    }

    @Test
    void nullIsNothingInAnyType() {
        assertThat(GeneralValue.NULL.toBoolean()).isFalse();
        assertThat(GeneralValue.NULL.toByte()).isZero();
        assertThat(GeneralValue.NULL.toInt()).isZero();
        assertThat(GeneralValue.NULL.toLong()).isZero();
        assertThat(GeneralValue.NULL.toDouble()).isZero();
        assertThat(GeneralValue.NULL.toText()).isEmpty();
        assertThat(GeneralValue.NULL.toBytes()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void smallNumbersGoThroughAnyType(FieldType type) {
        assertThat(GeneralValue.NULL.to(type).isNull()).isTrue();
        if (type != FieldType.BOOL) {
            GeneralValue value = GeneralValue.ofInt(42).to(type);
            assertThat(value.type()).isEqualTo(type);
            assertThat(value.to(FieldType.INT32)).isEqualTo(GeneralValue.ofInt(42));
            assertThat(value).isEqualTo(GeneralValue.parse(type, "42"));
        }
    }

    @Test
    void isOrderedWithinATypeAfterNull() {
        assertThat(GeneralValue.NULL).isEqualByComparingTo(GeneralValue.NULL).isLessThan(TRUE);
        assertThat(TRUE).isGreaterThan(GeneralValue.NULL).isGreaterThan(GeneralValue.ofBoolean(false));
        assertThat(GeneralValue.ofByte(200)).isGreaterThan(GeneralValue.ofByte(100));
        assertThat(GeneralValue.ofInt(-1)).isLessThan(GeneralValue.ofInt(1));
        assertThat(GeneralValue.ofLong(1L << 53)).isLessThan(GeneralValue.ofLong((1L << 53) + 1));
        assertThat(GeneralValue.ofDouble(-1)).isLessThan(GeneralValue.ofDouble(-0.5));
        assertThat(GeneralValue.ofBytes(BINARY)).isLessThan(GeneralValue.ofString("a"));
        assertThat(GeneralValue.ofString("ab")).isLessThan(GeneralValue.ofString("ä"));
        assertThat(GeneralValue.ofInt(1)).isNotEqualTo(GeneralValue.ofLong(1));
        assertThatThrownBy(() -> GeneralValue.ofInt(1).compareTo(GeneralValue.ofLong(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("int32");
    }

    @Test
    void doublesAreComparedAsInSql() {
        GeneralValue zero = GeneralValue.ofDouble(0.0);
        GeneralValue nan = GeneralValue.ofDouble(Double.NaN);
        assertThat(GeneralValue.ofDouble(-0.0))
                .isEqualTo(zero)
                .hasSameHashCodeAs(zero)
                .isEqualByComparingTo(zero);
        assertThat(GeneralValue.ofDouble(-Double.MIN_VALUE)).isNotEqualTo(zero).isLessThan(zero);
        assertThat(nan)
                .isEqualTo(GeneralValue.ofDouble(-Double.NaN))
                .isGreaterThan(GeneralValue.ofDouble(Double.POSITIVE_INFINITY));
    }

    @Test
    void hashesAsTheOriginal() {
        int seed = GeneralValue.HASH_SEED;
        assertThat(GeneralValue.NULL.hash(seed)).isEqualTo(seed);
        assertThat(TRUE.hash(seed)).isEqualTo(Mixing.jenkins96(1, 1492, seed));
        assertThat(GeneralValue.ofByte(200).hash(5)).isEqualTo(Mixing.jenkins96(200, 1941, 5));
        assertThat(GeneralValue.ofInt(-2).hash(seed)).isEqualTo(Mixing.jenkins96(-2, 1861, seed));
        assertThat(GeneralValue.ofLong(0x123456789abcdef0L).hash(seed))
                .isEqualTo(Mixing.jenkins96(0x9abcdef0, 0x12345678, seed));
        long bits = Double.doubleToLongBits(2.5);
        assertThat(GeneralValue.ofDouble(2.5).hash(seed))
                .isEqualTo(Mixing.jenkins96((int) bits, (int) (bits >>> 32), seed));
        assertThat(GeneralValue.ofBytes(BINARY).hash(seed)).isEqualTo(JenkinsHash.hash(seed, BINARY, 0, 3));
    }

    @Test
    void comesOutOfExtents() throws DataSeriesException {
        Extent extent = SampleFiles.extents().get(0);
        Extent copy = ExtentContents.copy(extent);
        List<Field> fields = extent.type().fields();
        for (Field field : fields) {
            for (int row = 0; row < extent.rows(); row++) {
                GeneralValue value = GeneralValue.of(extent, field.index(), row);
                assertThat(value.isNull()).isEqualTo(extent.isNull(field.index(), row));
                assertThat(value.type()).isEqualTo(value.isNull() ? null : field.type());
                assertThat(value)
                        .isEqualTo(GeneralValue.of(copy, field.index(), row))
                        .hasSameHashCodeAs(GeneralValue.of(copy, field.index(), row));
            }
        }
    }
}
