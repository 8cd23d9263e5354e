package dev.mimeo.dataseries;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sums up extents by what their headers say. */
final class WriteCounts {

    private final Map<String, OfType> types = new LinkedHashMap<>();

    WriteCounts(ExtentType[] types) {
        for (ExtentType type : types) {
            this.types.put(type.name(), new OfType(type));
        }
    }

    /** Counts an extent that was written; those of other types are not counted. */
    void add(ExtentHeader header, ExtentPacker.Sealed extent) {
        OfType counts = types.get(header.typeName());
        if (counts != null) {
            counts.add(header, extent.givenStringBytes(), extent.packNanos());
            counts.addRounded(extent.roundedValues());
        }
    }

    /** Returns a line for each column of which values do not come back. */
    List<String> warnings() {
        return types.values().stream()
                .flatMap(counts -> counts.warnings().stream())
                .toList();
    }

    List<TypeStatistics> statistics() {
        return types.values().stream()
                .map(counts -> new TypeStatistics(counts.type, counts.statistics(), List.of()))
                .toList();
    }

    /** The extents of one type. */
    static final class OfType {
        private final ExtentType type;
        private final Map<String, Long> fixedCodecs = new TreeMap<>();
        private final Map<String, Long> variableCodecs = new TreeMap<>();
        private long extents;
        private long rows;
        private long storedBytes;
        private long fixedBytes;
        private long fixedStoredBytes;
        private long variableBytes;
        private long variableStoredBytes;
        private long givenStringBytes;
        private long packNanos;
        private long[] rounded = {};

        OfType(ExtentType type) {
            this.type = type;
        }

        /** Counts an extent of a file. */
        void add(ExtentHeader header) {
            add(header, header.variableSize(), 0);
        }

        /** @param values by the number of the field; empty for none */
        void addRounded(int[] values) {
            if (values.length > 0 && rounded.length == 0) {
                rounded = new long[values.length];
            }
            for (int i = 0; i < values.length; i++) {
                rounded[i] += values[i];
            }
        }

        List<String> warnings() {
            List<String> warnings = new ArrayList<>();
            for (int i = 0; i < rounded.length; i++) {
                if (rounded[i] > 0) {
                    Field field = type.fields().get(i);
                    warnings.add(
                            "type '" + type.name() + "', field '" + field.name() + "': " + rounded[i] + " of " + rows
                                    + " values come back as others, by more than a tenth of pack_scale=\""
                                    + field.attributes().get("pack_scale")
                                    + "\"; choose a smaller one, or say pack_scale_warn=\"no\"");
                }
            }
            return warnings;
        }

        void add(ExtentHeader header, long given, long nanos) {
            extents++;
            rows += header.rows();
            storedBytes += header.sizeBytes();
            fixedBytes += (long) header.rows() * type.recordSize();
            fixedStoredBytes += header.fixedBytes();
            variableBytes += header.variableSize();
            variableStoredBytes += header.variableBytes();
            givenStringBytes += given;
            packNanos += nanos;
            count(fixedCodecs, header.fixedMode(), header.fixedBytes());
            count(variableCodecs, header.variableMode(), header.variableBytes());
        }

        private static void count(Map<String, Long> codecs, int code, int stored) {
            if (stored > 0) {
                CompressionMode mode = CompressionMode.ofCode(code);
                codecs.merge(mode == null ? "code " + code : mode.formatName(), 1L, Long::sum);
            }
        }

        long rows() {
            return rows;
        }

        StorageStatistics statistics() {
            return new StorageStatistics(
                    extents,
                    rows,
                    storedBytes,
                    new StorageStatistics.Part(fixedBytes, fixedStoredBytes, fixedCodecs),
                    new StorageStatistics.Part(variableBytes, variableStoredBytes, variableCodecs),
                    givenStringBytes,
                    packNanos);
        }
    }
}
