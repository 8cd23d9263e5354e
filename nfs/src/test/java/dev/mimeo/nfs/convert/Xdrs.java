package dev.mimeo.nfs.convert;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes XDR (RFC 4506) and RPC messages (RFC 5531) for tests. */
final class Xdrs {

    static final int NFS = 100_003;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Xdrs u32(long... values) {
        for (long value : values) {
            for (int shift = 24; shift >= 0; shift -= 8) {
                out.write((int) (value >>> shift));
            }
        }
        return this;
    }

    Xdrs u64(long... values) {
        for (long value : values) {
            u32(value >>> 32, value);
        }
        return this;
    }

    Xdrs fixed(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    Xdrs opaque(byte[] bytes) {
        u32(bytes.length);
        out.writeBytes(bytes);
        out.writeBytes(new byte[-bytes.length & 3]);
        return this;
    }

    Xdrs text(String text) {
        return opaque(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    /** A call with the credentials of a user. */
    static byte[] call(int xid, int program, int version, int procedure, byte[] arguments) {
        Xdrs user = new Xdrs().u32(7).text("client").u32(1000, 100, 0);
        return new Xdrs()
                .u32(xid, 0, 2, program, version, procedure, 1)
                .opaque(user.bytes())
                .u32(0, 0)
                .fixed(arguments)
                .bytes();
    }

    static byte[] reply(int xid, byte[] results) {
        return new Xdrs().u32(xid, 1, 0, 0, 0, 0).fixed(results).bytes();
    }

    /** Attributes of version 3 of a file. */
    Xdrs attributes(long size, long fileId) {
        return u32(1, 0100644, 1, 1000, 100)
                .u64(size, size)
                .u32(0, 0)
                .u64(9, fileId)
                .u32(1_000_000_000, 1, 1_000_000_001, 2, 1_000_000_002, 3);
    }

    static byte[] handle(int number) {
        byte[] handle = new byte[32];
        handle[31] = (byte) number;
        handle[0] = 1;
        return handle;
    }
}
