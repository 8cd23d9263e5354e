package dev.mimeo.formats.trace;

import com.github.luben.zstd.ZstdInputStream;
import dev.mimeo.codec.internal.Bzip2Input;
import dev.mimeo.codec.internal.ZstdCodecProvider;
import dev.mimeo.internal.bytes.GzipInput;
import dev.mimeo.internal.bytes.UnreadableRestException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.tukaani.xz.XZInputStream;

/** Traces as they are distributed: mostly compressed. */
public final class TraceInputs {

    private static final int BUFFER = 1 << 16;

    /** First bytes of gzip (RFC 1952), bzip2, zstd (RFC 8878) and xz files. */
    private static final int GZIP = 0x1f8b08;

    private static final int BZIP2 = 0x425a68;
    private static final int ZSTD = 0x28b52f;
    private static final int XZ = 0xfd377a;

    /** Start of an LZ4 frame. */
    private static final int LZ4 = 0x04224d;

    /** Bounds what a dictionary size in a file may ask for, in KiB. */
    private static final int XZ_MEMORY = 128 << 10;

    private TraceInputs() {}

    /**
     * Unpacks a stream if it starts as one of gzip, bzip2, zstd, xz or lz4; otherwise gives it as it is. Several compressed
     * streams one after the other are read as one. The stream returned gives all bytes before a place where it cannot go on, and then
     * fails: with an {@link EOFException} where the compressed stream is cut off, and with an {@link UnreadableRestException} where
     * something else follows it.
     *
     * @param in closed with the stream returned
     * @throws EOFException if the compressed stream is cut off in its header
     * @throws IOException if reading fails or the start of the compressed stream is damaged
     */
    public static InputStream unpacked(InputStream in) throws IOException {
        InputStream buffered = in.markSupported() ? in : new BufferedInputStream(in, BUFFER);
        buffered.mark(3);
        byte[] start = buffered.readNBytes(3);
        buffered.reset();
        int magic = start.length < 3 ? 0 : (start[0] & 0xff) << 16 | (start[1] & 0xff) << 8 | (start[2] & 0xff);
        return switch (magic) {
            case GZIP -> PackedInput.open(buffered, "gzip", packed -> GzipInput.open(packed, BUFFER));
            case BZIP2 -> PackedInput.open(buffered, "bzip2", Bzip2Input::open);
            case ZSTD -> {
                ZstdCodecProvider.LIBRARY.require();
                yield PackedInput.open(buffered, "zstd", ZstdInputStream::new);
            }
            case LZ4 -> PackedInput.open(buffered, "lz4", packed -> new FramedLZ4CompressorInputStream(packed, true));
            case XZ -> PackedInput.open(buffered, "xz", packed -> new XZInputStream(packed, XZ_MEMORY));
            default -> buffered;
        };
    }
}
