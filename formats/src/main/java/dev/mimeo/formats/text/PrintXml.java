package dev.mimeo.formats.text;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An XML element of the {@code --printSpec}, {@code --header} and {@code --fields} options.
 *
 * @param attributes attributes of the root, in order
 * @param text text directly in the root
 * @param children attributes of the elements in the root
 */
record PrintXml(Map<String, String> attributes, String text, List<Map<String, String>> children) {

    /**
     * Parses an element.
     *
     * @param root name that it must have
     * @param child name that elements in it must have
     * @throws IllegalArgumentException if the text is anything else
     */
    static PrintXml parse(String xml, String root, String child) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(xml));
            try {
                return element(reader, root, child);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw new IllegalArgumentException("<" + root + "> is not well-formed XML: '" + xml + "'", e);
        }
    }

    private static PrintXml element(XMLStreamReader reader, String root, String child) throws XMLStreamException {
        Map<String, String> attributes = Map.of();
        StringBuilder text = new StringBuilder();
        List<Map<String, String>> children = new ArrayList<>();
        int depth = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    String wanted = depth == 0 ? root : child;
                    if (depth > 1 || !reader.getLocalName().equals(wanted)) {
                        throw new IllegalArgumentException(
                                "expected <" + wanted + ">, got <" + reader.getLocalName() + ">");
                    }
                    if (depth == 0) {
                        attributes = attributes(reader);
                    } else {
                        children.add(attributes(reader));
                    }
                    depth++;
                }
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (depth == 1) {
                        text.append(reader.getText());
                    }
                }
                default -> {}
            }
        }
        return new PrintXml(attributes, text.toString(), children);
    }

    private static Map<String, String> attributes(XMLStreamReader reader) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        return attributes;
    }

    /**
     * Returns an attribute of an element.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    static String required(Map<String, String> attributes, String element, String name) {
        String value = attributes.get(name);
        if (value == null) {
            throw new IllegalArgumentException("<" + element + "> has no attribute '" + name + "'");
        }
        return value;
    }
}
