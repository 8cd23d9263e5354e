package dev.mimeo.characterization;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes of each category among the files whose extension does not say what they are. They decide what such files are like where only
 * their names are known. Immutable and thread-safe.
 *
 * <p>As a file: a DataSeries file of type {@code Mimeo::CategoryShare}, a row for each category that has bytes.
 *
 * @param bytes by category, in their order, each above 0
 */
public record CategoryShares(Map<FileCategory, Long> bytes) {

    /** No such files. */
    public static final CategoryShares NONE = new CategoryShares(Map.of());

    private static final ExtentType TYPE = parse("""
            <ExtentType name="Mimeo::CategoryShare" namespace="mimeo.dev" version="1.0">
              <field type="variable32" name="category" />
              <field type="int64" name="bytes" units="bytes" />
            </ExtentType>
            """);

    /**
     * Copies the map.
     *
     * @throws IllegalArgumentException if a number is below 1
     */
    public CategoryShares {
        bytes.forEach((category, number) -> {
            if (number < 1) {
                throw new IllegalArgumentException(category.label() + " has " + number + " bytes, expected at least 1");
            }
        });
        Map<FileCategory, Long> ordered = new EnumMap<>(FileCategory.class);
        ordered.putAll(bytes);
        bytes = Collections.unmodifiableMap(ordered);
    }

    private static ExtentType parse(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads a file.
     *
     * @param source its name in error messages
     * @throws DataSeriesException if it is damaged, or not such a file
     */
    public static CategoryShares read(byte[] content, String source) throws IOException {
        Map<FileCategory, Long> bytes = new EnumMap<>(FileCategory.class);
        try (DataSeriesReader reader = DataSeriesReader.read(content, source);
                ExtentSource extents = reader.extents(TYPE.name(), 1)) {
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                if (!extent.type().xml().equals(TYPE.xml())) {
                    throw new DataSeriesException(
                            source,
                            "has another type '" + TYPE.name() + "' than this version reads: scan the data again");
                }
                for (int row = 0; row < extent.rows(); row++) {
                    FileCategory category =
                            FileCategory.ofLabel(extent.variables(0).utf8(row));
                    if (bytes.put(category, extent.longs(1)[row]) != null) {
                        throw new IllegalArgumentException("category '" + category.label() + "' is listed twice");
                    }
                }
            }
            return new CategoryShares(bytes);
        } catch (IllegalArgumentException e) {
            throw new DataSeriesException(source, "is damaged: " + e.getMessage());
        }
    }

    /**
     * Writes a file.
     *
     * @param out closed at the end
     */
    public void write(WritableByteChannel out) throws IOException {
        ExtentBuilder rows = new ExtentBuilder(TYPE);
        for (FileCategory category : FileCategory.values()) {
            Long number = bytes.get(category);
            if (number != null) {
                rows.addRow();
                rows.setString(0, category.label());
                rows.setLong(1, number);
            }
        }
        try (DataSeriesWriter writer = DataSeriesWriter.create(out, List.of(TYPE), WriterOptions.DEFAULT)) {
            writer.write(rows.build());
        }
    }
}
