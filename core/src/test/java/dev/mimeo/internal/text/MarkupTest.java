package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** A parser of XML returns the text that was escaped. */
final class MarkupTest {

    private static final String CHARACTERS = "ab&<>\"'; ü€\t\n\r";

    @Test
    void parsersGiveBackAttributesAndContent() throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder("\uD83D\uDE00&amp;");
            for (int length = random.nextInt(20); length > 0; length--) {
                text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
            String value = text.toString();
            String content = value.replace('\r', ' ');
            Element element =
                    parse("<a b=\"" + Markup.escapeAttribute(value) + "\">" + Markup.escape(content) + "</a>");
            assertThat(element.getAttribute("b")).isEqualTo(value);
            assertThat(element.getTextContent()).isEqualTo(content);
        }
    }

    private static Element parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }

    @Test
    void escapesWhatMeansSomethingInHtml() {
        assertThat(Markup.escape("<a href=\"x\">&\n'</a>")).isEqualTo("&lt;a href=&quot;x&quot;&gt;&amp;\n'&lt;/a&gt;");
    }
}
