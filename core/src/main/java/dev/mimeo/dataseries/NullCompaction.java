package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import dev.mimeo.internal.bytes.LittleEndian;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;

/**
 * Leaves null values out of stored records. A record keeps its bits, then the values present of one byte, of four and of
 * eight, each group aligned to its size in the whole stream if any of it is present. Immutable and thread-safe.
 */
final class NullCompaction {

    private static final int[] GROUP_WIDTHS = {1, 4, 8};

    /** The columns of a width, in the order of a record. */
    private static final class Group {
        private final int width;
        private final int[] positions;
        private final int[] nullBytes;
        private final int[] nullMasks;

        Group(RecordLayout layout, int width) {
            List<Column> columns = layout.columns().stream()
                    .filter(column -> column.width() == width)
                    .sorted(Comparator.comparingInt(Column::position))
                    .toList();
            this.width = width;
            this.positions = columns.stream().mapToInt(Column::position).toArray();
            this.nullBytes = columns.stream().mapToInt(Column::nullByte).toArray();
            this.nullMasks = columns.stream().mapToInt(Column::nullMask).toArray();
        }

        /** Copies the values present of a record; returns where the next group starts. */
        int compact(byte[] records, int record, byte[] out, int start) {
            int at = start;
            for (int i = 0; i < positions.length; i++) {
                if ((records[record + nullBytes[i]] & nullMasks[i]) == 0) {
                    at = at == start ? padded(out, at, width) : at;
                    copy(width, records, record + positions[i], out, at);
                    at += width;
                }
            }
            return at;
        }

        /** Copies values back; returns where the next group starts. */
        int expand(byte[] stream, int start, byte[] out, int record) throws DataFormatException {
            int at = start;
            for (int i = 0; i < positions.length; i++) {
                if ((out[record + nullBytes[i]] & nullMasks[i]) == 0) {
                    at = at == start ? align(at, width) : at;
                    checkRoom(stream, at, width);
                    copy(width, stream, at, out, record + positions[i]);
                    at += width;
                }
            }
            return at;
        }
    }

    /**
     * The positions of the values present, by the null bits of a record: most records of an extent have one of a few patterns
     * of these. Bytes come first, then values of four and of eight bytes, each group with its length before it.
     */
    private static final class Patterns {

        private static final int SLOTS = 64;

        /** Bits up to here fit into a key. */
        private static final int MAX_BYTES = Long.BYTES;

        private final Group[] groups;
        private final int bytes;
        private final long nullBits;
        private final long[] keys = new long[SLOTS];
        private final int[][] positions = new int[SLOTS][];

        Patterns(RecordLayout layout, Group[] groups) {
            this.groups = groups;
            this.bytes = layout.boolBytes();
            long bits = 0;
            for (Column column : layout.columns()) {
                bits |= (long) column.nullMask() << (Byte.SIZE * column.nullByte());
            }
            this.nullBits = bits;
        }

        static boolean fit(RecordLayout layout) {
            return layout.boolBytes() <= MAX_BYTES;
        }

        int[] of(byte[] records, int record) {
            long key = 0;
            for (int i = bytes - 1; i >= 0; i--) {
                key = key << Byte.SIZE | Byte.toUnsignedLong(records[record + i]);
            }
            key &= nullBits;
            int slot = (int) (key ^ key >>> 6 ^ key >>> 12 ^ key >>> 18) & (SLOTS - 1);
            if (positions[slot] == null || keys[slot] != key) {
                keys[slot] = key;
                positions[slot] = find(records, record);
            }
            return positions[slot];
        }

        private int[] find(byte[] records, int record) {
            int[] found = new int
                    [Stream.of(groups)
                            .mapToInt(group -> 1 + group.positions.length)
                            .sum()];
            int at = 0;
            for (Group group : groups) {
                int lengthAt = at;
                at++;
                for (int i = 0; i < group.positions.length; i++) {
                    if ((records[record + group.nullBytes[i]] & group.nullMasks[i]) == 0) {
                        found[at] = group.positions[i];
                        at++;
                    }
                }
                found[lengthAt] = at - lengthAt - 1;
            }
            return found;
        }
    }

    private final RecordLayout layout;
    private final Group[] groups;

    NullCompaction(RecordLayout layout) {
        this.layout = layout;
        this.groups = IntStream.of(GROUP_WIDTHS)
                .mapToObj(width -> new Group(layout, width))
                .toArray(Group[]::new);
    }

    /**
     * Shrinks records whose null values are zero.
     *
     * @param out gets them; has at least the length of the records, and any content
     * @return the bytes that they take
     */
    int compact(int rows, byte[] records, byte[] out) {
        int bits = layout.boolBytes();
        Patterns patterns = new Patterns(layout, groups);
        boolean fit = Patterns.fit(layout);
        int at = 0;
        for (int row = 0, record = 0; row < rows; row++, record += layout.recordSize()) {
            System.arraycopy(records, record, out, at, bits);
            at += bits;
            if (fit) {
                at = compact(records, record, patterns.of(records, record), out, at);
            } else {
                for (Group group : groups) {
                    at = group.compact(records, record, out, at);
                }
            }
        }
        return at;
    }

    /** Copies the values present of a record, as {@link Patterns} has them; returns where the next record starts. */
    private static int compact(byte[] records, int record, int[] positions, byte[] out, int start) {
        int at = start;
        int next = 1;
        for (int end = next + positions[0]; next < end; next++) {
            out[at] = records[record + positions[next]];
            at++;
        }
        int count = positions[next];
        next++;
        if (count > 0) {
            at = padded(out, at, Integer.BYTES);
            for (int end = next + count; next < end; next++) {
                LittleEndian.putInt(out, at, LittleEndian.getInt(records, record + positions[next]));
                at += Integer.BYTES;
            }
        }
        count = positions[next];
        next++;
        if (count > 0) {
            at = padded(out, at, Long.BYTES);
            for (int end = next + count; next < end; next++) {
                LittleEndian.putLong(out, at, LittleEndian.getLong(records, record + positions[next]));
                at += Long.BYTES;
            }
        }
        return at;
    }

    /**
     * Restores the records, with zeros for null values.
     *
     * @throws DataFormatException if the stream ends early or late
     */
    byte[] expand(int rows, byte[] stream) throws DataFormatException {
        int bits = layout.boolBytes();
        byte[] out = new byte[Math.multiplyExact(rows, layout.recordSize())];
        int at = 0;
        for (int row = 0, record = 0; row < rows; row++, record += layout.recordSize()) {
            checkRoom(stream, at, bits);
            System.arraycopy(stream, at, out, record, bits);
            at += bits;
            for (Group group : groups) {
                at = group.expand(stream, at, out, record);
            }
        }
        if (at != stream.length) {
            throw new DataFormatException("compacted records end at byte " + at + " of " + stream.length);
        }
        return out;
    }

    private static void checkRoom(byte[] stream, int at, int width) throws DataFormatException {
        if (width > stream.length - at) {
            throw new DataFormatException("compacted records are cut off after " + stream.length + " bytes");
        }
    }

    /** Copies a value of 1, 4 or 8 bytes. */
    private static void copy(int width, byte[] from, int at, byte[] to, int place) {
        switch (width) {
            case 1 -> to[place] = from[at];
            case 4 -> LittleEndian.putInt(to, place, LittleEndian.getInt(from, at));
            default -> LittleEndian.putLong(to, place, LittleEndian.getLong(from, at));
        }
    }

    /** Puts zeros up to where a value of 1, 4 or 8 bytes is to start, and returns that; the array has room for the value. */
    private static int padded(byte[] out, int at, int width) {
        int start = align(at, width);
        if (start > at) {
            zero(width, out, at);
        }
        return start;
    }

    private static void zero(int width, byte[] out, int at) {
        if (width == Integer.BYTES) {
            LittleEndian.putInt(out, at, 0);
        } else {
            LittleEndian.putLong(out, at, 0);
        }
    }

    private static int align(int at, int width) {
        return (at + width - 1) & -width;
    }
}
