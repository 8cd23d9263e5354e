package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import java.util.Arrays;
import java.util.Comparator;
import java.util.zip.DataFormatException;

/**
 * Leaves null values out of stored records. A record keeps its bits, then the values present of one byte, of four and of
 * eight, each group aligned to its size in the whole stream if any of it is present.
 */
final class NullCompaction {

    private static final int[] GROUP_WIDTHS = {1, 4, 8};

    private NullCompaction() {}

    /** Shrinks records whose null values are zero. */
    static byte[] compact(RecordLayout layout, int rows, byte[] records) {
        Column[][] groups = groups(layout);
        byte[] out = new byte[records.length];
        int at = 0;
        for (int row = 0, record = 0; row < rows; row++, record += layout.recordSize()) {
            System.arraycopy(records, record, out, at, layout.boolBytes());
            at += layout.boolBytes();
            for (int group = 0; group < groups.length; group++) {
                int width = GROUP_WIDTHS[group];
                boolean first = true;
                for (Column column : groups[group]) {
                    if ((records[record + column.nullByte()] & column.nullMask()) != 0) {
                        continue;
                    }
                    at = first ? align(at, width) : at;
                    first = false;
                    System.arraycopy(records, record + column.position(), out, at, width);
                    at += width;
                }
            }
        }
        return Arrays.copyOf(out, at);
    }

    /**
     * Restores the records, with zeros for null values.
     *
     * @throws DataFormatException if the stream ends early or late
     */
    static byte[] expand(RecordLayout layout, int rows, byte[] stream) throws DataFormatException {
        Column[][] groups = groups(layout);
        byte[] out = new byte[Math.multiplyExact(rows, layout.recordSize())];
        int at = 0;
        for (int row = 0, record = 0; row < rows; row++, record += layout.recordSize()) {
            at = take(stream, at, layout.boolBytes(), out, record);
            for (int group = 0; group < groups.length; group++) {
                int width = GROUP_WIDTHS[group];
                boolean first = true;
                for (Column column : groups[group]) {
                    if ((out[record + column.nullByte()] & column.nullMask()) != 0) {
                        continue;
                    }
                    at = first ? align(at, width) : at;
                    first = false;
                    at = take(stream, at, width, out, record + column.position());
                }
            }
        }
        if (at != stream.length) {
            throw new DataFormatException("compacted records end at byte " + at + " of " + stream.length);
        }
        return out;
    }

    private static int take(byte[] stream, int at, int width, byte[] out, int to) throws DataFormatException {
        if (width > stream.length - at) {
            throw new DataFormatException("compacted records are cut off after " + stream.length + " bytes");
        }
        System.arraycopy(stream, at, out, to, width);
        return at + width;
    }

    private static int align(int at, int width) {
        return (at + width - 1) & -width;
    }

    private static Column[][] groups(RecordLayout layout) {
        Column[][] groups = new Column[GROUP_WIDTHS.length][];
        for (int group = 0; group < groups.length; group++) {
            int width = GROUP_WIDTHS[group];
            groups[group] = layout.columns().stream()
                    .filter(column -> column.width() == width)
                    .sorted(Comparator.comparingInt(Column::position))
                    .toArray(Column[]::new);
        }
        return groups;
    }
}
