package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import dev.mimeo.internal.bytes.EitherEndian;

/** Copies the records of rows together, as plain values in one byte order, whatever extents they come from. */
final class RecordGatherer {

    private final RowList list;
    private final boolean bigEndian;
    private final int stride;

    RecordGatherer(RowList list, boolean bigEndian) {
        this.list = list;
        this.bigEndian = bigEndian;
        this.stride = list.type().recordSize();
    }

    /**
     * Returns the records, one after the other; offsets of strings are those of their own extents.
     *
     * @param own whether the rows are those of one whole extent, whose records may be changed
     */
    byte[] records(boolean own) {
        if (own && isPlain(list.source(0))) {
            return list.source(0).fixed();
        }
        byte[] out = new byte[Math.multiplyExact(list.rows(), stride)];
        boolean plain = true;
        int at = 0;
        for (int run = 0; run < list.runs(); run++) {
            Extent source = list.source(run);
            int length = (list.end(run) - list.first(run)) * stride;
            System.arraycopy(source.fixed(), list.first(run) * stride, out, at, length);
            at += length;
            plain &= isPlain(source);
        }
        if (!plain) {
            for (Column column : list.type().layout().columns()) {
                switch (column.type()) {
                    case INT32 -> putInts(out, column);
                    case INT64 -> putLongs(out, column);
                    case DOUBLE -> putDoubles(out, column);
                    case BOOL, BYTE, FIXEDWIDTH -> {
                        // Stored as they are in either byte order.
                    }
                    case VARIABLE32 -> {
                        // Offsets change with the strings, which are gathered later.
                    }
                }
            }
        }
        return out;
    }

    private boolean isPlain(Extent extent) {
        return !extent.packed() && extent.bigEndian() == bigEndian;
    }

    /**
     * Returns whether the records of an extent hold another value than the one to pack, as other byte order or packing
     * requires.
     */
    private boolean isOther(Extent source, Column column) {
        return source.bigEndian() != bigEndian || (source.packed() && (column.relativeTo() >= 0 || column.scaled()));
    }

    private void putInts(byte[] out, Column column) {
        int at = column.position();
        for (int run = 0; run < list.runs(); run++) {
            int first = list.first(run);
            int end = list.end(run);
            if (isOther(list.source(run), column)) {
                int[] values = list.source(run).ints(column.field().index());
                for (int row = first, to = at; row < end; row++, to += stride) {
                    EitherEndian.putInt(out, to, values[row], bigEndian);
                }
            }
            at += (end - first) * stride;
        }
    }

    private void putLongs(byte[] out, Column column) {
        int at = column.position();
        for (int run = 0; run < list.runs(); run++) {
            int first = list.first(run);
            int end = list.end(run);
            if (isOther(list.source(run), column)) {
                long[] values = list.source(run).longs(column.field().index());
                for (int row = first, to = at; row < end; row++, to += stride) {
                    EitherEndian.putLong(out, to, values[row], bigEndian);
                }
            }
            at += (end - first) * stride;
        }
    }

    private void putDoubles(byte[] out, Column column) {
        int at = column.position();
        for (int run = 0; run < list.runs(); run++) {
            int first = list.first(run);
            int end = list.end(run);
            if (isOther(list.source(run), column)) {
                double[] values = list.source(run).doubles(column.field().index());
                for (int row = first, to = at; row < end; row++, to += stride) {
                    EitherEndian.putLong(out, to, Double.doubleToRawLongBits(values[row]), bigEndian);
                }
            }
            at += (end - first) * stride;
        }
    }
}
