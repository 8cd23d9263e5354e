package dev.mimeo.cli.command;

import dev.mimeo.characterization.DatasetCharacterization;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON documents of {@code --json}. */
public final class Json {

    /** The mapper, with the 500 classes that it loads, is made only where a document is read or printed. */
    private static final class Mapper {
        static final JsonMapper INSTANCE = JsonMapper.builder().build();
    }

    private Json() {}

    /** Returns an empty object. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns the document of a run that fails before it prints another one. */
    public static ObjectNode failure(String message, int exitCode) {
        ObjectNode document = object();
        document.putObject("error").put("message", message).put("exitCode", exitCode);
        return document;
    }

    /** Returns the document of a run that ends well, but early, because the reader of a named pipe has closed it. */
    public static ObjectNode closedByReader(String output) {
        return object().put("closedByReader", output);
    }

    /** Returns a document as an object to be put into another. */
    public static ObjectNode parse(String document) {
        return (ObjectNode) Mapper.INSTANCE.readTree(document);
    }

    /** Returns the document, indented, with a line feed at its end. */
    public static String render(ObjectNode document) {
        return Mapper.INSTANCE.writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
    }

    /** Puts a number, or null where it is not finite: JSON has no infinity. */
    public static void put(ObjectNode object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, value);
        } else {
            object.putNull(name);
        }
    }

    /** Puts what a scan says of a data set, under the names that all commands use. */
    public static void put(ObjectNode object, DatasetCharacterization dataset) {
        object.put("bytes", dataset.bytes());
        object.put("scannedBytes", dataset.scannedBytes());
        object.put("chunkSize", dataset.chunkSize());
        object.put("chunks", dataset.chunks());
        object.put("population", dataset.population());
        object.put("sampled", dataset.sampled());
        object.put("scannedWhole", dataset.scannedWhole());
        // As text: a seed has 64 bits, the numbers of many JSON readers have 53.
        object.put("seed", Long.toUnsignedString(dataset.seed()));
        object.put("scanners", dataset.scanners());
    }
}
