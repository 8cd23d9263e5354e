package dev.mimeo.characterization;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A list of characterizations that are shared, as a DataSeries file. Stateless and thread-safe. */
public final class CharacterizationCatalog {

    private static final String HEAD = " namespace=\"mimeo.dev\" version=\"2.0\">\n";

    private static final ExtentType SHARED = parse("<ExtentType name=\"Mimeo::SharedCharacterization\"" + HEAD + """
              <field type="variable32" name="name" />
              <field type="variable32" name="content" />
              <field type="variable32" name="origin" />
              <field type="variable32" name="licence" />
              <field type="int64" name="original_bytes" units="bytes" />
              <field type="double" name="duplication" />
              <field type="double" name="duplication_deviation" />
            </ExtentType>
            """);

    private static final ExtentType FIDELITY = parse("<ExtentType name=\"Mimeo::Fidelity\"" + HEAD + """
              <field type="variable32" name="name" />
              <field type="variable32" name="codec" />
              <field type="double" name="ratio" />
              <field type="double" name="ratio_deviation" />
              <field type="double" name="chunk_ratio_deviation" />
            </ExtentType>
            """);

    /**
     * Description of a characterization that is distributed to others. Immutable and thread-safe. A deviation is
     * {@code synthetic / original - 1}.
     *
     * @param name short, of lower-case letters, digits and hyphens
     * @param content phrase that says what the data is
     * @param origin source of the data, with its version
     * @param licence terms under which the data may be used
     * @param originalBytes size of the data that was characterized, bytes
     * @param duplication bytes over distinct bytes of the original in content-defined chunks of 8 KiB, at least 1
     * @param duplicationDeviation its deviation in data generated from the characterization
     * @param fidelity comparison of data generated from it with the original, a row per codec
     */
    public record Entry(
            String name,
            String content,
            String origin,
            String licence,
            long originalBytes,
            double duplication,
            double duplicationDeviation,
            List<CodecFidelity> fidelity) {

        /**
         * Checks the name and copies the list.
         *
         * @throws IllegalArgumentException if the name has other characters, or the size is negative
         */
        public Entry {
            if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
                throw new IllegalArgumentException(
                        "name '" + name + "' is not of lower-case letters, digits and hyphens");
            }
            if (originalBytes < 0) {
                throw new IllegalArgumentException("size of the data is negative: " + originalBytes);
            }
            fidelity = List.copyOf(fidelity);
        }

        /**
         * Comparison of synthetic data with its original under one codec.
         *
         * @param codec canonical name, for example {@code zlib:6}
         * @param ratio compression ratio of the original, as one stream
         * @param ratioDeviation deviation of that ratio
         * @param chunkRatioDeviation deviation of the ratio of all chunks together, each compressed on its own
         */
        public record CodecFidelity(String codec, double ratio, double ratioDeviation, double chunkRatioDeviation) {}
    }

    private CharacterizationCatalog() {}

    private static ExtentType parse(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads a catalog.
     *
     * @param content the whole file
     * @param source its name in error messages
     * @throws DataSeriesException if it is damaged or no catalog
     */
    public static List<Entry> read(byte[] content, String source) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.read(content, source)) {
            Map<String, List<Entry.CodecFidelity>> fidelity = new LinkedHashMap<>();
            try (ExtentSource extents = reader.extents(FIDELITY.name(), 1)) {
                for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                    readFidelity(checked(extent, FIDELITY, source), fidelity);
                }
            }
            List<Entry> list = new ArrayList<>();
            try (ExtentSource extents = reader.extents(SHARED.name(), 1)) {
                for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                    readShared(checked(extent, SHARED, source), fidelity, list);
                }
            }
            return list;
        } catch (IllegalArgumentException e) {
            throw new DataSeriesException(source, "is damaged: " + e.getMessage());
        }
    }

    private static Extent checked(Extent extent, ExtentType expected, String source) throws DataSeriesException {
        if (!extent.type().xml().equals(expected.xml())) {
            throw new DataSeriesException(source, "has another type '" + expected.name() + "' than this version reads");
        }
        return extent;
    }

    private static void readFidelity(Extent extent, Map<String, List<Entry.CodecFidelity>> target) {
        for (int row = 0; row < extent.rows(); row++) {
            target.computeIfAbsent(extent.variables(0).utf8(row), name -> new ArrayList<>())
                    .add(new Entry.CodecFidelity(
                            extent.variables(1).utf8(row),
                            extent.doubles(2)[row],
                            extent.doubles(3)[row],
                            extent.doubles(4)[row]));
        }
    }

    private static void readShared(Extent extent, Map<String, List<Entry.CodecFidelity>> fidelity, List<Entry> target) {
        VariableColumn names = extent.variables(0);
        for (int row = 0; row < extent.rows(); row++) {
            String name = names.utf8(row);
            target.add(new Entry(
                    name,
                    extent.variables(1).utf8(row),
                    extent.variables(2).utf8(row),
                    extent.variables(3).utf8(row),
                    extent.longs(4)[row],
                    extent.doubles(5)[row],
                    extent.doubles(6)[row],
                    fidelity.getOrDefault(name, List.of())));
        }
    }

    /**
     * Writes a catalog.
     *
     * @param out closed at the end
     */
    public static void write(List<Entry> list, WritableByteChannel out) throws IOException {
        ExtentBuilder shared = new ExtentBuilder(SHARED);
        ExtentBuilder fidelity = new ExtentBuilder(FIDELITY);
        for (Entry one : list) {
            shared.addRow();
            shared.setString(0, one.name());
            shared.setString(1, one.content());
            shared.setString(2, one.origin());
            shared.setString(3, one.licence());
            shared.setLong(4, one.originalBytes());
            shared.setDouble(5, one.duplication());
            shared.setDouble(6, one.duplicationDeviation());
            for (Entry.CodecFidelity row : one.fidelity()) {
                fidelity.addRow();
                fidelity.setString(0, one.name());
                fidelity.setString(1, row.codec());
                fidelity.setDouble(2, row.ratio());
                fidelity.setDouble(3, row.ratioDeviation());
                fidelity.setDouble(4, row.chunkRatioDeviation());
            }
        }
        try (DataSeriesWriter writer = DataSeriesWriter.create(out, List.of(SHARED, FIDELITY), WriterOptions.DEFAULT)) {
            writer.write(shared.build());
            writer.write(fidelity.build());
        }
    }
}
