package dev.mimeo.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A chunk as a source gave it, copied. */
record ReadChunk(long sourceNumber, String source, long sourceOffset, List<Byte> content) {

    static List<ReadChunk> all(ChunkSource source) throws IOException {
        List<ReadChunk> chunks = new ArrayList<>();
        for (@Nullable Segment segment = source.next(); segment != null; segment = source.next()) {
            for (int i = 0; i < segment.chunks(); i++) {
                chunks.add(new ReadChunk(
                        segment.source(i).number(),
                        segment.source(i).name(),
                        segment.sourceOffset(i),
                        bytes(segment.data(), segment.offset(i), segment.length(i))));
            }
            Arrays.fill(segment.data(), (byte) 0xee); // what is recycled must not be relied on
            source.recycle(segment);
        }
        return chunks;
    }

    static List<Byte> bytes(byte[] data, int offset, int length) {
        List<Byte> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            list.add(data[offset + i]);
        }
        return list;
    }

    /** Cuts data as a source of one object is expected to. */
    static List<ReadChunk> expected(long number, String source, byte[] data, int chunkSize) {
        List<ReadChunk> chunks = new ArrayList<>();
        for (int at = 0; at < data.length; at += chunkSize) {
            chunks.add(new ReadChunk(number, source, at, bytes(data, at, Math.min(chunkSize, data.length - at))));
        }
        return chunks;
    }
}
