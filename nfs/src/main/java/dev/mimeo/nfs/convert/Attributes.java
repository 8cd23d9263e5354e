package dev.mimeo.nfs.convert;

/** The attributes of a file, as any of the versions gives them; what is missing is -1. Used again. Not thread-safe. */
final class Attributes {

    private static final int MODE_BITS = 0xfff;
    private static final long NANOS = 1_000_000_000L;
    private static final int BLOCK = 512;

    int type;
    int mode;
    int links;
    int uid;
    int gid;
    long size;
    long used;
    long fsid;
    long fileId;
    long accessTime;
    long modifyTime;
    long changeTime;

    void clear() {
        type = -1;
        mode = -1;
        links = -1;
        uid = -1;
        gid = -1;
        size = -1;
        used = -1;
        fsid = -1;
        fileId = -1;
        accessTime = -1;
        modifyTime = -1;
        changeTime = -1;
    }

    void setMode(int bits) {
        mode = bits & MODE_BITS;
    }

    static long nanos(long seconds, int fraction) {
        return seconds * NANOS + fraction;
    }

    /** Reads {@code fattr} of RFC 1094, section 2.3.5. */
    boolean readVersion2(Xdr in) {
        type = in.u32();
        setMode(in.u32());
        links = in.u32();
        uid = in.u32();
        gid = in.u32();
        size = Integer.toUnsignedLong(in.u32());
        in.skip(8);
        used = Integer.toUnsignedLong(in.u32()) * BLOCK;
        fsid = Integer.toUnsignedLong(in.u32());
        fileId = Integer.toUnsignedLong(in.u32());
        accessTime = micros(in);
        modifyTime = micros(in);
        changeTime = micros(in);
        return in.ok();
    }

    /** Reads {@code fattr3} of RFC 1813, section 2.6. */
    boolean readVersion3(Xdr in) {
        type = in.u32();
        setMode(in.u32());
        links = in.u32();
        uid = in.u32();
        gid = in.u32();
        size = in.u64();
        used = in.u64();
        in.skip(8);
        fsid = in.u64();
        fileId = in.u64();
        accessTime = nanos(in);
        modifyTime = nanos(in);
        changeTime = nanos(in);
        return in.ok();
    }

    private static long micros(Xdr in) {
        long seconds = Integer.toUnsignedLong(in.u32());
        return nanos(seconds, 0) + Integer.toUnsignedLong(in.u32()) * 1000;
    }

    private static long nanos(Xdr in) {
        long seconds = Integer.toUnsignedLong(in.u32());
        return nanos(seconds, 0) + Integer.toUnsignedLong(in.u32());
    }

    /** Returns whether there is enough for a row. */
    boolean isUseful() {
        return type >= 0 || size >= 0;
    }
}
