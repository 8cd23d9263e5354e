package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
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
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesWriter writer =
                DataSeriesWriter.create(Channels.newChannel(out), List.of(type), WriterOptions.DEFAULT)) {
            writer.write(builder.build());
        }
        return out.toByteArray();
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
        "-1073741824, 2^-32 seconds, 0.250000000",
        "4294967295, 2^-32 seconds, 0.1000000000",
        "6442450944, 2^-32 seconds, 1.500000000",
        "-6442450944, 2^-32 seconds, -1.500000000",
        "1500000000, nanoseconds, 1.500000000",
        "-1, nanoseconds, 0.000000001",
        "-2000000, microseconds, -2.000000000",
        "1000001, microseconds, 1.000001000"
    })
    void printsTimesLikeTheOriginalOdditiesIncluded(long value, String units, String expected) throws IOException {
        String xml = "<ExtentType name='T'><field name='t' type='int64' print_format='sec.nsec' units='" + units
                + "' epoch='unknown'/></ExtentType>";
        assertThat(text(file(xml, builder -> builder.setLong(0, value)), TextOptions.CSV))
                .isEqualTo("t\n" + expected + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "hex, 'a,b', 612c62",
        "csv, 'a,b\"c', '\"a,b\"\"c\"'",
        "csv, 'a\"b', 'a\"b'",
        "text, 'a,b', '\"a,b\"'",
        "maybehex, 'a,b', 'a,b'"
    })
    void printsStringsInTheStyleAskedFor(String style, String value, String expected) throws IOException {
        String xml =
                "<ExtentType name='T'><field name='v' type='variable32' print_style='" + style + "'/></ExtentType>";
        assertThat(text(file(xml, builder -> builder.setString(0, value)), TextOptions.CSV))
                .isEqualTo("v\n" + expected + "\n");
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
