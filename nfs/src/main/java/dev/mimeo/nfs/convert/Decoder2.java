package dev.mimeo.nfs.convert;

import java.io.IOException;

/** Results of NFS version 2: RFC 1094. */
final class Decoder2 {

    private static final int HANDLE = 32;
    private static final int MAX_NAME = 255;

    private static final int GETATTR = 1;
    private static final int SETATTR = 2;
    private static final int LOOKUP = 4;
    private static final int READ = 6;
    private static final int WRITE = 8;
    private static final int CREATE = 9;
    private static final int MKDIR = 14;
    private static final int READDIR = 16;

    private final Rows rows;
    private final Attributes attributes = new Attributes();
    private final Rows.Transfer transfer = new Rows.Transfer();
    private final OpaqueSlice handle = new OpaqueSlice();
    private final OpaqueSlice directory = new OpaqueSlice();
    private final OpaqueSlice name = new OpaqueSlice();

    Decoder2(Rows rows) {
        this.rows = rows;
    }

    /** Adds rows for results; false if they are not as they must be. */
    boolean decode(Exchange of) throws IOException {
        Xdr in = of.results;
        if (of.procedure < GETATTR || in.u32() != 0 || !in.ok()) {
            return in.ok() || of.procedure < GETATTR;
        }
        Xdr call = of.arguments;
        call.fixed(HANDLE);
        handle.set(call);
        name.clear();
        directory.clear();
        attributes.clear();
        switch (of.procedure) {
            case GETATTR, SETATTR -> object(of, in);
            case READ -> read(of, in, call);
            case WRITE -> write(of, in, call);
            case LOOKUP, CREATE, MKDIR -> {
                directory.set(handle);
                call.opaque(MAX_NAME);
                name.set(call);
                in.fixed(HANDLE);
                handle.set(in);
                object(of, in);
            }
            case READDIR -> readDirectory(of, in);
            default -> {}
        }
        return in.ok();
    }

    private void object(Exchange of, Xdr in) throws IOException {
        if (attributes.readVersion2(in)) {
            rows.attributes(of.requestId, of.replyId, name, handle, directory, attributes, Rows.OBJECT);
        }
    }

    private void read(Exchange of, Xdr in, Xdr call) throws IOException {
        transfer.read = true;
        transfer.offset = Integer.toUnsignedLong(call.u32());
        transfer.requested = call.u32();
        object(of, in);
        transfer.bytes = in.bulk();
        transfer.stable = -1;
        transfer.end = -1;
        transfer.holes = -1;
        if (in.ok() && call.ok()) {
            rows.readWrite(of.requestId, of.replyId, handle, transfer);
        }
    }

    private void write(Exchange of, Xdr in, Xdr call) throws IOException {
        call.skip(4);
        transfer.read = false;
        transfer.offset = Integer.toUnsignedLong(call.u32());
        call.skip(4);
        transfer.bytes = call.u32();
        transfer.requested = transfer.bytes;
        transfer.stable = -1;
        transfer.end = -1;
        transfer.holes = -1;
        object(of, in);
        if (in.ok() && call.ok()) {
            rows.readWrite(of.requestId, of.replyId, handle, transfer);
        }
    }

    private void readDirectory(Exchange of, Xdr in) throws IOException {
        directory.set(handle);
        handle.clear();
        while (in.bool() && in.ok()) {
            long fileId = Integer.toUnsignedLong(in.u32());
            in.opaque(MAX_NAME);
            name.set(in);
            in.skip(4);
            if (in.ok()) {
                rows.directoryEntry(of.requestId, of.replyId, directory, name, fileId, handle);
            }
        }
        in.u32();
    }
}
