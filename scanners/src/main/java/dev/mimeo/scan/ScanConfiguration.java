package dev.mimeo.scan;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.internal.text.StrictUtf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Names scanners, generator and their options, as read from a small JSON file:
 *
 * <pre>{@code
 * {
 *   "scanners": ["histogram", {"name": "compression", "options": {"codecs": "lz4+zlib:6", "times": true}}],
 *   "generator": {"name": "motif", "options": {}}
 * }
 * }</pre>
 *
 * <p>Both keys may be left out; a scanner or generator without options may be written as its name alone, or with its
 * options as on the command line.
 *
 * @param scanners in the order given, possibly empty
 * @param generator name of the generator, or null if none is named
 * @param generatorOptions by name
 */
public record ScanConfiguration(
        List<ScannerSpec> scanners, @Nullable String generator, Map<String, String> generatorOptions) {

    private static final int MAX_FILE_BYTES = 1 << 20;

    /** Copies the collections. */
    public ScanConfiguration {
        scanners = List.copyOf(scanners);
        generatorOptions = Map.copyOf(generatorOptions);
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, is not JSON or has unknown keys; the message names the file and the place
     */
    public static ScanConfiguration read(Path file) throws IOException {
        Folders.refuse(file);
        byte[] content;
        try (InputStream in = Files.newInputStream(file)) {
            // A pipe or a device has no size that tells how much will be read.
            content = in.readNBytes(MAX_FILE_BYTES + 1);
        }
        if (content.length > MAX_FILE_BYTES) {
            throw new MimeoException(
                    Reason.LIMIT, "'" + file + "' is not a configuration: larger than " + MAX_FILE_BYTES + " bytes");
        }
        String name = "'" + file + "'";
        String json = StrictUtf8.decode(content);
        if (json == null) {
            throw refused(name, "not UTF-8 text", null);
        }
        return parse(json, name);
    }

    /**
     * Parses a text.
     *
     * @param source names the text in messages
     * @throws IOException as {@link #read}
     */
    public static ScanConfiguration parse(String json, String source) throws IOException {
        JsonMapper mapper = JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        try {
            return of(mapper.readTree(json));
        } catch (JacksonException e) {
            // A limit of the parser, such as that on nesting, is exceeded at no place, and is named by a method.
            TokenStreamLocation place = e.getLocation();
            String problem = e.getOriginalMessage()
                    .lines()
                    .findFirst()
                    .orElse("not JSON")
                    .replaceAll(", from `[^`]*`", "");
            throw refused(source, (place == null ? "" : "line " + place.getLineNr() + ": ") + problem, e);
        } catch (IllegalArgumentException e) {
            throw refused(source, String.valueOf(e.getMessage()), e);
        }
    }

    private static MimeoException refused(String source, String problem, @Nullable Exception cause) {
        return new MimeoException(source, -1, Reason.CORRUPT, source + " is not a configuration: " + problem, cause);
    }

    private static ScanConfiguration of(JsonNode root) {
        checkKeys("the configuration", root, Set.of("scanners", "generator"));
        List<ScannerSpec> scanners = new ArrayList<>();
        JsonNode list = root.get("scanners");
        if (list != null) {
            if (!list.isArray()) {
                throw new IllegalArgumentException("'scanners' is a list, got " + list);
            }
            list.values().forEach(node -> scanners.add(spec("scanner", node)));
        }
        JsonNode node = root.get("generator");
        if (node == null) {
            return new ScanConfiguration(scanners, null, Map.of());
        }
        ScannerSpec generator = spec("generator", node);
        return new ScanConfiguration(scanners, generator.name(), generator.options());
    }

    private static ScannerSpec spec(String what, JsonNode node) {
        if (node.isString()) {
            return ScannerSpec.parse(node.stringValue());
        }
        checkKeys("a " + what, node, Set.of("name", "options"));
        JsonNode name = node.get("name");
        if (name == null || !name.isString() || name.stringValue().isBlank()) {
            throw new IllegalArgumentException("a " + what + " has a 'name', got " + node);
        }
        Map<String, String> options = new LinkedHashMap<>();
        JsonNode given = node.get("options");
        if (given != null) {
            if (!given.isObject()) {
                throw new IllegalArgumentException(
                        "'options' of " + what + " '" + name.stringValue() + "' is an object");
            }
            given.properties().forEach(option -> {
                if (!option.getValue().isValueNode() || option.getValue().isNull()) {
                    throw new IllegalArgumentException("option '" + option.getKey() + "' of " + what + " '"
                            + name.stringValue() + "' is a text, number or boolean");
                }
                options.put(option.getKey(), option.getValue().asString());
            });
        }
        return new ScannerSpec(name.stringValue(), options);
    }

    private static void checkKeys(String what, JsonNode node, Set<String> known) {
        if (!node.isObject()) {
            throw new IllegalArgumentException(what + " is an object with the keys "
                    + known.stream().sorted().toList());
        }
        for (String key : node.propertyNames()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(what + " has no key '" + key + "'; known: "
                        + known.stream().sorted().toList());
            }
        }
    }
}
