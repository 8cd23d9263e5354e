package dev.mimeo.dataseries;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types of several files that are to become one. */
public final class TypeUnion {

    private TypeUnion() {}

    /**
     * Returns the types that files declare, each once, in the order of their first occurrence.
     *
     * @throws DataSeriesException if two files declare types of the same name with different texts, or extents of a type
     *     cannot be written
     * @throws IOException if a file cannot be read
     */
    public static List<ExtentType> of(List<Path> files) throws IOException {
        Map<String, ExtentType> types = new LinkedHashMap<>();
        Map<String, Path> owners = new LinkedHashMap<>();
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                for (ExtentType type : reader.types()) {
                    add(type, file, types, owners);
                }
            }
        }
        return new ArrayList<>(types.values());
    }

    private static void add(ExtentType type, Path file, Map<String, ExtentType> types, Map<String, Path> owners)
            throws DataSeriesException {
        if (!type.layout().problem().isEmpty()) {
            throw new DataSeriesException(
                    file.toString(),
                    "cannot write extents of type '" + type.name() + "': "
                            + type.layout().problem());
        }
        @Nullable ExtentType before = types.putIfAbsent(type.name(), type);
        if (before == null) {
            owners.put(type.name(), file);
        } else if (!before.equals(type)) {
            throw new DataSeriesException(
                    file.toString(),
                    "type '" + type.name() + "' is not the same as in " + owners.get(type.name())
                            + ": files can only be merged if the texts of their types agree");
        }
    }
}
