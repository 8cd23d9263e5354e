package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import java.io.IOException;

/** Results of NFS version 3: RFC 1813. Those of calls that failed may have attributes too. */
final class Decoder3 {

    static final int READ = 6;
    static final int WRITE = 7;

    private static final int MAX_HANDLE = 64;

    /** Longer than systems allow; RFC 1813 has no limit. */
    private static final int MAX_NAME = 4096;

    private static final int GETATTR = 1;
    private static final int SETATTR = 2;
    private static final int LOOKUP = 3;
    private static final int ACCESS = 4;
    private static final int READLINK = 5;
    private static final int CREATE = 8;
    private static final int MKDIR = 9;
    private static final int SYMLINK = 10;
    private static final int MKNOD = 11;
    private static final int REMOVE = 12;
    private static final int RMDIR = 13;
    private static final int RENAME = 14;
    private static final int LINK = 15;
    private static final int READDIR = 16;
    private static final int READDIRPLUS = 17;
    private static final int FSSTAT = 18;
    private static final int FSINFO = 19;
    private static final int PATHCONF = 20;
    private static final int COMMIT = 21;

    /** Bytes of the attributes before an operation: size and two times. */
    private static final int BEFORE = 24;

    private static final int VERIFIER = 8;

    private final Rows rows;
    private final Counters counters;
    private final Attributes attributes = new Attributes();
    private final Rows.Transfer transfer = new Rows.Transfer();
    private final OpaqueSlice object = new OpaqueSlice();
    private final OpaqueSlice directory = new OpaqueSlice();
    private final OpaqueSlice name = new OpaqueSlice();
    private final OpaqueSlice nothing = new OpaqueSlice();

    Decoder3(Rows rows, Counters counters) {
        this.rows = rows;
        this.counters = counters;
    }

    /** Returns whether the published traces have attributes of the replies of a procedure. */
    static boolean isClassic(int procedure) {
        return switch (procedure) {
            case GETATTR, LOOKUP, ACCESS, READ, WRITE, READDIRPLUS -> true;
            default -> false;
        };
    }

    /** Adds rows for results; false if they are not as they must be. */
    boolean decode(Exchange of) throws IOException {
        Xdr in = of.results;
        if (of.procedure < GETATTR || of.procedure > COMMIT) {
            return true;
        }
        boolean good = in.u32() == 0;
        of.arguments.opaque(MAX_HANDLE);
        object.set(of.arguments);
        name.clear();
        directory.clear();
        attributes.clear();
        switch (of.procedure) {
            case GETATTR -> {
                if (good && attributes.readVersion3(in)) {
                    row(of, object, Rows.OBJECT);
                }
            }
            case LOOKUP -> lookup(of, in, good);
            case ACCESS, READLINK, FSSTAT, FSINFO, PATHCONF -> optional(of, in, object, Rows.OBJECT);
            case READ -> read(of, in, good);
            case WRITE -> write(of, in, good);
            case SETATTR, COMMIT -> change(of, in, object, Rows.OBJECT);
            case CREATE, MKDIR, SYMLINK, MKNOD -> create(of, in, good);
            case REMOVE, RMDIR -> change(of, in, object, Rows.DIRECTORY);
            case RENAME -> rename(of, in);
            case LINK -> {
                of.arguments.opaque(MAX_HANDLE);
                directory.set(of.arguments);
                optional(of, in, object, Rows.OBJECT);
                change(of, in, directory, Rows.DIRECTORY);
            }
            case READDIR, READDIRPLUS -> readDirectory(of, in, good);
            default -> {}
        }
        return in.ok();
    }

    private void row(Exchange of, OpaqueSlice handle, int role) throws IOException {
        rows.attributes(of.requestId, of.replyId, nothing, handle, nothing, attributes, role);
    }

    /** Reads {@code post_op_attr}. */
    private void optional(Exchange of, Xdr in, OpaqueSlice handle, int role) throws IOException {
        if (in.bool() && attributes.readVersion3(in)) {
            row(of, handle, role);
        }
    }

    /** Reads {@code wcc_data}. */
    private void change(Exchange of, Xdr in, OpaqueSlice handle, int role) throws IOException {
        if (in.bool()) {
            in.skip(BEFORE);
        }
        optional(of, in, handle, role);
    }

    private void lookup(Exchange of, Xdr in, boolean good) throws IOException {
        directory.set(object);
        if (good) {
            of.arguments.opaque(MAX_NAME);
            name.set(of.arguments);
            in.opaque(MAX_HANDLE);
            object.set(in);
            named(of, in);
        }
        optional(of, in, directory, Rows.DIRECTORY);
    }

    /** Reads the attributes of an object whose name and directory are known. */
    private void named(Exchange of, Xdr in) throws IOException {
        if (in.bool() && attributes.readVersion3(in)) {
            rows.attributes(of.requestId, of.replyId, name, object, directory, attributes, Rows.OBJECT);
        }
    }

    private void create(Exchange of, Xdr in, boolean good) throws IOException {
        directory.set(object);
        if (good) {
            of.arguments.opaque(MAX_NAME);
            name.set(of.arguments);
            object.clear();
            if (in.bool()) {
                in.opaque(MAX_HANDLE);
                object.set(in);
            }
            named(of, in);
        }
        change(of, in, directory, Rows.DIRECTORY);
    }

    private void rename(Exchange of, Xdr in) throws IOException {
        of.arguments.opaque(MAX_NAME);
        of.arguments.opaque(MAX_HANDLE);
        directory.set(of.arguments);
        change(of, in, object, Rows.SOURCE_DIRECTORY);
        change(of, in, directory, Rows.DIRECTORY);
    }

    private void read(Exchange of, Xdr in, boolean good) throws IOException {
        optional(of, in, object, Rows.OBJECT);
        if (!good) {
            return;
        }
        transfer.read = true;
        transfer.offset = of.arguments.u64();
        transfer.requested = of.arguments.u32();
        int count = in.u32();
        transfer.end = in.bool() ? 1 : 0;
        transfer.bytes = in.bulk();
        transfer.stable = -1;
        transfer.holes = -1;
        if (in.ok() && count != transfer.bytes) {
            counters.count(Counter.LENGTH_MISMATCH);
        }
        transfer(of, in);
    }

    private void write(Exchange of, Xdr in, boolean good) throws IOException {
        change(of, in, object, Rows.OBJECT);
        if (!good) {
            return;
        }
        transfer.read = false;
        transfer.offset = of.arguments.u64();
        transfer.requested = of.arguments.u32();
        transfer.bytes = in.u32();
        transfer.stable = in.u32();
        transfer.end = -1;
        transfer.holes = -1;
        transfer(of, in);
        in.skip(VERIFIER);
    }

    private void transfer(Exchange of, Xdr in) throws IOException {
        if (in.ok() && of.arguments.ok()) {
            rows.readWrite(of.requestId, of.replyId, object, transfer);
        }
    }

    private void readDirectory(Exchange of, Xdr in, boolean good) throws IOException {
        directory.set(object);
        optional(of, in, directory, Rows.OBJECT);
        if (!good) {
            return;
        }
        boolean plus = of.procedure == READDIRPLUS;
        in.skip(VERIFIER);
        while (in.bool() && in.ok()) {
            long fileId = in.u64();
            in.opaque(MAX_NAME);
            name.set(in);
            in.skip(VERIFIER);
            object.clear();
            boolean known = plus && in.bool() && attributes.readVersion3(in);
            if (plus && in.bool()) {
                in.opaque(MAX_HANDLE);
                object.set(in);
            }
            if (!in.ok()) {
                return;
            }
            if (known) {
                rows.attributes(of.requestId, of.replyId, name, object, directory, attributes, Rows.ENTRY);
            }
            rows.directoryEntry(of.requestId, of.replyId, directory, name, fileId, object);
        }
        in.u32();
    }
}
