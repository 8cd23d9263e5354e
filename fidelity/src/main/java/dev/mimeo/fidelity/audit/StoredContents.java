package dev.mimeo.fidelity.audit;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.VariableColumn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The byte strings of a characterization file, unpacked, as an attacker sees them. The names of codecs, scanners and
 * statistics are left out, because they are words of the tool. The label of the data set is included, because a person
 * wrote it.
 */
final class StoredContents {

    /** Types and fields that hold words of the tool. */
    private static final Set<String> OWN_WORDS = Set.of(
            "Mimeo::CodecCost codec",
            "Mimeo::ChunkStatistic name",
            "Mimeo::Duplication boundaries",
            "Mimeo::DuplicationProfile boundaries",
            "Mimeo::DuplicationProfile statistic",
            "Mimeo::Dataset scanners",
            "Mimeo::Dataset tool_version");

    private StoredContents() {}

    /** Receives the concatenated strings of one field of one extent at a time. */
    @FunctionalInterface
    interface Consumer {
        void accept(byte[] strings) throws IOException;
    }

    /** Passes all strings to a consumer, once per field of each extent. */
    static void forEach(DataSeriesReader reader, Consumer consumer) throws IOException {
        for (DataSeriesReader.IndexEntry entry : reader.index()) {
            ExtentType type = type(reader, entry.typeName());
            if (type == null || type.namespace().isEmpty()) {
                continue;
            }
            Extent extent = reader.read(entry.offset());
            for (int field = 0; field < type.fields().size(); field++) {
                boolean strings = type.fields().get(field).type() == FieldType.VARIABLE32;
                String name = type.name() + ' ' + type.fields().get(field).name();
                if (strings && !OWN_WORDS.contains(name)) {
                    consumer.accept(strings(extent, field));
                }
            }
        }
    }

    private static byte[] strings(Extent extent, int field) throws IOException {
        VariableColumn column = extent.variables(field);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int row = 0; row < extent.rows(); row++) {
            if (!extent.isNull(field, row)) {
                all.write(column.array(), column.offset(row), column.length(row));
            }
        }
        return all.toByteArray();
    }

    private static @Nullable ExtentType type(DataSeriesReader reader, String name) {
        for (ExtentType type : reader.types()) {
            if (type.name().equals(name)) {
                return type;
            }
        }
        return null;
    }

    /** Returns the unpacked bytes of the records and strings of each type, by name. */
    static Map<String, Long> sizes(DataSeriesReader reader) throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        for (DataSeriesReader.IndexEntry entry : reader.index()) {
            sizes.merge(entry.typeName(), reader.read(entry.offset()).sizeBytes(), Long::sum);
        }
        return sizes;
    }
}
