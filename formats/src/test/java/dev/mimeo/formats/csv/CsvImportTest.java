package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.formats.text.ExtentText;
import dev.mimeo.formats.text.TextOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The meaning of CSV, and the errors for text that is not CSV. */
@Tag("thorough")
final class CsvImportTest {

    /** Compressing thousands of small files takes longer than importing them. */
    private static final WriterOptions UNPACKED = WriterOptions.DEFAULT.withCodecs("none");

    private static final ExtentType STRINGS = type("""
        <ExtentType name="S">
          <field name="a" type="variable32" opt_nullable="yes" print_style="hex" />
          <field name="b" type="variable32" print_style="hex" />
        </ExtentType>
        """);

    private static final ExtentType ALL = type("""
        <ExtentType name="A">
          <field name="b" type="bool" />
          <field name="y" type="byte" opt_nullable="yes" />
          <field name="i" type="int32" opt_nullable="yes" />
          <field name="l" type="int64" />
          <field name="d" type="double" print_format="%.17g" />
          <field name="w" type="fixedwidth" size="2" />
        </ExtentType>
        """);

    private static ExtentType type(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the rows as text, values separated by a space. */
    private static String rows(ExtentType type, CsvOptions options, int blockBytes, String text) throws IOException {
        return rows(type, options, blockBytes, new ByteArrayInputStream(text.getBytes(ISO_8859_1)));
    }

    private static String rows(ExtentType type, CsvOptions options, int blockBytes, InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesWriter writer = DataSeriesWriter.create(Channels.newChannel(out), List.of(type), UNPACKED);
                ExtentOutput output = new ExtentOutput(writer, type, 1024)) {
            new CsvImport(type, options, blockBytes).read(in, "in.csv", output, bytes -> {});
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        TextOptions rowsOnly = TextOptions.DEFAULT
                .withoutTypes()
                .withoutIndex()
                .withoutExtentType()
                .withoutFieldNames();
        try (DataSeriesReader reader = DataSeriesReader.read(out.toByteArray(), "file")) {
            new ExtentText(printed, rowsOnly).print(reader);
        }
        return printed.toString(UTF_8);
    }

    /** Lines in quotes are part of a value, whichever block they are in, and so is the comment prefix there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 1 << 16})
    void linesThatAreLeftOutAreCounted(int blockBytes) throws IOException {
        String text = "\n# c\n\r\na,\"x\n\n#\ny\"\n\n\nb,#\n\n#d";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesWriter writer = DataSeriesWriter.create(Channels.newChannel(out), List.of(STRINGS), UNPACKED);
                ExtentOutput output = new ExtentOutput(writer, STRINGS, 1024)) {
            CsvImport.Report report = new CsvImport(STRINGS, CsvOptions.DEFAULT, blockBytes)
                    .read(new ByteArrayInputStream(text.getBytes(ISO_8859_1)), "in.csv", output, bytes -> {});
            assertThat(report).isEqualTo(new CsvImport.Report(2, 12, 5, 2, text.length()));
        }
    }

    private static String rows(ExtentType type, String text) throws IOException {
        return rows(type, CsvOptions.DEFAULT, 1 << 16, text);
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(ISO_8859_1));
    }

    @Test
    void readsEveryTypeOfField() throws IOException {
        assertThat(rows(ALL, """
            # comment
            true,255,-2147483648,-9223372036854775808,1e22,ab

            no,null,null,+9223372036854775807,-0x1.8p1,00ff\r
            "on","0","+7","00012","  .5","ok"
            off,0,2147483647,-0,-nan,ab\
            """)).isEqualTo("""
                            T 255 -2147483648 -9223372036854775808 1e+22 ab
                            F null null 9223372036854775807 -3 00ff
                            T 0 7 12 0.5 ok
                            F 0 2147483647 0 -nan ab
                            """);
    }

    @ParameterizedTest
    @CsvSource({
        "'a,b', a, b",
        "'\"a,\"\"x\"\"\n\r\n\",b\r', 'a,\"x\"\n\r\n', b",
        "'a\"b,\"\"', 'a\"b', ''",
        "'\"\"\"\",\"\"\"a\"', '\"', '\"a'",
        "',', '', ''",
        "'\"null\",null', , null"
    })
    void unquotes(String line, String first, String second) throws IOException {
        String expected = (first == null ? "null" : hex(first)) + " " + hex(second) + "\n";
        for (int blockBytes : List.of(1, 3, 100)) {
            assertThat(rows(STRINGS, CsvOptions.DEFAULT, blockBytes, line)).isEqualTo(expected);
        }
    }

    @Test
    void readsOtherDialects() throws IOException {
        CsvOptions options = CsvOptions.DEFAULT.withSeparator("0x00");
        assertThat(rows(STRINGS, options, 10, "a\0b\n")).isEqualTo("61 62\n");
        options = CsvOptions.DEFAULT.withSeparator("||").withNullText("").withCommentPrefix("");
        assertThat(rows(STRINGS, options, 10, "|a||b|||c\n#||\n".replace("|||c", "")))
                .isEqualTo("7c61 62\n23 \n");
        assertThat(rows(STRINGS, options, 10, "||x\n")).isEqualTo("null 78\n");
        assertThat(rows(STRINGS, CsvOptions.DEFAULT.withHexStrings(), 10, "6A6b,\n"))
                .isEqualTo("6a6b \n");
        assertThat(rows(STRINGS, CsvOptions.DEFAULT.withHeader(), 10, "# c\n\n\"b\",a\r\n1,2\n"))
                .isEqualTo("32 31\n");
        assertThat(rows(STRINGS, "\u00ef\u00bb\u00bf#c\n1,2")).isEqualTo("31 32\n");
        assertThat(rows(STRINGS, "")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> CsvOptions.DEFAULT.withSeparator(""));
        assertThatIllegalArgumentException().isThrownBy(() -> CsvOptions.DEFAULT.withSeparator("0x1"));
        assertThatIllegalArgumentException().isThrownBy(() -> CsvOptions.DEFAULT.withSeparator("a\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "'true,1,1,1,1', 'line 3, column 5 (''d''): 5 values, but the type has 6 fields'",
        "'true,1,1,1,1,ab,', 'line 3, column 7: more values than the 6 fields of the type'",
        "'T,1,1,1,1,ab', 'line 3, column 1 (''b''): ''T'' is none of true, on, yes, false, off, no'",
        "'on,256,1,1,1,ab', 'line 3, column 2 (''y''): ''256'' is not an integer from 0 to 255'",
        "'on,1, 1,1,1,ab', 'line 3, column 3 (''i''): '' 1'' is not an integer from -2147483648 to 2147483647'",
        "'on,1,,1,1,ab', 'line 3, column 3 (''i''): '''' is not an integer'",
        "'on,1,1,9223372036854775808,1,ab', 'line 3, column 4'",
        "'on,1,1,-9223372036854775809,1,ab', 'line 3, column 4'",
        "'on,1,1,99999999999999999999,1,ab', 'line 3, column 4'",
        "'on,1,1,null,1,ab', 'line 3, column 4'",
        "'on,1,1,1,1.2.3,ab', 'line 3, column 5 (''d''): ''1.2.3'' is not a number'",
        "'on,1,1,1,1e400,ab', 'line 3, column 5 (''d''): ''1e400'' is outside the range of doubles'",
        "'on,1,1,1,-0.1e-400,ab', 'line 3, column 5 (''d''): ''-0.1e-400'' is outside the range of doubles'",
        "'on,1,1,1,0x1p5000,ab', 'line 3, column 5 (''d''): ''0x1p5000'' is outside the range of doubles'",
        "'on,1,1,1,,ab', 'line 3, column 5'",
        "'on,1,1,1,1e,ab', 'line 3, column 5'",
        "'on,1,1,1,1d,ab', 'line 3, column 5'",
        "'on,1,1,1,1,abc', 'line 3, column 6 (''w''): ''abc'' has neither 2 bytes nor twice as many digits'",
        "'on,1,1,1,1,abcx', 'line 3, column 6 (''w''): ''abcx'' is not hexadecimal'",
        "'\"on\"x,1,1,1,1,ab', 'line 3, column 1 (''b''): there is text behind the closing quote'",
        "'on,\"1', 'line 3: a quote is not closed'",
        "'on\r,1', 'line 3, column 1 (''b''): a carriage return without a line feed behind it'"
    })
    void namesThePlaceOfAFault(String line, String problem) {
        for (int blockBytes : List.of(1, 20, 1000)) {
            assertThatThrownBy(() ->
                            rows(ALL, CsvOptions.DEFAULT, blockBytes, "on,1,1,1,1,ab\n\n" + line + "\non,1,1,1,1,ab\n"))
                    .isInstanceOf(DataSeriesException.class)
                    .as("place, problem and remedy")
                    .hasMessageMatching("(?s)" + Pattern.quote("in.csv: " + problem) + ".*: [a-z].*");
        }
    }

    @Test
    void namesTheHeaderWhereTheFirstLineHasTheFault() {
        String header = "b,y,i,l,d,w\n";
        assertThatThrownBy(() -> rows(ALL, CsvOptions.DEFAULT, 1000, header))
                .hasMessageStartingWith("in.csv: line 1, column 1 ('b'): ")
                .hasMessageEndingWith("; if the line names the columns, read it as a header");
    }

    @Test
    void refusesHeadersThatDoNotFit() {
        CsvOptions options = CsvOptions.DEFAULT.withHeader();
        assertThatThrownBy(() -> rows(STRINGS, options, 9, "a,c\n")).hasMessageContaining("no field 'c'");
        assertThatThrownBy(() -> rows(STRINGS, options, 9, "a,a\n")).hasMessageContaining("'a' twice");
        assertThatThrownBy(() -> rows(STRINGS, options, 9, "a\n")).hasMessageContaining("does not name the field 'b'");
        assertThatThrownBy(() -> rows(STRINGS, options, 9, "# only\n"))
                .hasMessage(
                        "in.csv: there is no line with the names of the columns: add it, or read the lines without a header");
        assertThatThrownBy(() -> rows(STRINGS, options, 9, "\"a")).hasMessageContaining("no line with the names");
        // With a replacement character in its place, two names could be the same.
        assertThatThrownBy(() -> rows(STRINGS, options, 9, "\na,\u00ff\n"))
                .hasMessage("in.csv: line 2: the name of column 2 is not UTF-8: convert the file");
    }

    /** Any text of the characters that matter gives the rows of a plain, sequential reading, or a fault at its line. */
    @Test
    @Tag("slow")
    void blocksDoNotMatter() throws IOException {
        String characters = "ab,,\"\"\"\n\n\r#";
        int good = 0;
        for (int seed = 0; seed < 6_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(30);
            for (int i = 0; i < length; i++) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            if (seed % 2 == 0) {
                text = new StringBuilder(wellFormed(random));
            }
            String expected = plain(text.toString());
            good += expected.startsWith("line") ? 0 : 1;
            CsvOptions options = CsvOptions.DEFAULT.withThreads(1 + random.nextInt(3));
            String actual;
            try {
                actual = rows(STRINGS, options, 1 + random.nextInt(8), text.toString());
            } catch (DataSeriesException e) {
                actual = String.valueOf(e.getMessage()).replaceFirst("in.csv: (line \\d+).*", "$1");
            }
            assertThat(actual).as("seed %d: %s", seed, text).isEqualTo(expected);
        }
        assertThat(good).isGreaterThan(2_500);
    }

    private static String wellFormed(Random random) {
        StringBuilder text = new StringBuilder();
        for (int row = random.nextInt(6); row > 0; row--) {
            for (int column = 0; column < 2; column++) {
                text.append(
                        switch (random.nextInt(4)) {
                            case 0 -> "x\"y";
                            case 1 -> "\"a\n\"\"b,\r\n\"";
                            case 2 -> "\"" + "\"\"".repeat(random.nextInt(4)) + "\n".repeat(random.nextInt(9)) + "\"";
                            default -> "";
                        });
                text.append(column == 0 ? "," : random.nextBoolean() ? "\n" : "\r\n");
            }
            text.append("\n".repeat(random.nextInt(2)));
        }
        return text.toString();
    }

    /** Reads characters one by one; gives the rows in hexadecimal digits, or the line of the record with a fault. */
    private static String plain(String given) {
        String text = given.isEmpty() || given.endsWith("\n") ? given : given + "\n";
        StringBuilder rows = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int line = 1
                    + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
            if (text.charAt(at) == '\n') {
                at++;
                continue;
            }
            if (text.startsWith("\r\n", at)) {
                at += 2;
                continue;
            }
            if (text.charAt(at) == '#') {
                at = text.indexOf('\n', at) + 1;
                continue;
            }
            List<String> values = new ArrayList<>();
            while (true) {
                StringBuilder value = new StringBuilder();
                if (text.charAt(at) == '"') {
                    at++;
                    while (true) {
                        if (at == text.length()) {
                            return "line " + line;
                        }
                        if (text.charAt(at) == '"') {
                            at++;
                            if (at == text.length() || text.charAt(at) != '"') {
                                break;
                            }
                        }
                        value.append(text.charAt(at));
                        at++;
                    }
                } else {
                    while (",\r\n".indexOf(text.charAt(at)) < 0) {
                        value.append(text.charAt(at));
                        at++;
                    }
                }
                values.add(value.toString());
                if (text.charAt(at) == ',') {
                    at++;
                } else if (text.charAt(at) == '\n') {
                    at++;
                    break;
                } else if (text.startsWith("\r\n", at)) {
                    at += 2;
                    break;
                } else {
                    return "line " + line;
                }
            }
            if (values.size() != 2) {
                return "line " + line;
            }
            rows.append(hex(values.get(0)))
                    .append(' ')
                    .append(hex(values.get(1)))
                    .append('\n');
        }
        return rows.toString();
    }

    @Test
    void anyBytesGiveRowsOrOneDocumentedError() {
        for (int seed = 0; seed < 1_500; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            String some = "on,1,2,3,4.5,ab\n\r\",.-e0x#null";
            for (int i = 0; i < bytes.length && seed % 4 != 0; i++) {
                bytes[i] = (byte) some.charAt((bytes[i] & 0xff) % some.length());
            }
            ExtentType type = seed % 2 == 0 ? ALL : STRINGS;
            CsvOptions options = seed % 3 == 0 ? CsvOptions.DEFAULT.withHeader() : CsvOptions.DEFAULT;
            try {
                rows(type, options.withThreads(2), 1 + random.nextInt(100), new ByteArrayInputStream(bytes));
            } catch (DataSeriesException e) {
                assertThat(e.getMessage())
                        .as("seed %d", seed)
                        .startsWith("in.csv: ")
                        .doesNotContain("\n");
            } catch (IOException | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void memoryIsBoundedByTheLongestLine() {
        CsvOptions options = CsvOptions.DEFAULT.withMaxRecordBytes(1 << 20);
        assertThatThrownBy(() -> rows(STRINGS, options, 1 << 10, "a".repeat(2 << 20)))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("in.csv: a line is longer than 1048576 bytes: ");
        assertThatThrownBy(() -> rows(STRINGS, options, 1 << 16, "\"" + "a\n".repeat(1 << 20)))
                .hasMessageContaining("in.csv: line 1: a quote is not closed within 1048576 bytes: ");
        assertThatThrownBy(() -> rows(STRINGS, options.withMaxRecordBytes(9), 100, "aaaaa,bbbb\n"))
                .hasMessageContaining("line 1, column 2 ('b'): it is longer than 9 bytes");
    }

    @Test
    void findsTheTypeThatTakesAllValues() throws IOException {
        String text = """
            flag,i,l,d,s,n,i,"x & ""y""\",z
            true,1,2147483648,1,007,null,0,null,
            off,-2147483648,-9223372036854775808,1e5,1,null,-0,2,
            """;
        assertThat(infer(CsvOptions.DEFAULT.withHeader(), text).xml()).isEqualTo("""
            <ExtentType name="T&lt;" version="1.0">
              <field name="flag" type="bool" />
              <field name="i" type="int32" />
              <field name="l" type="int64" />
              <field name="d" type="double" />
              <field name="s" type="variable32" pack_unique="yes" />
              <field name="n" type="variable32" pack_unique="yes" opt_nullable="yes" />
              <field name="i_2" type="double" />
              <field name="x &amp; &quot;y&quot;" type="int32" opt_nullable="yes" />
              <field name="z" type="variable32" pack_unique="yes" />
            </ExtentType>
            """);
        assertThat(infer(CsvOptions.DEFAULT, "9223372036854775808,9223372036854775807,+1,nan,on\n-1,1,1,2,1\n")
                        .fields())
                .extracting(field -> field.name() + " " + field.type().xmlName())
                .containsExactly(
                        "column1 variable32",
                        "column2 int64",
                        "column3 variable32",
                        "column4 double",
                        "column5 variable32");
        assertThatThrownBy(() -> infer(CsvOptions.DEFAULT, "1,2\n1\n"))
                .hasMessageStartingWith("in.csv: line 2, column 1: 1 value, but the lines before have 2: ");
        assertThatThrownBy(() -> infer(CsvOptions.DEFAULT, "1,2\n1,2,3\n")).hasMessageContaining("line 2, column 3");
        assertThatThrownBy(() -> infer(CsvOptions.DEFAULT, "# 1\n")).hasMessageContaining("no line");
    }

    private static ExtentType infer(CsvOptions options, String text) throws IOException {
        return new CsvInference(options.withThreads(2))
                .infer(new ByteArrayInputStream(text.getBytes(UTF_8)), "in.csv", "T<", bytes -> {});
    }

    @Test
    void namesOfTypesKeepTheirTabsAndLineBreaks() throws IOException {
        ExtentType type = new CsvInference(CsvOptions.DEFAULT.withHeader())
                .infer(
                        new ByteArrayInputStream("a,\"c<d>&\"\n1,2\n".getBytes(UTF_8)),
                        "in.csv",
                        "T\n\t<>",
                        bytes -> {});
        assertThat(type.name()).isEqualTo("T\n\t<>");
        assertThat(type.fields()).extracting(field -> field.name()).containsExactly("a", "c<d>&");
    }
}
