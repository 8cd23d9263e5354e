package dev.mimeo.nfs.convert;

/**
 * Reads the arguments and results of an operation of NFS version 4, and what reads and writes have moved. Immutable and
 * thread-safe; readers and rows are not.
 */
final class OperationReader4 {

    private OperationReader4() {}

    /** Clears what a row says of an operation except for its numbers and its status. */
    static void clear(Rows.Operation row) {
        row.handle.clear();
        row.file.clear();
        row.stateId.clear();
        row.session.clear();
        row.hasOffset = false;
        row.hasLength = false;
        row.hasSlot = false;
        row.objectType = 0;
        row.delegation = 0;
        row.bytes = 0;
        row.stable = -1;
        row.end = -1;
        row.holes = -1;
    }

    /** Steps through arguments; false if the operation is unknown or they are not as they must be. */
    static boolean arguments(int number, boolean callback, Xdr in, Rows.Operation row) {
        clear(row);
        if (number == Operations4.ILLEGAL) {
            return true;
        }
        String layout = Layouts4.arguments(number, callback);
        return layout != null && LayoutSteps4.step(layout, in, row);
    }

    /** Steps through results; false if the operation is unknown or they are not as they must be. */
    static boolean results(int number, boolean callback, int status, Xdr in, Rows.Operation row) {
        clear(row);
        if (number == Operations4.ILLEGAL) {
            return in.ok();
        }
        String layout = Layouts4.results(number, callback, status);
        if (layout == null) {
            return false;
        }
        if (callback && status != 0) {
            return true;
        }
        if (!callback && (number == Operations4.READ || number == Operations4.READ_PLUS)) {
            return status != 0 ? in.ok() : read(number, in, row);
        }
        if (!callback && number == Operations4.WRITE && status == 0) {
            return written(in, row);
        }
        return LayoutSteps4.step(layout, in, row);
    }

    private static boolean written(Xdr in, Rows.Operation row) {
        row.bytes = in.u32();
        row.hasLength = in.ok();
        row.length = Integer.toUnsignedLong(row.bytes);
        row.stable = in.u32();
        in.skip(8);
        return in.ok();
    }

    private static boolean read(int number, Xdr in, Rows.Operation row) {
        row.end = in.bool() ? 1 : 0;
        if (number == Operations4.READ) {
            row.bytes = in.bulk();
        } else {
            row.holes = 0;
            for (int left = LayoutSteps4.count(in, 12); left > 0 && in.ok(); left--) {
                boolean hole = in.u32() == 1;
                in.u64();
                if (hole) {
                    row.holes += in.u64();
                } else {
                    row.bytes += in.bulk();
                }
            }
        }
        row.hasLength = in.ok();
        row.length = Integer.toUnsignedLong(row.bytes);
        return in.ok();
    }
}
