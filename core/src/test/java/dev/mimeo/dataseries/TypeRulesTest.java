package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions of types: which are accepted, why the others are not, and what records they give. */
final class TypeRulesTest {

    private static final String TYPE = "<ExtentType name='t'>%s</ExtentType>";

    static Stream<Arguments> brokenFields() {
        return Stream.of(
                Arguments.of("<field type='bool'/>", "field has no name"),
                Arguments.of("<field name='a'/>", "has no type"),
                Arguments.of("<field name='" + "x".repeat(256) + "' type='bool'/>", "longer than 255 bytes"),
                Arguments.of("<field name='" + "ü".repeat(128) + "' type='bool'/>", "longer than 255 bytes"),
                Arguments.of("<field name=' a' type='bool'/>", "starts with a space"),
                Arguments.of("<field name='a' type='bool'/><field name='a' type='byte'/>", "occurs twice"),
                Arguments.of("<field name='a' type='int16'/>", "unknown type 'int16'"),
                Arguments.of("<field name='a' type='INT32'/>", "unknown type 'INT32'"),
                Arguments.of("<field name='a' type=''/>", "'type' is empty"),
                Arguments.of("<field name='' type='bool'/>", "'name' is empty"),
                Arguments.of("<field name='a' type='bool' pack_unique='no'/>", "cannot have pack_unique"),
                Arguments.of("<field name='a' type='variable32' pack_unique='true'/>", "expected yes or no"),
                Arguments.of("<field name='a' type='variable32' pack_unique=''/>", "'pack_unique' is empty"),
                Arguments.of("<field name='a' type='bool' opt_nullable='1'/>", "expected yes or no"),
                Arguments.of("<field name='a' type='int32' opt_doublebase='1'/>", "cannot have opt_doublebase"),
                Arguments.of("<field name='a' type='double' opt_doublebase='x'/>", "not a number"),
                Arguments.of("<field name='a' type='int32' size='4'/>", "cannot have size"),
                Arguments.of("<field name='a' type='fixedwidth'/>", "has no size"),
                Arguments.of("<field name='a' type='fixedwidth' size='0'/>", "expected a positive integer"),
                Arguments.of("<field name='a' type='fixedwidth' size='-1'/>", "expected a positive integer"),
                Arguments.of("<field name='a' type='fixedwidth' size='4294967297'/>", "expected a positive integer"),
                Arguments.of("<field name='a' type='int32' pack_scale='2'/>", "cannot have pack_scale"),
                Arguments.of("<field name='a' type='double' pack_scale='2f'/>", "not a number"),
                Arguments.of("<field name='a' type='double' pack_scale='0.0'/>", "pack_scale of zero"),
                Arguments.of("<field name='a' type='double' pack_scale_warn='no'/>", "no pack_scale"),
                Arguments.of(
                        "<field name='a' type='double' pack_scale='1' pack_scale_warn='n'/>", "expected yes or no"),
                Arguments.of("<field name='a' type='byte' pack_relative='a'/>", "cannot have pack_relative"),
                Arguments.of("<field name='a' type='variable32' pack_relative='a'/>", "cannot have pack_relative"),
                Arguments.of("<field name='a' type='int32' pack_relative='b'/>", "not an earlier field"),
                Arguments.of(
                        "<field name='a' type='int32' pack_relative='b'/><field name='b' type='int32'/>",
                        "not an earlier field"),
                Arguments.of(
                        "<field name='a' type='int32'/><field name='b' type='int64' pack_relative='a'/>",
                        "of another type"),
                Arguments.of("<field name='a' type='double' pack_relative='a'/>", "rounding errors"),
                Arguments.of("<field name='a' type='int32' pack_other='1'/>", "unrecognised field option 'pack_other'"),
                Arguments.of("<field name='a' type='int32' opt_other='1'/>", "unrecognised field option 'opt_other'"),
                Arguments.of("<other/>", "not 'other'"),
                Arguments.of("text", "not 'text'"),
                Arguments.of("<!-- here -->", "not 'comment'"),
                Arguments.of("<?pi here?>", "not 'processing instruction'"),
                Arguments.of("<![CDATA[x]]>", "not 'text'"),
                Arguments.of("&lt;", "not 'text'"),
                Arguments.of(
                        "<field name='a' type='fixedwidth' size='2147483647'/><field name='b' type='int32'/>",
                        "does not fit into 2 GiB"));
    }

    @ParameterizedTest
    @MethodSource("brokenFields")
    void rejectsBrokenFields(String fields, String reason) {
        assertThatThrownBy(() -> ExtentType.parse(TYPE.formatted(fields)))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("bad type 't'")
                .hasMessageContaining(reason);
    }

    static Stream<Arguments> brokenDocuments() {
        return Stream.of(
                Arguments.of("", "not well-formed"),
                Arguments.of("<ExtentType name='t'>", "not well-formed"),
                Arguments.of("<ExtentType name='t'></extentType>", "not well-formed"),
                Arguments.of("<ExtentType name='t' name='t'/>", "not well-formed"),
                Arguments.of("<ExtentType name='t'/><ExtentType name='u'/>", "not well-formed"),
                Arguments.of("<ExtentType name='t'/>trailing", "not well-formed"),
                Arguments.of("<ExtentType name='&undeclared;'/>", "not well-formed"),
                Arguments.of("<Extent name='t'/>", "root element is 'Extent'"),
                Arguments.of("<ExtentType/>", "type has no name"),
                Arguments.of("<ExtentType name=''/>", "'name' is empty"),
                Arguments.of("<ExtentType name='" + "x".repeat(256) + "'/>", "longer than 255 bytes"),
                Arguments.of("<ExtentType name='t' pack_null_compact='yes'/>", "unknown pack_null_compact 'yes'"),
                Arguments.of("<ExtentType name='t' pack_null_compact=''/>", "is empty"),
                Arguments.of("<ExtentType name='t' pack_pad_record='none'/>", "unknown pack_pad_record"),
                Arguments.of("<ExtentType name='t' pack_field_ordering='none'/>", "unknown pack_field_ordering"),
                Arguments.of("<ExtentType name='t' pack_more='1'/>", "unrecognised type option 'pack_more'"),
                Arguments.of("<ExtentType name='t' opt_more='1'/>", "unrecognised type option 'opt_more'"),
                Arguments.of("<ExtentType name='t' version='1'/>", "version is '1'"),
                Arguments.of("<ExtentType name='t' version='1.'/>", "version is '1.'"),
                Arguments.of("<ExtentType name='t' version='1.2.3'/>", "version is '1.2.3'"),
                Arguments.of("<ExtentType name='t' version='1.x'/>", "version is '1.x'"),
                Arguments.of("<ExtentType name='t' version=''/>", "'version' is empty"),
                Arguments.of(
                        "<ExtentType name='t' pack_null_compact='non_bool'><field name='a' type='int32'/></ExtentType>",
                        "needs a bool or nullable field"));
    }

    @ParameterizedTest
    @MethodSource("brokenDocuments")
    void rejectsBrokenDocuments(String xml, String reason) {
        assertThatThrownBy(() -> ExtentType.parse(xml))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining(reason)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE ExtentType [<!ENTITY a 'x'>]><ExtentType name='&a;'/>",
                "<!DOCTYPE ExtentType SYSTEM 'file:///etc/passwd'><ExtentType name='t'/>",
                "<!DOCTYPE ExtentType [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><ExtentType name='t'>&a;</ExtentType>"
            })
    void rejectsDocumentTypes(String xml) {
        assertThatThrownBy(() -> ExtentType.parse(xml)).isInstanceOf(DataSeriesException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<ExtentType name='t'/>",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- before --><ExtentType name='t' namespace=''/><!-- after -->",
                "<ExtentType name='t' note='' changes2_1='x'>\n <field name='a' type='bool' units='' />\n</ExtentType>\n",
                "<ExtentType name='t'><field name='a' type='bool'>ignored<b/><!-- too --></field></ExtentType>",
                "<ExtentType name='t'><field name='a' type='double' pack_scale='1e-9' pack_relative='a'/></ExtentType>",
                "<ExtentType name='t'><field name='a' type='double' pack_scale='0x1p-3' opt_doublebase='-inf'/></ExtentType>",
                "<ExtentType name='t' xmlns:x='y' x:z='1'><field name='a' type='fixedwidth' size='1'/></ExtentType>"
            })
    void acceptsWhatTheRulesAllow(String xml) throws DataSeriesException {
        ExtentType type = ExtentType.parse(xml);
        assertThat(type.name()).isEqualTo("t");
        assertThat(type.xml()).isEqualTo(xml);
        assertThat(type.xmlBytes()).isEqualTo(xml.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "windows-1252", "UTF-16", "UTF-8"})
    void readsTextInTheEncodingThatItNames(String encoding) throws DataSeriesException {
        String xml = "<?xml version='1.0' encoding='" + encoding + "'?><ExtentType name='\u00fc'/>";
        Place place = new Place("test", 0, -1);
        assertThat(ExtentType.parse(xml.getBytes(Charset.forName(encoding)), place)
                        .name())
                .isEqualTo("\u00fc");
    }

    @Test
    void rejectsTextThatIsNotInTheEncodingThatItNames() {
        byte[] xml = "<?xml version='1.0' encoding='UTF-8'?><ExtentType name='\u00fc'/>".getBytes(ISO_8859_1);
        assertThatThrownBy(() -> ExtentType.parse(xml, new Place("test", 0, -1)))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("not valid UTF-8");
    }

    @Test
    void takesNamesAndAttributesFromTheText() throws DataSeriesException {
        ExtentType type = ExtentType.parse("<ExtentType name='A &amp; B' namespace='example.org' version='12.34'>"
                + "<field name='x.y-z/ü' type='int64' opt_nullable='yes' units='nanoseconds' epoch='unix'/>"
                + "<field name='w' type='fixedwidth' size='20'/></ExtentType>");
        assertThat(type.name()).isEqualTo("A & B");
        assertThat(type.namespace()).isEqualTo("example.org");
        assertThat(type.majorVersion()).isEqualTo(12);
        assertThat(type.minorVersion()).isEqualTo(34);
        assertThat(type.indexOf("x.y-z/ü")).isZero();
        Field field = type.fields().get(0);
        assertThat(field.nullable()).isTrue();
        assertThat(field.type()).isEqualTo(FieldType.INT64);
        assertThat(field.attribute("units")).isEqualTo("nanoseconds");
        assertThat(field.attributes()).containsKeys("name", "type", "opt_nullable", "epoch");
        assertThat(type.fields().get(1).size()).isEqualTo(20);
        assertThatThrownBy(() -> type.indexOf("nope"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x.y-z/ü, w");
    }

    @Test
    void identityIsTheText() throws DataSeriesException {
        ExtentType type = ExtentType.parse("<ExtentType name='t'/>");
        assertThat(type).isEqualTo(ExtentType.parse("<ExtentType name='t'/>"));
        assertThat(type).isNotEqualTo(ExtentType.parse("<ExtentType name='t' />"));
    }

    @ParameterizedTest
    @CsvSource({
        "original, 'bool bool', 8",
        "max_column_size, 'bool bool', 1",
        "original, 'bool bool byte byte', 8",
        "max_column_size, 'bool bool byte byte', 3",
        "original, 'bool bool byte byte int32', 8",
        "max_column_size, 'bool bool byte byte int32', 8",
        "original, 'bool bool byte byte int32 variable32', 16",
        "max_column_size, 'bool bool byte byte int32 variable32', 12",
        "original, 'bool bool byte byte int32 variable32 double', 24",
        "max_column_size, 'bool bool byte byte int32 variable32 double', 24",
        "original, '', 0",
        "original, 'bool byte int32 int64 double variable32', 32"
    })
    void recordsHaveTheSpecifiedSize(String padding, String types, int size) throws DataSeriesException {
        assertThat(type("pack_pad_record='" + padding + "'", types).recordSize())
                .isEqualTo(size);
    }

    @Test
    void columnsLieWhereSpecified() throws DataSeriesException {
        String types = "variable32 double byte int64 bool int32";
        assertThat(type("", types).layout().columns())
                .extracting(RecordLayout.Column::position)
                .containsExactly(8, 16, 1, 24, 0, 4);
        ExtentType reversed = type("pack_field_ordering='big_to_small_sep_var32'", types);
        assertThat(reversed.layout().columns())
                .extracting(RecordLayout.Column::position)
                .containsExactly(20, 0, 24, 8, 25, 16);
        assertThat(reversed.recordSize()).isEqualTo(32);
    }

    private static ExtentType type(String attributes, String types) throws DataSeriesException {
        StringBuilder xml = new StringBuilder("<ExtentType name='t' " + attributes + ">");
        int number = 0;
        for (String type : types.isEmpty() ? new String[0] : types.split(" ")) {
            xml.append("<field name='f" + number + "' type='" + type + "'/>");
            number++;
        }
        return ExtentType.parse(xml + "</ExtentType>");
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 1",
        "-0.5, -1",
        "1.5, 2",
        "2.5, 3",
        "-2.5, -3",
        "0.49999999999999994, 0",
        "-0.49999999999999994, -0.0",
        "-0.0, -0.0",
        "4503599627370495.5, 4503599627370496",
        "4503599627370497, 4503599627370497",
        "9007199254740993, 9007199254740993",
        "1e300, 1e300",
        "Infinity, Infinity",
        "NaN, NaN"
    })
    void roundsAsC(double value, double expected) {
        assertThat(Double.compare(ScaledColumn.round(value), expected)).isZero();
    }
}
