package dev.mimeo.sql.internal;

import java.io.StringWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes trees of JSON without a mapper: making one loads 500 classes, which takes longer than a small query.
 */
public final class JsonTree {

    private static final JsonFactory FACTORY = new JsonFactory();

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonTree() {}

    /**
     * Reads the first value of a text.
     *
     * @throws JacksonException if it is not JSON, or is nested too deeply
     */
    public static JsonNode read(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return value(parser, parser.nextToken());
        }
    }

    private static JsonNode value(JsonParser parser, @Nullable JsonToken token) {
        if (token == null) {
            return NODES.missingNode();
        }
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> NODES.stringNode(parser.getString());
            case VALUE_NUMBER_INT ->
                switch (parser.getNumberType()) {
                    case INT -> NODES.numberNode(parser.getIntValue());
                    case LONG -> NODES.numberNode(parser.getLongValue());
                    default -> NODES.numberNode(parser.getBigIntegerValue());
                };
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
            case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(token == JsonToken.VALUE_TRUE);
            default -> NODES.nullNode();
        };
    }

    private static ObjectNode object(JsonParser parser) {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            object.set(name, value(parser, parser.nextToken()));
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser) {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(value(parser, token));
        }
        return array;
    }

    /** Returns a tree as text on one line. */
    public static String text(JsonNode tree) {
        return text(tree, ObjectWriteContext.empty());
    }

    /** Returns a tree as indented text. */
    public static String indented(JsonNode tree) {
        return text(tree, new Indented());
    }

    private static String text(JsonNode tree, ObjectWriteContext context) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(context, text)) {
            write(tree, generator);
        }
        return text.toString();
    }

    private static void write(JsonNode node, JsonGenerator out) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                out.writeStartObject();
                for (Map.Entry<String, JsonNode> property : node.properties()) {
                    out.writeName(property.getKey());
                    write(property.getValue(), out);
                }
                out.writeEndObject();
            }
            case ARRAY -> {
                out.writeStartArray();
                for (JsonNode element : node) {
                    write(element, out);
                }
                out.writeEndArray();
            }
            case NUMBER -> writeNumber(node, out);
            case BOOLEAN -> out.writeBoolean(node.booleanValue());
            case STRING -> out.writeString(node.stringValue());
            default -> out.writeNull();
        }
    }

    private static void writeNumber(JsonNode number, JsonGenerator out) {
        if (!number.isIntegralNumber()) {
            out.writeNumber(number.doubleValue());
        } else if (number.canConvertToLong()) {
            out.writeNumber(number.longValue());
        } else {
            out.writeNumber(number.bigIntegerValue());
        }
    }

    private static final class Indented extends ObjectWriteContext.Base {

        private final DefaultPrettyPrinter printer = new DefaultPrettyPrinter();

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }

        @Override
        public PrettyPrinter getPrettyPrinter() {
            return printer;
        }
    }
}
