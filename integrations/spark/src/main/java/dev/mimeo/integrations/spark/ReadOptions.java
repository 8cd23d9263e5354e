package dev.mimeo.integrations.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * Options of a read, see {@link DataSeriesSource}.
 *
 * @param inputs files, folders and patterns, at least one
 * @param type pattern of the type, {@code *} for the only one
 * @param binary names of fields that are binary, or {@code *}
 * @param index name or address of an index file, or null
 * @param compareTimes whether the index says nothing about files with other times
 * @param splitBytes most stored bytes of the extents of a task, at least 1
 */
record ReadOptions(
        List<String> inputs,
        String type,
        Set<String> binary,
        @Nullable String index,
        boolean compareTimes,
        long splitBytes) {

    private static final long SPLIT_BYTES = 32 << 20;

    /** @throws IllegalArgumentException if there is no input or an option is wrong */
    static ReadOptions of(CaseInsensitiveStringMap options) {
        OptionNames.check(options);
        List<String> inputs = new ArrayList<>();
        String path = options.get("path");
        if (path != null) {
            inputs.add(path);
        }
        // Spark puts the paths here if load() is given several.
        String paths = options.get("paths");
        if (paths != null) {
            try {
                inputs.addAll(List.of(new ObjectMapper().readValue(paths, String[].class)));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("option 'paths' is not a JSON array of strings: " + paths, e);
            }
        }
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("no DataSeries file named: give load() a path");
        }
        long splitBytes;
        try {
            splitBytes = options.getLong("splitBytes", SPLIT_BYTES);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("option 'splitBytes' is not a number: " + options.get("splitBytes"), e);
        }
        if (splitBytes < 1) {
            throw new IllegalArgumentException("option 'splitBytes' must be at least 1, got " + splitBytes);
        }
        String times = options.getOrDefault("indexTimes", "compare");
        if (!times.equals("compare") && !times.equals("ignore")) {
            throw new IllegalArgumentException(
                    "option 'indexTimes' must be 'compare' or 'ignore', got '" + times + "'");
        }
        return new ReadOptions(
                inputs,
                options.getOrDefault("type", "*"),
                binary(options),
                options.get("index"),
                times.equals("compare"),
                splitBytes);
    }

    /** Returns the names of fields that are binary, or {@code *}. */
    static Set<String> binary(CaseInsensitiveStringMap options) {
        return Stream.of(options.getOrDefault("binary", "").split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }
}
