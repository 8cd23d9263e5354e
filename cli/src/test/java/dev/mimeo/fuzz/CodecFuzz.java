package dev.mimeo.fuzz;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;

/** The first byte chooses a codec. The others are decompressed or refused, and they survive compression. */
public final class CodecFuzz {

    /** The inputs that are kept rely on the order. */
    private static final List<String> ALGORITHMS =
            List.of("bzip2", "lz4", "lz4hc", "lzf", "lzo", "snappy", "zlib", "zstd", "xz");

    private static final int ROOM = 1 << 14;

    private CodecFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length == 0) {
            return;
        }
        int length = data.length - 1;
        try (Codec codec = Codecs.open(ALGORITHMS.get((data[0] & 0xff) % ALGORITHMS.size()))) {
            byte[] out = new byte[ROOM + 8];
            try {
                int size = codec.decompress(data, 1, length, out, 0, ROOM);
                Check.that(size >= 0 && size <= ROOM, "%s: size %d", codec.name(), size);
            } catch (DataFormatException e) {
                Check.oneLine(e);
            }
            Check.that(Arrays.equals(out, ROOM, ROOM + 8, new byte[8], 0, 8), "%s: wrote too far", codec.name());

            byte[] packed = new byte[codec.maxCompressedLength(length)];
            int size = codec.compress(data, 1, length, packed, 0, packed.length);
            byte[] back = new byte[length];
            try {
                int backSize = codec.decompress(packed, 0, size, back, 0, length);
                Check.that(
                        backSize == length && Arrays.equals(data, 1, data.length, back, 0, length),
                        "%s: other bytes come back",
                        codec.name());
            } catch (DataFormatException e) {
                throw new AssertionError(codec.name(), e);
            }
        }
    }
}
