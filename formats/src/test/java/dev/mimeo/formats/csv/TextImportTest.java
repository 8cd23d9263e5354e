package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.formats.text.ExtentText;
import dev.mimeo.formats.text.TextOptions;
import dev.mimeo.testing.GoldenFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Printed rows are read back unchanged. */
@Tag("thorough")
final class TextImportTest {

    private static final TextImportOptions LARGE =
            new TextImportOptions(List.of(), "~|~", false, false, 1 << 28, 1 << 26, 2);

    /** A file and what was said about it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Imported(byte[] file, TextImportReport report) {}

    private static Imported read(byte[] text, TextImportOptions options) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<DataSeriesWriter> writers = new ArrayList<>();
        TextImport reader = new TextImport(options, types -> {
            writers.add(
                    DataSeriesWriter.create(Channels.newChannel(out), types, WriterOptions.DEFAULT.withCodecs("none")));
            return writers.get(0);
        });
        TextImportReport report = reader.read(new ByteArrayInputStream(text), "in.txt", bytes -> {});
        writers.get(0).close();
        return new Imported(out.toByteArray(), report);
    }

    private static byte[] print(byte[] file, TextOptions options) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "file")) {
            new ExtentText(out, options).print(reader);
        }
        return out.toByteArray();
    }

    static Stream<Path> files() {
        // Doubles near the end of their range change each time they are scaled.
        return Stream.of("generated", "csv")
                .flatMap(GoldenFiles::dataSeriesFiles)
                .filter(file -> !file.getFileName().toString().startsWith("scale."));
    }

    /** Text, types included, of files of all kinds gives files with the same text and the same extents. */
    @ParameterizedTest
    @MethodSource("files")
    void textOfFilesGivesTheSameTextAgain(Path file) throws IOException {
        TextOptions options = TextOptions.DEFAULT.withSeparator("~|~").withoutIndex();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            new ExtentText(out, options).print(reader);
        }
        Imported imported = read(out.toByteArray(), LARGE);
        assertThat(new String(print(imported.file, options), ISO_8859_1)).isEqualTo(out.toString(ISO_8859_1));
    }

    private static final String TYPES = """
        # Extent Types ...
        <ExtentType name="T" version="1.0">
          <field name="b" type="bool" print_true="yes" print_false="no way" />
          <field name="i" type="int32" print_format="%08x" />
          <field name="ip" type="int32" print_format="ipv4" opt_nullable="yes" />
          <field name="t" type="int64" print_format="sec.nsec" units="nanoseconds" epoch="unix" />
          <field name="r" type="int64" print_offset="relativeto:t" />
          <field name="o" type="int64" print_offset="-5" print_format="[%lld]" />
          <field name="d" type="double" print_format="%.17g" />
          <field name="s" type="variable32" print_style="hex" />
        </ExtentType>

        extent offset  ExtentType
        40             DataSeries: XmlType
        900            T
        # Extent, type='T'
        b|i|ip|t|r|o|d|s
        yes|ffffffff|255.1.2.3|-0.000000001|6|[5]|0.10000000000000001|00ff
        no way|00000010|null|12.000000000|-12000000000|[-9]|-inf|
        # Extent, type='DataSeries: ExtentIndex'
        offset|extenttype
        40|DataSeries: XmlType
        """;

    @Test
    void undoesPrintAttributes() throws IOException {
        TextImportOptions options = new TextImportOptions(List.of(), "|", false, false, 1024, 1 << 20, 2);
        Imported imported = read(TYPES.getBytes(UTF_8), options);
        assertThat(imported.report.notes()).isEmpty();
        assertThat(imported.report.rows()).isEqualTo(2);
        String json = new String(print(imported.file, TextOptions.JSON), UTF_8);
        assertThat(json.lines().map(line -> line.substring(18)))
                .containsExactly(
                        "{\"b\":true,\"i\":-1,\"ip\":-16711165,\"t\":-1,\"r\":5,\"o\":0,\"d\":0.1,"
                                + "\"s\":{\"hex\":\"00ff\"}}}",
                        "{\"b\":false,\"i\":16,\"ip\":null,\"t\":12000000000,\"r\":0,\"o\":-14,\"d\":\"-Infinity\","
                                + "\"s\":\"\"}}");
        String again = new String(
                print(imported.file, TextOptions.DEFAULT.withSeparator("|").withoutIndex()), UTF_8);
        assertThat(again).contains(TYPES.substring(TYPES.indexOf("b|i|ip"), TYPES.indexOf("# Extent, type='Data")));
    }

    /** A field of two rows with one attribute or two: the text of its values, and the values. */
    @ParameterizedTest
    @CsvSource(delimiter = '#', quoteCharacter = '`', textBlock = """
        type="byte" print_format="%o"                             # 0|377           # 0|255
        type="byte"                                               # 7|255           # 7|255
        type="int32" print_format="0x%x"                          # 0x10|0xffffffff # 16|-1
        type="int32" print_format="0X%X"                          # 0X1F|0XFF       # 31|255
        type="int32" print_format="%u"                            # 3|4294967294    # 3|-2
        type="int32" print_format="%-5d"                          # `12   |-3   `   # 12|-3
        type="int32" print_format="100%%d=%x"                     # 100%d=a|100%d=10 # 10|16
        type="int32" print_divisor="10"                           # 3|-4            # 30|-40
        type="int64" print_format="%llu"                          # 9|18446744073709551615 # 9|-1
        type="int64" print_format="[%lld]" print_divisor="2" print_offset="1" # [3]|[-1] # 7|-1
        type="int64" print_format="sec.nsec" units="microseconds" epoch="unix" # 1.000002000|-0.000001000 # 1000002|-1
        type="double" print_multiplier="100" print_offset="1"     # 50|-25          # 1.5|0.75
        type="double" print_format="%.16e"                        # 1.0000000000000000e+00|-0.0000000000000000e+00 # 1|-0.0
        type="variable32" print_style="text"                      # 00ff|x          # "00ff"|"x"
        type="variable32" print_format="[%s]"                     # [a]|[]          # "a"|""
        type="fixedwidth" size="2"                                # 0aff|AB         # {"hex":"0aff"}|{"hex":"4142"}
        """)
    void undoesEachPrintAttribute(String attributes, String printed, String values) throws IOException {
        String xml = "<ExtentType name='T' version='1.0'><field name='f' " + attributes
                + " opt_nullable='yes'/></ExtentType>";
        TextImportOptions options =
                new TextImportOptions(List.of(ExtentType.parse(xml)), "~", false, false, 1024, 1 << 20, 2);
        String lines = printed.replace('|', '\n') + "\nnull\n";
        Imported imported = read(("f\n" + lines).getBytes(UTF_8), options);
        TextOptions rows = TextOptions.DEFAULT
                .withSeparator("~")
                .withoutTypes()
                .withoutIndex()
                .withoutExtentType();
        assertThat(new String(print(imported.file, rows.withoutFieldNames()), UTF_8))
                .isEqualTo(lines);
        List<String> expected = new ArrayList<>();
        for (String value : (values + "|null").split("\\|")) {
            expected.add("{\"f\":" + value + "}}");
        }
        assertThat(new String(print(imported.file, TextOptions.JSON), UTF_8)
                        .lines()
                        .map(line -> line.substring(18)))
                .containsExactlyElementsOf(expected);
    }

    /** Values relative to another field of the row, which stands behind them; that field may be null. */
    @Test
    void undoesOffsetsThatAreOtherFields() throws IOException {
        String xml = """
            <ExtentType name="T" version="1.0">
              <field name="a" type="int64" print_offset="relativeto:b" />
              <field name="b" type="int64" opt_nullable="yes" />
              <field name="c" type="double" print_offset="relativeto:d" />
              <field name="d" type="double" opt_doublebase="1000" />
            </ExtentType>
            """;
        TextImportOptions options =
                new TextImportOptions(List.of(ExtentType.parse(xml)), " ", false, false, 1024, 1 << 20, 2);
        String lines = "5 10 0.25 2\n-5 null 1 -3\n";
        Imported imported = read(("a b c d\n" + lines).getBytes(UTF_8), options);
        TextOptions rows = TextOptions.DEFAULT.withoutTypes().withoutIndex().withoutExtentType();
        assertThat(new String(print(imported.file, rows.withoutFieldNames()), UTF_8))
                .isEqualTo(lines);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', quoteCharacter = '`', textBlock = """
        type="int64" print_offset="relativeto:i"     # print_offset 'relativeto:i' names a field of another type
        type="int64" print_offset="relativeto:x"     # type 'T' has no field 'x'; it has: f, i
        type="int32" print_format="%e"               # print_format '%e' cannot be undone
        type="int32" print_format="5%%d"             # print_format '5%%d' has no conversion
        type="int32" print_divisor="0"               # a print_divisor or print_multiplier of zero cannot be undone
        type="double" print_multiplier="0"           # a print_divisor or print_multiplier of zero cannot be undone
        type="bool" print_true="x" print_false="x"   # print_true and print_false are the same
        """)
    void refusesAttributesThatCannotBeUndone(String attributes, String problem) throws IOException {
        String xml =
                "<ExtentType name='T'><field name='f' " + attributes + "/><field name='i' type='int32'/></ExtentType>";
        TextImportOptions options =
                new TextImportOptions(List.of(ExtentType.parse(xml)), " ", false, false, 1024, 1 << 20, 2);
        assertThatThrownBy(() -> read("1 2\n".getBytes(UTF_8), options))
                .hasMessageContaining("cannot read field 'f' of type 'T': " + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "byte, %hhu, false",
        "int32, %d, false",
        "int32, %lld, false",
        "int32, %hd, true",
        "int32, %hhx, true",
        "int64, %lld, false",
        "int64, %ld, false",
        "int64, %d, true",
        "int64, %x, true"
    })
    void saysWhatAFormatCuts(String type, String format, boolean isCut) throws IOException {
        String xml =
                "<ExtentType name='T'><field name='f' type='" + type + "' print_format='" + format + "'/></ExtentType>";
        TextImportOptions options =
                new TextImportOptions(List.of(ExtentType.parse(xml)), " ", false, false, 1024, 1 << 20, 2);
        assertThat(read("f\n1\n".getBytes(UTF_8), options).report.notes())
                .isEqualTo(isCut ? List.of("type 'T', field 'f': print_format cuts the upper bits") : List.of());
    }

    /** Fields that may be null, with a text of one row, and whether a value may have that text. */
    @ParameterizedTest
    @CsvSource(delimiter = '#', quoteCharacter = '`', textBlock = """
        type="variable32"                                 # null   # true
        type="variable32"                                 # nul    # false
        type="variable32" print_style="csv"               # null   # true
        type="variable32" print_style="hex"               # null   # false
        type="variable32" print_format="n%s"              # null   # true
        type="variable32" print_format="[%s]"             # null   # false
        type="variable32" print_format="[%s]"             # [null] # false
        type="bool" print_true="null"                     # null   # true
        type="bool" print_false="null"                    # null   # true
        type="bool"                                       # null   # false
        type="fixedwidth" size="4"                        # null   # true
        type="fixedwidth" size="2"                        # null   # false
        type="int32"                                      # null   # false
        """)
    void saysThatNullMayBeAValue(String attributes, String value, boolean isNoted) throws IOException {
        String xml = "<ExtentType name='T'><field name='f' opt_nullable='yes' " + attributes
                + "/><field name='i' type='int32'/></ExtentType>";
        TextImportOptions options =
                new TextImportOptions(List.of(ExtentType.parse(xml)), " ", false, false, 1024, 1 << 20, 2);
        assertThat(read(("f i\n" + value + " 1\n").getBytes(UTF_8), options)
                        .report
                        .notes())
                .isEqualTo(
                        isNoted
                                ? List.of("type 'T', field 'f': 'null' may be a value; it was taken for a missing one")
                                : List.of());
    }

    /** The text of a value is the same whatever stands behind a byte of zero. */
    @Test
    void saysThatTextEndsAtAByteOfZero() throws IOException {
        String xml = "<ExtentType name='T'><field name='a' type='variable32' print_style='text'/>"
                + "<field name='b' type='variable32' print_style='text' print_format='%5s'/></ExtentType>";
        TextImportOptions options =
                new TextImportOptions(List.of(ExtentType.parse(xml)), "~", false, false, 1024, 1 << 20, 2);
        assertThat(read("a~b\nx~    y\n".getBytes(UTF_8), options).report.notes())
                .containsExactly(
                        "type 'T', field 'a': print_style 'text' cuts values at a byte of zero",
                        "type 'T', field 'b': print_format '%5s' pads or cuts, and print_style 'text' cuts values at a"
                                + " byte of zero");
    }

    @Test
    void saysWhatTheTextDoesNotTell() throws IOException {
        String xml = """
            <ExtentType name="T">
              <field name="d" type="double" />
              <field name="f" type="int64" print_offset="first" />
              <field name="q" type="int32" print_divisor="3" />
              <field name="t" type="int64" print_format="sec.nsec" units="2^-32 seconds" epoch="unix" />
              <field name="h" type="variable32" />
              <field name="m" type="int32" opt_nullable="yes" />
            </ExtentType>
            """;
        TextImportOptions options =
                new TextImportOptions(List.of(ExtentType.parse(xml)), " ", false, false, 1024, 1 << 20, 2);
        Imported imported =
                read("d f q t h\n0.1 0 3 1.500000000 a b 0a\n1 2 3 0.000000001 00ff\n".getBytes(UTF_8), options);
        assertThat(imported.report.notes())
                .containsExactly(
                        "type 'T', field 'd': doubles have the precision that was printed",
                        "type 'T', field 'f': print_offset first takes off the first value, which is not in the text",
                        "type 'T', field 'q': print_divisor cuts the remainder",
                        "type 'T', field 't': nanoseconds are coarser than the units",
                        "type 'T', field 'h': values of hexadecimal digits may stand for unprintable bytes",
                        "type 'T', field 'm': not in the text");
        TextOptions rows = TextOptions.DEFAULT
                .withoutTypes()
                .withoutIndex()
                .withoutExtentType()
                .withoutFieldNames();
        assertThat(new String(print(imported.file, rows), UTF_8))
                .isEqualTo("0.1 0 3 1.500000000 a b 0a null\n1 2 3 0.000000001 00ff null\n");
        TextImportOptions decoding = new TextImportOptions(options.types(), " ", false, true, 1024, 1 << 20, 2);
        assertThat(new String(
                        print(read("1 2 3 1.500000000 00ff 1\n".getBytes(UTF_8), decoding).file, TextOptions.JSON),
                        UTF_8))
                .contains("\"h\":{\"hex\":\"00ff\"}");
    }

    @Test
    void readsCsv() throws IOException {
        String xml = "<ExtentType name='T'><field name='a' type='variable32'/><field name='b' type='variable32'/>"
                + "<field name='n' type='int32' opt_nullable='yes'/></ExtentType>";
        TextImportOptions options =
                new TextImportOptions(List.of(ExtentType.parse(xml)), ",", true, false, 1024, 1 << 20, 2);
        String text = "a,b,n\n\"x,\"\"y\"\"\",,5\n\"#\",\"\"\"\",null\na,b,n\n1,2,3\n";
        Imported imported = read(text.getBytes(UTF_8), options);
        assertThat(new String(print(imported.file, TextOptions.CSV), UTF_8))
                .isEqualTo("a,b,n\n\"x,\"\"y\"\"\",,5\n\"#\",\"\"\"\",null\n1,2,3\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', quoteCharacter = '`', textBlock = """
        1 # line 2: 1 value for 3 fields of type 'T'
        a b c 1 # line 2: 4 values for 3 fields of type 'T': print with another separator, or as CSV
        a b x # line 2: field 'n': 'x' is not an integer
        `a b 1\r` # line 2: field 'n': '1?' is not an integer
        """)
    void namesTheLineOfAFault(String line, String problem) throws IOException {
        String xml = "<ExtentType name='T'><field name='a' type='variable32'/><field name='b' type='variable32'/>"
                + "<field name='n' type='int32' opt_nullable='yes'/></ExtentType>";
        TextImportOptions options =
                new TextImportOptions(List.of(ExtentType.parse(xml)), " ", false, false, 1024, 1 << 20, 2);
        assertThatThrownBy(() -> read(("a b n\n" + line + "\n").getBytes(UTF_8), options))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageStartingWith("in.txt: " + problem);
        assertThatThrownBy(() -> read("1 2\n".getBytes(UTF_8), LARGE)).hasMessageContaining("which of 0 types");
        assertThatThrownBy(() -> read("# Extent, type='X'\n".getBytes(UTF_8), LARGE))
                .hasMessageContaining("no description of type 'X'");
        assertThatThrownBy(() -> read(new byte[0], LARGE)).hasMessageContaining("no type");
    }

    @Test
    void anyTextGivesRowsOrOneDocumentedError() {
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(TYPES);
            for (int i = random.nextInt(6); i >= 0; i--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                    case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(50)));
                    default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(50))));
                }
            }
            try {
                read(
                        text.toString().getBytes(ISO_8859_1),
                        new TextImportOptions(List.of(), "|", false, false, 1024, 1 << 20, 2));
            } catch (DataSeriesException e) {
                assertThat(e.getMessage())
                        .as("seed %d", seed)
                        .startsWith("in.txt: ")
                        .doesNotContain("\n");
            } catch (IOException | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }
}
