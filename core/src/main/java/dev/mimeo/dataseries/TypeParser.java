package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.internal.text.CNumberParser;
import java.io.CharArrayReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads one type description, holding it to the rules of the original library, whose violations are all fatal there. */
final class TypeParser {

    private static final int MAX_NAME_BYTES = 255;
    private static final Set<String> TYPE_ATTRIBUTES =
            Set.of("name", "version", "pack_null_compact", "pack_pad_record", "pack_field_ordering");
    private static final Set<String> FIELD_ATTRIBUTES = Set.of(
            "name",
            "type",
            "size",
            "opt_nullable",
            "opt_doublebase",
            "pack_unique",
            "pack_scale",
            "pack_scale_warn",
            "pack_relative");
    private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})");
    private static final Pattern SIZE = Pattern.compile("\\+?\\d{1,10}");

    /** Bytes among which an XML declaration names its encoding. */
    private static final int MAX_DECLARATION = 100;

    private static final Pattern ENCODING =
            Pattern.compile("<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']");

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final byte[] xml;
    private final Place place;
    private String typeName = "";

    TypeParser(byte[] xml, Place place) {
        this.xml = xml;
        this.place = place;
    }

    ExtentType parse() throws DataSeriesException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        try {
            XMLStreamReader reader = open(factory);
            try {
                return document(reader);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw error("not well-formed XML: " + firstLine(e));
        } catch (RuntimeException e) {
            // The JDK's parser lets some faults of its input through unwrapped.
            throw error("not well-formed XML: " + firstLine(e));
        }
    }

    /**
     * Opens the text, decoded here: the JDK's parser reports bytes that are malformed in their encoding on the standard
     * error stream too, where a library must not write.
     */
    private XMLStreamReader open(XMLInputFactory factory) throws XMLStreamException, DataSeriesException {
        Charset encoding = encoding();
        try {
            CharBuffer text = encoding.newDecoder().decode(ByteBuffer.wrap(xml));
            int start = text.hasRemaining() && text.get(0) == BYTE_ORDER_MARK ? 1 : 0;
            return factory.createXMLStreamReader(new CharArrayReader(text.array(), start, text.length() - start));
        } catch (CharacterCodingException e) {
            throw error("not well-formed XML: it is not valid " + encoding);
        }
    }

    /** The encoding as XML 1.0, appendix F, finds it: by the byte order mark, then by the declaration. */
    private Charset encoding() throws DataSeriesException {
        if (xml.length >= 2) {
            int mark = BigEndian.getUnsignedShort(xml, 0);
            if (mark == BYTE_ORDER_MARK || mark == Short.toUnsignedInt(Short.reverseBytes((short) BYTE_ORDER_MARK))) {
                return UTF_16;
            }
        }
        String start = new String(xml, 0, Math.min(xml.length, MAX_DECLARATION), ISO_8859_1);
        Matcher declared = ENCODING.matcher(start);
        if (!declared.lookingAt()) {
            return UTF_8;
        }
        try {
            return Charset.forName(declared.group(1));
        } catch (IllegalArgumentException e) {
            throw error("unknown encoding '" + declared.group(1) + "'");
        }
    }

    private static String firstLine(Exception e) {
        String message = String.valueOf(e.getMessage());
        int message2 = message.indexOf("Message: ");
        return message.substring(message2 < 0 ? 0 : message2 + 9)
                .lines()
                .findFirst()
                .orElse("");
    }

    private ExtentType document(XMLStreamReader reader) throws XMLStreamException, DataSeriesException {
        ExtentType type = null;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.DTD) {
                throw error("has a DOCTYPE, which is not accepted");
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                type = extentType(reader);
            }
        }
        if (type == null) {
            throw error("has no root element");
        }
        return type;
    }

    private ExtentType extentType(XMLStreamReader reader) throws XMLStreamException, DataSeriesException {
        String root = reader.getLocalName();
        if (!root.equals("ExtentType")) {
            throw error("root element is '" + root + "', not 'ExtentType'");
        }
        Map<String, String> attributes = attributes(reader, TYPE_ATTRIBUTES, "type");
        String name = name(attributes.get("name"), "type");
        typeName = " '" + name + "'";
        RecordLayout.Options options = new RecordLayout.Options(
                choice(attributes, "pack_null_compact", "no", "non_bool"),
                choice(attributes, "pack_pad_record", "original", "max_column_size"),
                choice(attributes, "pack_field_ordering", "small_to_big_sep_var32", "big_to_small_sep_var32"));
        String version = attributes.getOrDefault("version", "0.0");
        var versionMatch = VERSION.matcher(version);
        if (!versionMatch.matches()) {
            throw error("version is '" + version + "', expected two integers and a dot");
        }

        List<RecordLayout.Packing> packings = new ArrayList<>();
        Map<String, RecordLayout.Packing> byName = new LinkedHashMap<>();
        while (reader.next() != XMLStreamConstants.END_ELEMENT) {
            if (reader.isStartElement() && reader.getLocalName().equals("field")) {
                RecordLayout.Packing packing = new FieldRules(reader, packings.size()).packing(byName);
                packings.add(packing);
                byName.put(packing.field().name(), packing);
                skipContent(reader);
            } else if (!reader.isWhiteSpace()) {
                throw error("sub-element should be field, not '" + nameOfChild(reader) + "'");
            }
        }
        if (options.nullCompact()
                && packings.stream()
                        .noneMatch(p ->
                                p.field().type() == FieldType.BOOL || p.field().nullable())) {
            throw error("null compaction needs a bool or nullable field");
        }
        return new ExtentType(
                xml,
                name,
                attributes.getOrDefault("namespace", ""),
                Integer.parseInt(versionMatch.group(1)),
                Integer.parseInt(versionMatch.group(2)),
                attributes,
                packings.stream().map(RecordLayout.Packing::field).toList(),
                layout(packings, options));
    }

    private RecordLayout layout(List<RecordLayout.Packing> packings, RecordLayout.Options options)
            throws DataSeriesException {
        try {
            return RecordLayout.of(packings, options);
        } catch (ArithmeticException e) {
            throw error("record does not fit into 2 GiB");
        }
    }

    private static String nameOfChild(XMLStreamReader reader) {
        return switch (reader.getEventType()) {
            case XMLStreamConstants.START_ELEMENT -> reader.getLocalName();
            case XMLStreamConstants.COMMENT -> "comment";
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> "processing instruction";
            default -> "text";
        };
    }

    private static void skipContent(XMLStreamReader reader) throws XMLStreamException {
        for (int depth = 1; depth > 0; ) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    private Map<String, String> attributes(XMLStreamReader reader, Set<String> known, String owner)
            throws DataSeriesException {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String name = reader.getAttributeLocalName(i);
            String value = reader.getAttributeValue(i);
            if (known.contains(name)) {
                if (value.isEmpty()) {
                    throw error(owner + " attribute '" + name + "' is empty");
                }
            } else if (name.startsWith("pack_") || name.startsWith("opt_")) {
                throw error("unrecognised " + owner + " option '" + name + "'");
            }
            attributes.put(name, value);
        }
        return attributes;
    }

    private String name(@Nullable String name, String owner) throws DataSeriesException {
        if (name == null) {
            throw error(owner + " has no name");
        }
        if (name.getBytes(UTF_8).length > MAX_NAME_BYTES) {
            throw error(owner + " name is longer than " + MAX_NAME_BYTES + " bytes");
        }
        return name;
    }

    /** Returns whether the attribute has the second of its two values; the first is the default. */
    private boolean choice(Map<String, String> attributes, String name, String first, String second)
            throws DataSeriesException {
        String value = attributes.getOrDefault(name, first);
        if (!value.equals(first) && !value.equals(second)) {
            throw error("unknown " + name + " '" + value + "', expected " + first + " or " + second);
        }
        return value.equals(second);
    }

    private DataSeriesException error(String problem) {
        return place.error("bad type" + typeName, problem);
    }

    /** One field element and what it may say. */
    private final class FieldRules {

        private final Map<String, String> attributes;
        private final int index;
        private final String name;
        private final FieldType type;

        FieldRules(XMLStreamReader reader, int index) throws DataSeriesException {
            this.index = index;
            this.attributes = attributes(reader, FIELD_ATTRIBUTES, "field");
            this.name = name(attributes.get("name"), "field");
            if (name.startsWith(" ")) {
                throw error("field name '" + name + "' starts with a space");
            }
            String typeAttribute = attributes.get("type");
            FieldType known = typeAttribute == null ? null : FieldType.ofXmlName(typeAttribute);
            if (known == null) {
                throw wrong(typeAttribute == null ? "has no type" : "has unknown type '" + typeAttribute + "'");
            }
            this.type = known;
        }

        RecordLayout.Packing packing(Map<String, RecordLayout.Packing> earlier) throws DataSeriesException {
            if (earlier.containsKey(name)) {
                throw wrong("occurs twice");
            }
            only("pack_unique", FieldType.VARIABLE32);
            only("opt_doublebase", FieldType.DOUBLE);
            only("size", FieldType.FIXEDWIDTH);
            only("pack_scale", FieldType.DOUBLE);
            only("pack_relative", FieldType.INT32, FieldType.INT64, FieldType.DOUBLE);
            number("opt_doublebase", 0);
            double scale = number("pack_scale", 1);
            if (scale == 0) {
                throw wrong("has a pack_scale of zero");
            }
            boolean scaled = attributes.containsKey("pack_scale");
            if (attributes.containsKey("pack_scale_warn") && !scaled) {
                throw wrong("has pack_scale_warn but no pack_scale");
            }
            isYes("pack_scale_warn");
            Field field = new Field(index, name, type, isYes("opt_nullable"), size(), attributes);
            return new RecordLayout.Packing(
                    field, isYes("pack_unique"), scaled ? scale : 0, relativeTo(earlier, scaled));
        }

        private void only(String attribute, FieldType... types) throws DataSeriesException {
            if (attributes.containsKey(attribute) && !List.of(types).contains(type)) {
                throw wrong("of type " + type.xmlName() + " cannot have " + attribute);
            }
        }

        private double number(String attribute, double otherwise) throws DataSeriesException {
            String text = attributes.get(attribute);
            if (text == null) {
                return otherwise;
            }
            try {
                return CNumberParser.parseDouble(text);
            } catch (NumberFormatException e) {
                throw wrong("has " + attribute + " '" + text + "', which is not a number");
            }
        }

        /** Returns whether an attribute is {@code yes}; one that is missing is not. */
        private boolean isYes(String attribute) throws DataSeriesException {
            String value = attributes.getOrDefault(attribute, "no");
            if (!value.equals("yes") && !value.equals("no")) {
                throw wrong("has " + attribute + " '" + value + "', expected yes or no");
            }
            return value.equals("yes");
        }

        private int size() throws DataSeriesException {
            if (type != FieldType.FIXEDWIDTH) {
                return 0;
            }
            String text = attributes.get("size");
            if (text == null) {
                throw wrong("of type fixedwidth has no size");
            }
            long size = SIZE.matcher(text).matches() ? Long.parseLong(text) : 0;
            if (size < 1 || size > Integer.MAX_VALUE) {
                throw wrong("has size '" + text + "', expected a positive integer");
            }
            return (int) size;
        }

        private int relativeTo(Map<String, RecordLayout.Packing> earlier, boolean scaled) throws DataSeriesException {
            String baseName = attributes.get("pack_relative");
            if (baseName == null) {
                return -1;
            }
            if (baseName.equals(name)) {
                if (type == FieldType.DOUBLE && !scaled) {
                    throw wrong("is relative to itself but not scaled, so rounding errors would add up");
                }
                return index;
            }
            RecordLayout.Packing base = earlier.get(baseName);
            if (base == null) {
                throw wrong("is relative to '" + baseName + "', which is not an earlier field");
            }
            if (base.field().type() != type) {
                throw wrong("is relative to '" + baseName + "' of another type");
            }
            return base.field().index();
        }

        private DataSeriesException wrong(String problem) {
            return error("field '" + name + "' " + problem);
        }
    }
}
