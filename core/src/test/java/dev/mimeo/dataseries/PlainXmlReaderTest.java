package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions of types mean the same to the reader of plain XML as to the parser of Java. */
final class PlainXmlReaderTest {

    private static final String TYPE = """
            <ExtentType namespace="ssd.hpl.hp.com" name='Trace' version = "1.0" pack_null_compact="non_bool" >
              <field type="int64" name="time" pack_relative="time" units="2^-32" />
              <field type='variable32' name='data "quoted"' opt_nullable="yes"></field>
            \t<field type="double" name="d" pack_scale="1e-6" pack_relative="d"
                note="a > b"> </field>
              <field type="bool" name="flag"/></ExtentType >
            """;

    /** Pieces of XML that mutations insert, of which the reader knows some. */
    private static final String[] PIECES = {
        "<",
        ">",
        "/",
        "=",
        "'",
        "\"",
        " ",
        "\n",
        "\t",
        "&",
        "&lt;",
        "<!-- c -->",
        "<?p i?>",
        "<![CDATA[x]]>",
        "\0",
        "é",
        ":",
        "-",
        ".",
        "1",
        "x",
        "<field/>",
        "</field>",
        "</ExtentType>",
        "<ExtentType>",
        "name='b'",
        "<!DOCTYPE a>",
        "\u2028",
        "xmlns='u'",
        "]]>"
    };

    @Test
    void readsAUsualDescription() {
        assertThat(PlainXmlReader.of(TYPE)).isNotNull();
        assertThat(outcome(TYPE))
                .isEqualTo(outcome(throughTheParserOfJava(TYPE)))
                .doesNotStartWith("error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "<",
                "<a",
                "<a>",
                "<a><b></a></b>",
                "<a/><b/>",
                "<a/>text",
                "<a>text</a>",
                "<a b='1' b='2'/>",
                "<a b='1'c='2'/>",
                "<a b/>",
                "<a ='1'/>",
                "<a b='<'/>",
                "<a b='&amp;'/>",
                "<a b='\t'/>",
                "<a b='ü'/>",
                "<a b:c='1'/>",
                "<!-- c --><a/>",
                "<?xml version='1.0'?><a/>",
                "<1/>",
                "</a>"
            })
    void leavesTheRestToTheParserOfJava(String text) {
        assertThat(PlainXmlReader.of(text)).isNull();
    }

    @Test
    void leavesWhatIsLongToTheParserOfJava() {
        String attributes =
                IntStream.range(0, 101).mapToObj(i -> " a" + i + "=''").collect(Collectors.joining());
        assertThat(PlainXmlReader.of("<a" + attributes + "/>")).isNull();
        assertThat(PlainXmlReader.of("<" + "a".repeat(256) + "/>")).isNull();
        assertThat(PlainXmlReader.of("<a>".repeat(11) + "</a>".repeat(11))).isNull();
    }

    @Test
    void changedDescriptionsHaveTheOutcomeOfTheParserOfJava() {
        Random random = new Random(1);
        int plain = 0;
        for (int i = 0; i < 4_000; i++) {
            String text = changed(TYPE, random);
            if (PlainXmlReader.of(text) != null) {
                plain++;
                assertThat(outcome(text)).as(text).isEqualTo(outcome(throughTheParserOfJava(text)));
            }
        }
        assertThat(plain).isBetween(400, 3_600);
    }

    private static String changed(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int start = random.nextInt(changed.length());
            int end = Math.min(changed.length(), start + random.nextInt(4));
            changed.replace(start, end, random.nextBoolean() ? "" : PIECES[random.nextInt(PIECES.length)]);
        }
        return changed.toString();
    }

    /** Returns the text with a comment at its end, which changes nothing but the reader. */
    private static String throughTheParserOfJava(String text) {
        String commented = text + "<!-- -->";
        assertThat(PlainXmlReader.of(commented)).isNull();
        return commented;
    }

    private static String outcome(String text) {
        try {
            ExtentType type = ExtentType.parse(text);
            return type.name() + type.namespace() + type.majorVersion() + "." + type.minorVersion() + type.attributes()
                    + type.fields();
        } catch (DataSeriesException e) {
            return "error: " + e.getMessage();
        }
    }
}
