package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.internal.bytes.EitherEndian;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Common part of the readers: the stream, numbers in the byte order of the file, and the way it ended. */
abstract class AbstractReader implements CaptureReader {

    /** Least size limit for packets, whatever limit a file declares: the default of the capturing tools. */
    static final int USUAL_SNAP_LENGTH = 262_144;

    /** No link carries more, not even offloaded or jumbo packets of capture tools that exist. */
    static final int MAX_PACKET = 1 << 26;

    final StreamWindow source;

    /** Whether integers in the file are big-endian. */
    boolean bigEndian = true;

    long lostPackets;
    long linkErrors;
    private @Nullable String damage;

    AbstractReader(StreamWindow source) {
        this.source = source;
    }

    final int i32(int at) {
        return EitherEndian.getInt(source.buffer, source.position + at, bigEndian);
    }

    final int u16(int at) {
        return EitherEndian.getUnsignedShort(source.buffer, source.position + at, bigEndian);
    }

    final long i64(int at) {
        return EitherEndian.getLong(source.buffer, source.position + at, bigEndian);
    }

    /** Ends the file here, for a reason. */
    final boolean damaged(String reason) {
        damage = reason + " at byte " + source.taken();
        return false;
    }

    /** Ends the file, which is fine if nothing is left. */
    final boolean ended(String unit) {
        if (source.isFollowed()) {
            return damaged("the compressed file goes on with something that cannot be decompressed");
        }
        if (!source.isEmpty()) {
            return damaged("the last " + unit + " is cut off");
        }
        return source.isCut() && damaged("the compressed file is cut off");
    }

    final boolean hasEnded() {
        return damage != null;
    }

    @Override
    public final @Nullable String damage() {
        return damage;
    }

    @Override
    public final long lostPackets() {
        return lostPackets;
    }

    @Override
    public final long linkErrors() {
        return linkErrors;
    }

    @Override
    public final long bytes() {
        return source.taken();
    }

    @Override
    public final void close() throws IOException {
        source.close();
    }
}
