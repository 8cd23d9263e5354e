package dev.mimeo.nfs.convert;

import org.jspecify.annotations.Nullable;

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

    /** Reads arguments; false if the operation is unknown or they are not as they must be. */
    static boolean arguments(int number, boolean callback, Xdr in, Rows.Operation row) {
        clear(row);
        return number == Operations4.ILLEGAL || read(Layouts4.arguments(number, callback), in, row);
    }

    /** Reads results; false if the operation is unknown or they are not as they must be. */
    static boolean results(int number, boolean callback, int status, Xdr in, Rows.Operation row) {
        clear(row);
        return number == Operations4.ILLEGAL ? in.ok() : read(Layouts4.results(number, callback, status), in, row);
    }

    private static boolean read(@Nullable XdrPart<? super Rows.Operation> layout, Xdr in, Rows.Operation row) {
        if (layout != null && in.ok()) {
            layout.read(in, row);
        }
        return layout != null && in.ok();
    }
}
