package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.WriterOptions;
import java.io.Serializable;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * Options of a write, see {@link DataSeriesSource}. Immutable.
 *
 * @param folder path or address
 * @param type name of the type; null for the type of the files in the folder
 * @param binary names of fields that are binary, or {@code *}
 * @param codecs names of codecs, as {@link WriterOptions} takes them
 * @param extentBytes target for the unpacked size of extents, in bytes, at least 1
 */
record WriteOptions(String folder, @Nullable String type, Set<String> binary, List<String> codecs, long extentBytes)
        implements Serializable {

    /** @throws IllegalArgumentException if there is no folder or an option is wrong */
    static WriteOptions of(Map<String, String> map) {
        CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(map);
        OptionNames.check(options);
        String folder = options.get("path");
        if (folder == null) {
            throw new IllegalArgumentException("no folder named: give save() a path");
        }
        String codecs = options.get("compression");
        String extentBytes = options.get("extentBytes");
        WriteOptions parsed = new WriteOptions(
                folder,
                options.get("type"),
                ReadOptions.binary(options),
                codecs == null ? WriterOptions.DEFAULT.codecs() : names(codecs),
                extentBytes == null ? ExtentOutput.DEFAULT_TARGET_BYTES : bytes(extentBytes));
        if (parsed.extentBytes < 1) {
            throw new IllegalArgumentException("option 'extentBytes' must be at least 1, got " + extentBytes);
        }
        parsed.writer();
        return parsed;
    }

    private static long bytes(String size) {
        try {
            return JavaUtils.byteStringAsBytes(size);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "option 'extentBytes' is not a size: " + size + ": give a number, or one with a unit such as 64k",
                    e);
        }
    }

    private static List<String> names(String list) {
        return Stream.of(list.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Returns the options of the files. */
    WriterOptions writer() {
        return new WriterOptions(codecs, ByteOrder.LITTLE_ENDIAN, 1);
    }
}
