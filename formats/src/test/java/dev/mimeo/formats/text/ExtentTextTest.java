package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text of small files, by the rules of the format's description. */
final class ExtentTextTest {

    private static final String XML = """
        <ExtentType name="T" version="1.0">
          <field type="bool" name="b" />
          <field type="byte" name="y" opt_nullable="yes" />
          <field type="double" name="d" />
          <field type="variable32" name="v" />
          <field type="fixedwidth" name="w" size="2" />
        </ExtentType>
        """;

    private static byte[] file() throws IOException {
        return file(XML, builder -> {
            builder.setBoolean(0, true);
            builder.setByte(1, 200);
            builder.setDouble(2, -0.0);
            builder.setString(3, "a b");
            builder.setBytes(4, new byte[] {'o', 'k'});
            builder.addRow();
            builder.setNull(1);
            builder.setDouble(2, 1e9);
            builder.setBytes(3, new byte[] {'a', 10});
            builder.setBytes(4, new byte[] {1, (byte) 0xff});
        });
    }

    /** Writes a file of one extent, whose first row is there for the filler to set. */
    private static byte[] file(String xml, Consumer<ExtentBuilder> filler) throws IOException {
        ExtentType type = ExtentType.parse(xml);
        ExtentBuilder builder = new ExtentBuilder(type);
        builder.addRow();
        filler.accept(builder);
        return TraceFixture.of(type).extents(List.of(builder.build())).bytes();
    }

    private static String text(byte[] file, TextOptions options) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "file")) {
            new ExtentText(out, options).print(reader);
        }
        return out.toString(UTF_8);
    }

    @Test
    void printsTypesIndexAndRows() throws IOException {
        byte[] file = file();
        List<Long> offsets;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "file")) {
            offsets = reader.index().stream().map(entry -> entry.offset()).toList();
        }
        assertThat(text(file, TextOptions.DEFAULT))
                .isEqualTo("# Extent Types ...\n"
                        + "<ExtentType name=\"DataSeries: ExtentIndex\">\n"
                        + "  <field type=\"int64\" name=\"offset\" />\n"
                        + "  <field type=\"variable32\" name=\"extenttype\" />\n"
                        + "</ExtentType>\n\n"
                        + "<ExtentType name=\"DataSeries: XmlType\">\n"
                        + "  <field type=\"variable32\" name=\"xmltype\" />\n"
                        + "</ExtentType>\n\n"
                        + XML
                        + "\n"
                        + "extent offset  ExtentType\n"
                        + "40             DataSeries: XmlType\n"
                        + String.format("%-13d  T\n", offsets.get(1))
                        + String.format("%-13d  DataSeries: ExtentIndex\n", offsets.get(2))
                        + "# Extent, type='T'\n"
                        + "b y d v w\n"
                        + "T 200 -0 a b ok\n"
                        + "F null 1e+09 610a 01ff\n"
                        + "# Extent, type='DataSeries: ExtentIndex'\n"
                        + "offset extenttype\n"
                        + "40 DataSeries: XmlType\n"
                        + offsets.get(1)
                        + " T\n"
                        + offsets.get(2)
                        + " DataSeries: ExtentIndex\n");
    }

    @Test
    void leavesOutWhatIsNotWanted() throws IOException {
        assertThat(text(file(), TextOptions.CSV)).isEqualTo("b,y,d,v,w\nT,200,-0,a b,ok\nF,null,1e+09,610a,01ff\n");
        assertThat(text(file(), TextOptions.CSV.withoutFieldNames().withSeparator("||")))
                .isEqualTo("T||200||-0||a b||ok\nF||null||1e+09||610a||01ff\n");
        assertThat(text(
                        file(),
                        TextOptions.DEFAULT.withoutTypes().withoutIndex().withType("ExtentIndex")))
                .isEmpty();
        assertThatThrownBy(() -> text(file(), TextOptions.DEFAULT.withType("none")))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("no type matches 'none'");
    }

    @ParameterizedTest
    @CsvSource({
        "-1073741824, 2^-32 seconds, -0.250000000, 0.250000000",
        "4294967295, 2^-32 seconds, 1.000000000, 0.1000000000",
        "-1, 2^-32 seconds, 0.000000000, 0.000000000",
        "6442450944, 2^-32 seconds, 1.500000000, 1.500000000",
        "-6442450944, 2^-32 seconds, -1.500000000, -1.500000000",
        "1500000000, nanoseconds, 1.500000000, 1.500000000",
        "-1, nanoseconds, -0.000000001, 0.000000001",
        "-2000000, microseconds, -2.000000000, -2.000000000",
        "1000001, microseconds, 1.000001000, 1.000001000",
        "4294967296000000, microseconds, 4294967296.000000000, 0.000000000"
    })
    void printsTimesRightAndAsTheOriginalDoes(long value, String units, String right, String old) throws IOException {
        String xml = "<ExtentType name='T'><field name='t' type='int64' print_format='sec.nsec' units='" + units
                + "' epoch='unknown'/></ExtentType>";
        byte[] file = file(xml, builder -> builder.setLong(0, value));
        assertThat(text(file, TextOptions.CSV)).isEqualTo("t\n" + right + "\n");
        assertThat(text(file, TextOptions.CSV.withCompat())).isEqualTo("t\n" + old + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "hex, 'a,b', 612c62, 612c62",
        "csv, 'a,b\"c', '\"a,b\"\"c\"', '\"a,b\"\"c\"'",
        "csv, 'a\"b', '\"a\"\"b\"', 'a\"b'",
        "text, 'a,b', '\"a,b\"', '\"a,b\"'",
        "text, 'a\nb', '\"a\nb\"', 610a62",
        "maybehex, 'a,b', '\"a,b\"', 'a,b'",
        "maybehex, '#', '\"#\"', '#'",
        "maybehex, '', '\"\"', ''"
    })
    void quotesStringsInCsv(String style, String value, String right, String old) throws IOException {
        String xml =
                "<ExtentType name='T'><field name='v' type='variable32' print_style='" + style + "'/></ExtentType>";
        byte[] file = file(xml, builder -> builder.setString(0, value));
        assertThat(text(file, TextOptions.CSV)).isEqualTo("v\n" + right + "\n");
        assertThat(text(file, TextOptions.CSV.withCompat())).isEqualTo("v\n" + old + "\n");
    }

    @Test
    void printsLinesBeforeExtentsOncePerType() throws IOException {
        byte[] file = extents(rows(A, 1, 2), rows(B, 3), rows(A, 4));
        TextOptions once = TextOptions.DEFAULT.withoutTypes().withoutIndex().withHeadersOnce();
        assertThat(text(file, once)).isEqualTo("# Extent, type='A'\nn\n1\n2\n# Extent, type='B'\nn m\n3 -3\n4\n");
        assertThat(text(file, once.withCompat())).isEqualTo("# Extent, type='A'\nn\n1\n2\n\n4\n");
    }

    @Test
    void selectsTypesFieldsAndRows() throws IOException {
        byte[] file = extents(rows(A, 1, 2), rows(B, 3, 4, 5), rows(B, 6, 7));
        TextOptions options = TextOptions.DEFAULT.withoutTypes().withoutIndex().withThreads(3);
        assertThat(text(file, options.withSelection("B", List.of("m", "n", "m"))))
                .isEqualTo("""
                    # Extent, type='B'
                    m n m
                    -3 3 -3
                    -4 4 -4
                    -5 5 -5
                    # Extent, type='B'
                    m n m
                    -6 6 -6
                    -7 7 -7
                    """);
        assertThat(text(file, options.withType("A").withHeader("<header type='A'>numbers &amp; more</header>")))
                .isEqualTo("# Extent, type='A'\nnumbers & more\n1\n2\n");
        assertThat(text(
                        file,
                        options.withFields("<fields type='B'><field name='m'/></fields>")
                                .withoutExtentType()
                                .withoutFieldNames()))
                .isEqualTo("1\n2\n-3\n-4\n-5\n-6\n-7\n");
        assertThat(text(file, options.withFilter("B", "n is odd", type -> ExtentTextTest::odd)))
                .isEqualTo("""
                    # Extent, type='A'
                    n
                    1
                    2
                    # Extent, type='B', where='n is odd'
                    n m
                    3 -3
                    5 -5
                    # Extent, type='B', where='n is odd'
                    n m
                    7 -7
                    """);
        assertThat(text(file, options.withType("B").withPrintSpec("type='B' name='n' print_format='%03x'")))
                .contains("\n003 -3\n");
        assertThatThrownBy(() -> text(file, options.withSelection("B", List.of("none"))))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("no field 'none'");
    }

    /** The text is that of the original tool, but nobody would see that values are others. */
    @Test
    void integersThatAFormatCutsAreCounted() throws IOException {
        String xml = "<ExtentType name='T'><field name='n' type='int64' print_format='%d' />"
                + "<field name='m' type='int64' print_format='%lld' /></ExtentType>";
        byte[] file = file(xml, row -> {
            row.setLong(0, -1);
            row.setLong(1, -1);
            for (long value : new long[] {1L << 31, Integer.MAX_VALUE, (5L << 32) + 7}) {
                row.addRow();
                row.setLong(0, value);
                row.setLong(1, value);
            }
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExtentText text = new ExtentText(out, TextOptions.CSV.withoutFieldNames());
        try (DataSeriesReader reader = DataSeriesReader.read(file, "file")) {
            text.print(reader);
            assertThat(out.toString(UTF_8))
                    .isEqualTo("-1,-1\n-2147483648,2147483648\n2147483647,2147483647\n7,21474836487\n");
            assertThat(text.warnings())
                    .containsExactly(
                            "field 'n' of type 'T': print_format prints a part of the bits of 2 values: use %lld");
        }
        assertThat(text(file, TextOptions.DEFAULT.withPrintSpec("type='T' name='n' print_format='%llx'")))
                .contains("\nffffffffffffffff -1\n", "\n500000007 21474836487\n");
    }

    private static int odd(Extent extent, int[] rows) {
        int count = 0;
        int[] values = extent.ints(0);
        for (int row = 0; row < values.length; row++) {
            if (values[row] % 2 != 0) {
                rows[count] = row;
                count++;
            }
        }
        return count;
    }

    @Test
    void takesTheFirstValuePrintedForTheOffset() throws IOException {
        String type = "<ExtentType name='B'><field name='n' type='int32'/>"
                + "<field name='m' type='int64' opt_nullable='yes' print_offset='first'/></ExtentType>";
        byte[] file = extents(rows(type, 0, 2), rows(type, 4, 0), rows(type, 7, 9));
        TextOptions options = TextOptions.DEFAULT
                .withoutTypes()
                .withoutIndex()
                .withoutExtentType()
                .withoutFieldNames();
        assertThat(text(file, options)).isEqualTo("0 null\n2 0\n4 -2\n0 null\n7 -5\n9 -7\n");
        assertThat(text(file, options.withThreads(2).withFilter("B", "", every -> ExtentTextTest::odd)))
                .isEqualTo("7 0\n9 -2\n");
    }

    @Test
    void printsLargeExtentsInPiecesInOrder() throws IOException {
        int[] numbers = new Random(1).ints(200_000).toArray();
        byte[] file = extents(rows(B, numbers), rows(B, 1));
        StringBuilder expected = new StringBuilder();
        for (int number : numbers) {
            expected.append(number).append(' ').append(-(long) number).append('\n');
        }
        TextOptions options = TextOptions.DEFAULT
                .withoutTypes()
                .withoutIndex()
                .withoutExtentType()
                .withoutFieldNames();
        assertThat(text(file, options.withThreads(4))).isEqualTo(expected + "1 -1\n");
    }

    @Test
    void printsJsonLines() throws IOException {
        String type = "<ExtentType name='T \"x\"'><field name='b' type='bool'/><field name='l' type='int64'/>"
                + "<field name='d' type='double'/><field name='s' type='variable32' opt_nullable='yes'/>"
                + "<field name='w' type='fixedwidth' size='2'/></ExtentType>";
        byte[] file = file(type, builder -> {
            builder.setBoolean(0, true);
            builder.setLong(1, Long.MIN_VALUE);
            builder.setDouble(2, 0.1);
            builder.setString(3, "a\"\\\n\u0001é");
            builder.addRow();
            builder.setDouble(2, Double.NEGATIVE_INFINITY);
            builder.setNull(3);
            builder.addRow();
            builder.setDouble(2, 1e300);
            builder.setBytes(3, new byte[] {'a', (byte) 0xff});
        });
        String start = "{\"type\":\"T \\\"x\\\"\",\"row\":{";
        assertThat(text(file, TextOptions.JSON))
                .isEqualTo(start + "\"b\":true,\"l\":-9223372036854775808,\"d\":0.1,"
                        + "\"s\":\"a\\\"\\\\\\n\\u0001é\",\"w\":{\"hex\":\"0000\"}}}\n"
                        + start + "\"b\":false,\"l\":0,\"d\":\"-Infinity\",\"s\":null,\"w\":{\"hex\":\"0000\"}}}\n"
                        + start + "\"b\":false,\"l\":0,\"d\":1.0E300,\"s\":{\"hex\":\"61ff\"},"
                        + "\"w\":{\"hex\":\"0000\"}}}\n");
    }

    @Test
    void knowsUtf8AsTheJdkDoes() {
        Random random = new Random(7);
        byte[] bytes = new byte[4];
        for (int i = 0; i < 200_000; i++) {
            random.nextBytes(bytes);
            bytes[0] |= (byte) (i % 2 == 0 ? 0xc0 : 0);
            bytes[1] = (byte) (i % 3 == 0 ? bytes[1] : (bytes[1] & 0x3f) | 0x80);
            bytes[2] = (byte) (i % 5 == 0 ? bytes[2] : (bytes[2] & 0x3f) | 0x80);
            int length = 1 + random.nextInt(4);
            byte[] round = new String(bytes, 0, length, UTF_8).getBytes(UTF_8);
            boolean same = Arrays.equals(round, 0, round.length, bytes, 0, length);
            assertThat(JsonPrinter.isUtf8(bytes, 0, length)).as("%d", i).isEqualTo(same);
        }
    }

    private static final String A = "<ExtentType name='A'><field name='n' type='int32'/></ExtentType>";
    private static final String B = "<ExtentType name='B'><field name='n' type='int32'/>"
            + "<field name='m' type='int64' opt_nullable='yes'/></ExtentType>";

    /** Returns an extent of numbers and, if the type has a second field, their opposites; null for 0. */
    private static Extent rows(String xml, int... numbers) throws IOException {
        ExtentType type = ExtentType.parse(xml);
        ExtentBuilder builder = new ExtentBuilder(type);
        for (int number : numbers) {
            builder.addRow();
            builder.setInt(0, number);
            if (type.fields().size() > 1 && number == 0) {
                builder.setNull(1);
            } else if (type.fields().size() > 1) {
                builder.setLong(1, -(long) number);
            }
        }
        return builder.build();
    }

    private static byte[] extents(Extent... extents) throws IOException {
        List<ExtentType> types =
                Arrays.stream(extents).map(Extent::type).distinct().toList();
        return TraceFixture.of(types).extents(List.of(extents)).bytes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "type='int32' print_format='%s'",
                "type='int32' print_divisor='0'",
                "type='int32' print_divisor='x'",
                "type='int32' print_format='ipv4' print_divisor='2'",
                "type='int64' print_offset='relativeto:none'",
                "type='int64' print_format='sec.nsec'",
                "type='int64' print_format='sec.nsec' units='nanoseconds' epoch='gps'",
                "type='double' print_offset='x'",
                "type='double' print_multiplier='x'",
                "type='variable32' print_style='base64'"
            })
    void namesTheFieldWhoseAttributesMakeNoSense(String attributes) {
        String xml = "<ExtentType name='T'><field name='odd' " + attributes + "/></ExtentType>";
        assertThatThrownBy(() -> text(file(xml, builder -> {}), TextOptions.CSV))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageStartingWith("file: cannot print field 'odd' of type 'T': ");
    }
}
