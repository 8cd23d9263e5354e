package dev.mimeo.dataseries;

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

    /** Counts an extent; those of other types are not counted. */
    void add(ExtentHeader header) {
        OfType counts = types.get(header.typeName());
        if (counts != null) {
            counts.add(header);
        }
    }

    List<TypeStatistics> statistics() {
        return types.values().stream()
                .map(counts -> counts.statistics(List.of()))
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
        private long unpackedBytes;

        OfType(ExtentType type) {
            this.type = type;
        }

        void add(ExtentHeader header) {
            extents++;
            rows += header.rows();
            storedBytes += header.sizeBytes();
            unpackedBytes += (long) header.rows() * type.recordSize() + header.variableSize();
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

        TypeStatistics statistics(List<TypeStatistics.ColumnStatistics> columns) {
            return new TypeStatistics(
                    type,
                    extents,
                    rows,
                    storedBytes,
                    unpackedBytes,
                    new TreeMap<>(fixedCodecs),
                    new TreeMap<>(variableCodecs),
                    columns);
        }
    }
}
