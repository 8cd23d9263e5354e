package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.internal.text.Failures;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An index file and what it says about itself. */
final class IndexFile implements Closeable {

    private final DataSeriesReader reader;
    private final String prefix;
    private final List<String> fieldNames;
    private final ExtentType minMax;
    private final @Nullable ExtentType ranges;

    private IndexFile(DataSeriesReader reader) throws IOException {
        this.reader = reader;
        if (!reader.types().contains(IndexTypes.INFO)) {
            throw problem("is not an index of extents: it has no type '" + IndexTypes.INFO.name() + "'");
        }
        Extent info;
        try (ExtentSource source = reader.extents(IndexTypes.INFO.name(), 1)) {
            Extent first = source.next();
            if (first == null || first.rows() != 1 || source.next() != null) {
                throw problem("does not have exactly one row of description");
            }
            info = first;
        }
        this.prefix = info.variables(0).utf8(0);
        this.minMax = exactType(IndexTypes.MIN_MAX_PREFIX + prefix);
        this.fieldNames = fieldNames(info.variables(1).utf8(0), minMax);
        this.ranges = find(IndexTypes.RANGES_PREFIX + prefix);
        checkColumns(minMax, fieldNames);
        if (ranges != null) {
            checkColumns(ranges, fieldNames);
        }
    }

    static IndexFile open(Path file) throws IOException {
        DataSeriesReader reader = DataSeriesReader.open(file);
        try {
            return new IndexFile(reader);
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** Splits the list of the indexed fields, which has no escapes: the columns tell the commas that are part of a name. */
    private static List<String> fieldNames(String list, ExtentType minMax) {
        List<String> columns = minMax.fields().stream()
                .map(Field::name)
                .filter(name -> name.startsWith(IndexTypes.min("")))
                .map(name -> name.substring(IndexTypes.min("").length()))
                .toList();
        return String.join(",", columns).equals(list) ? columns : List.of(list.split(","));
    }

    private DataSeriesException problem(String problem) {
        return new DataSeriesException(reader.name(), problem);
    }

    private @Nullable ExtentType find(String name) {
        return reader.types().stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private ExtentType exactType(String name) throws DataSeriesException {
        ExtentType type = find(name);
        if (type == null) {
            throw problem("is an index without the type '" + name + "'");
        }
        return type;
    }

    /** Holds a type to what is read of it, whoever wrote it. */
    private void checkColumns(ExtentType type, List<String> fields) throws DataSeriesException {
        check(type, IndexTypes.FILE, FieldType.VARIABLE32);
        check(type, IndexTypes.OFFSET, FieldType.INT64);
        for (String field : fields) {
            FieldType valueType = check(type, IndexTypes.min(field), null);
            check(type, IndexTypes.max(field), valueType);
        }
    }

    /**
     * Checks that a type has a field.
     *
     * @param wanted type of its values, null for any
     */
    FieldType check(ExtentType type, String name, @Nullable FieldType wanted) throws DataSeriesException {
        FieldType found =
                type.hasField(name) ? type.fields().get(type.indexOf(name)).type() : null;
        if (found == null || (wanted != null && found != wanted)) {
            throw problem("type '" + type.name() + "' has no field '" + name + "'"
                    + (wanted == null ? "" : " of type " + wanted.xmlName()));
        }
        return found;
    }

    String name() {
        return reader.name();
    }

    /** The pattern of the indexed type. */
    String prefix() {
        return prefix;
    }

    List<String> fieldNames() {
        return fieldNames;
    }

    ExtentType minMax() {
        return minMax;
    }

    @Nullable ExtentType ranges() {
        return ranges;
    }

    /** Returns the indexed fields, with the types of their values. */
    List<Field> fields() {
        List<Field> fields = new ArrayList<>();
        for (String name : fieldNames) {
            Field column = minMax.fields().get(minMax.indexOf(IndexTypes.min(name)));
            fields.add(new Field(fields.size(), name, column.type(), false, column.size(), Map.of()));
        }
        return fields;
    }

    int maxRanges() throws DataSeriesException {
        if (ranges == null) {
            return 0;
        }
        String text = ranges.fields().get(ranges.indexOf(IndexTypes.FILE)).attribute(IndexTypes.MAX_RANGES);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw problem("type '" + ranges.name() + "' says " + IndexTypes.MAX_RANGES + " '" + text + "'");
        }
    }

    /** Returns the name of a file that a row of an extent of the index has. */
    String file(Extent extent, int field, int row) throws DataSeriesException {
        String name = extent.variables(field).utf8(row);
        try {
            Path unused = Path.of(name);
        } catch (InvalidPathException e) {
            throw problem("is damaged: '" + Failures.oneLine(name) + "' is not the name of a file");
        }
        return name;
    }

    /** Returns when the indexed files were last changed, in nanoseconds since 1970. */
    Map<String, Long> modifyTimes() throws IOException {
        Map<String, Long> times = new LinkedHashMap<>();
        if (!reader.types().contains(IndexTypes.MODIFY_TIMES)) {
            throw problem("is an index without the type '" + IndexTypes.MODIFY_TIMES.name() + "'");
        }
        try (ExtentSource source = reader.extents(IndexTypes.MODIFY_TIMES.name(), 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (int row = 0; row < extent.rows(); row++) {
                    times.put(file(extent, 0, row), extent.longs(1)[row]);
                }
            }
        }
        return times;
    }

    /** Opens a stream of the extents of one of the types. */
    ExtentSource extents(ExtentType type, int threads) throws IOException {
        return reader.extents(type.name(), threads);
    }

    Extent read(long offset) throws IOException {
        return reader.read(offset);
    }

    /** Rows of the index, one after the other, that are about one file. */
    record Run(long extent, int begin, int end) {}

    /** Returns where the rows about each file are. */
    Map<String, List<Run>> runs(ExtentType type) throws IOException {
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        try (ExtentSource source = extents(type, 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                VariableColumn names = extent.variables(type.indexOf(IndexTypes.FILE));
                int begin = 0;
                for (int row = 1; row <= extent.rows(); row++) {
                    if (row == extent.rows() || !names.utf8(row).equals(names.utf8(begin))) {
                        runs.computeIfAbsent(
                                        file(extent, type.indexOf(IndexTypes.FILE), begin), name -> new ArrayList<>())
                                .add(new Run(extent.fileOffset(), begin, row));
                        begin = row;
                    }
                }
            }
        }
        return runs;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
