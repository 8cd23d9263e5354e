package dev.mimeo.scan.internal.mimic;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import java.util.ArrayList;
import java.util.List;

/** Compressed sizes by codec. For one thread, or for one for each codec; to be closed. */
final class CodecSizes implements AutoCloseable {

    /** Codecs to which single chunks are fitted: the first three or four chunk by chunk, the others in sum. */
    static final List<String> CHUNK = List.of("lz4", "zlib:6", "zstd:1", "zlib:1", "zstd:3", "snappy");

    /** Codecs to which sequences of chunks are fitted. */
    static final List<String> JOINED = List.of("lz4", "zlib:6", "zstd:3", "bzip2:9", "zlib:1", "zstd:1", "snappy");

    static final int JOINED_LZ4 = 0;
    static final int JOINED_ZLIB_6 = 1;
    static final int JOINED_ZSTD_3 = 2;
    static final int JOINED_BZIP2 = 3;
    static final int JOINED_ZLIB_1 = 4;
    static final int JOINED_ZSTD_1 = 5;
    static final int JOINED_SNAPPY = 6;

    /** Places in {@link #CHUNK}. */
    static final int LZ4 = 0;

    static final int ZLIB_6 = 1;
    static final int ZSTD_3 = 4;
    static final int SNAPPY = 5;

    /** Place in {@link #ofChunk}, after those of {@link #CHUNK}: {@link #PIECE}s of the chunk under lz4, each on its own. */
    static final int LZ4_PIECES = CHUNK.size();

    /** Bytes of the pieces of chunks that are compressed on their own as well, as a database does with its blocks. */
    static final int PIECE = 4096;

    private final List<Codec> codecs = new ArrayList<>();

    /** By codec: room for what it makes. */
    private final byte[][] packed;

    CodecSizes(List<String> names) {
        for (String name : names) {
            codecs.add(Codecs.open(name));
        }
        packed = new byte[names.size()][0];
    }

    int size(int codec, byte[] data, int length) {
        return size(codec, data, 0, length);
    }

    int size(int codec, byte[] data, int offset, int length) {
        int room = codecs.get(codec).maxCompressedLength(length);
        if (packed[codec].length < room) {
            packed[codec] = new byte[room];
        }
        return codecs.get(codec).compress(data, offset, length, packed[codec], 0, packed[codec].length);
    }

    /** Returns the size of pieces of a chunk that are compressed each on its own, in sum. */
    int pieces(int codec, byte[] data, int length) {
        int sum = 0;
        for (int at = 0; at < length; at += PIECE) {
            sum += size(codec, data, at, Math.min(PIECE, length - at));
        }
        return sum;
    }

    /** Returns the sizes of a chunk that {@link ChunkSample} takes; the codecs are {@link #CHUNK}. */
    int[] ofChunk(byte[] data, int length) {
        int[] sizes = new int[CHUNK.size() + 1];
        for (int place = 0; place < sizes.length; place++) {
            sizes[place] = ofChunk(place, data, length);
        }
        return sizes;
    }

    /** Returns one of these sizes. */
    int ofChunk(int place, byte[] data, int length) {
        return place == LZ4_PIECES ? pieces(LZ4, data, length) : size(place, data, length);
    }

    @Override
    public void close() {
        codecs.forEach(Codec::close);
    }
}
