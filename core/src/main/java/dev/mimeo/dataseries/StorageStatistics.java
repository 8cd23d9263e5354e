package dev.mimeo.dataseries;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Stored sizes of extents and the cost of packing them. An unknown number, such as the time that another program took,
 * is 0. Immutable and thread-safe.
 *
 * @param extents number of extents
 * @param rows rows in all of them
 * @param storedBytes bytes as stored, with headers and padding
 * @param records the fixed parts
 * @param strings the variable parts
 * @param givenStringBytes bytes of the variable parts before repeated strings were dropped; those of {@code strings} where
 *     that is not known
 * @param packNanos CPU time of packing, nanoseconds; 0 unless it {@linkplain WriterOptions#timed is measured}
 */
public record StorageStatistics(
        long extents, long rows, long storedBytes, Part records, Part strings, long givenStringBytes, long packNanos) {

    /** The statistics of no extents. */
    public static final StorageStatistics NONE =
            new StorageStatistics(0, 0, 0, new Part(0, 0, Map.of()), new Part(0, 0, Map.of()), 0, 0);

    /**
     * One of the two parts of extents.
     *
     * @param unpackedBytes bytes before compression
     * @param storedBytes bytes as stored, without headers and padding
     * @param codecs number of extents whose part is stored by each codec, in the order of their names; extents without
     *     such a part are in none
     */
    public record Part(long unpackedBytes, long storedBytes, Map<String, Long> codecs) {

        /** Copies the map. */
        public Part {
            codecs = Collections.unmodifiableMap(new TreeMap<>(codecs));
        }

        private Part plus(Part other, int sign) {
            TreeMap<String, Long> sum = new TreeMap<>(codecs);
            other.codecs.forEach((codec, count) -> sum.merge(codec, sign * count, Long::sum));
            sum.values().removeIf(count -> count == 0);
            return new Part(unpackedBytes + sign * other.unpackedBytes, storedBytes + sign * other.storedBytes, sum);
        }

        private String toText(String what) {
            String stored = codecs.isEmpty()
                    ? ""
                    : codecs.entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .collect(Collectors.joining(", ", " (", ")"));
            return String.format(
                    Locale.ROOT, "%s %,d bytes, stored in %,d%s", what, unpackedBytes, storedBytes, stored);
        }
    }

    /** Returns the bytes of the records and strings, decompressed. */
    public long unpackedBytes() {
        return records.unpackedBytes + strings.unpackedBytes;
    }

    /** Returns unpacked bytes per stored byte; 0 without extents. */
    public double ratio() {
        return storedBytes == 0 ? 0 : (double) unpackedBytes() / storedBytes;
    }

    /** Returns the sums of these and others. */
    public StorageStatistics plus(StorageStatistics other) {
        return plus(other, 1);
    }

    /** Returns the differences to others; to an earlier state of a writer, they are what it has written since. */
    public StorageStatistics minus(StorageStatistics other) {
        return plus(other, -1);
    }

    private StorageStatistics plus(StorageStatistics other, int sign) {
        return new StorageStatistics(
                extents + sign * other.extents,
                rows + sign * other.rows,
                storedBytes + sign * other.storedBytes,
                records.plus(other.records, sign),
                strings.plus(other.strings, sign),
                givenStringBytes + sign * other.givenStringBytes,
                packNanos + sign * other.packNanos);
    }

    /** Returns a report of a few lines for people to read. Each line ends with a newline, the last one too. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%,d extents, %,d rows, %,d bytes stored in %,d, ratio %.3f",
                extents,
                rows,
                unpackedBytes(),
                storedBytes,
                ratio());
        line(text, "  %s", records.toText("records"));
        String given = givenStringBytes == strings.unpackedBytes
                ? ""
                : String.format(Locale.ROOT, ", %,d with repetitions", givenStringBytes);
        line(text, "  %s%s", strings.toText("strings"), given);
        if (packNanos > 0) {
            line(text, "  packed in %.3f s of CPU time", packNanos / 1e9);
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
