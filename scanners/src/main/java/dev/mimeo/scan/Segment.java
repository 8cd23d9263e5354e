package dev.mimeo.scan;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run of chunks in one array: the unit that is read, scanned and merged. A chunk is a view (array, offset, length), never
 * a copy; small files share a segment.
 *
 * <p>Not thread-safe: a segment belongs to one thread at a time.
 */
public final class Segment {

    /**
     * One thing that chunks were read from: a file, a device, a stream or a field of a trace. Chunks never cross its ends.
     *
     * @param number position among the objects read, from 0
     * @param name path or other label, for messages; never stored in a characterization
     */
    public record SourceObject(long number, String name) {}

    private static final Hasher128 HASHER = Hashing.xxh3_128();

    private byte @Nullable [] data;

    /** Reads the data of a segment that does not have it, when it is asked for. */
    private final @Nullable Supplier<byte[]> reader;

    private int size;
    private int count;
    private int[] offsets;
    private int[] lengths;
    private SourceObject[] sources;
    private long[] sourceOffsets;
    private long @Nullable [] fingerprints;

    /** Makes an empty segment around an array. */
    Segment(byte[] data) {
        this(data, null);
    }

    /** Makes an empty segment whose data is read when it is asked for. */
    Segment(Supplier<byte[]> reader) {
        this(null, reader);
    }

    private Segment(byte @Nullable [] data, @Nullable Supplier<byte[]> reader) {
        this.data = data;
        this.reader = reader;
        this.offsets = new int[16];
        this.lengths = new int[16];
        this.sources = new SourceObject[16];
        this.sourceOffsets = new long[16];
    }

    /** Appends a chunk whose bytes are at the end of what the array holds so far. */
    void add(SourceObject source, long sourceOffset, int length) {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, count * 2);
            lengths = Arrays.copyOf(lengths, count * 2);
            sources = Arrays.copyOf(sources, count * 2);
            sourceOffsets = Arrays.copyOf(sourceOffsets, count * 2);
        }
        offsets[count] = size;
        lengths[count] = length;
        sources[count] = source;
        sourceOffsets[count] = sourceOffset;
        count++;
        size += length;
    }

    /** Returns the array that holds the chunks; not to be written to. */
    public byte[] data() {
        byte[] known = data;
        if (known == null) {
            known = Objects.requireNonNull(reader).get();
            data = known;
        }
        return known;
    }

    /** Returns the bytes of all chunks together. */
    public int size() {
        return size;
    }

    /** Returns the number of chunks. */
    public int chunks() {
        return count;
    }

    /** Returns where a chunk starts in {@link #data()}. */
    public int offset(int chunk) {
        return offsets[Objects.checkIndex(chunk, count)];
    }

    /** Returns the bytes of a chunk, at least 1. */
    public int length(int chunk) {
        return lengths[Objects.checkIndex(chunk, count)];
    }

    /** Returns the object that a chunk was read from. */
    public SourceObject source(int chunk) {
        return sources[Objects.checkIndex(chunk, count)];
    }

    /** Returns where a chunk starts in its object, bytes. */
    public long sourceOffset(int chunk) {
        return sourceOffsets[Objects.checkIndex(chunk, count)];
    }

    /**
     * Returns the chunk after the contiguous run that starts with a chunk: the first one that does not continue the chunk
     * before it in the same object.
     */
    public int runEnd(int chunk) {
        int end = Objects.checkIndex(chunk, count) + 1;
        while (end < count
                && sources[end].number() == sources[end - 1].number()
                && sourceOffsets[end] == sourceOffsets[end - 1] + lengths[end - 1]) {
            end++;
        }
        return end;
    }

    /**
     * Returns 128-bit XXH3 fingerprints of all chunks, as pairs of high and low half; computed at the first call. Not to be
     * written to.
     */
    public long[] fingerprints() {
        long[] result = fingerprints;
        if (result == null) {
            result = new long[2 * count];
            for (int i = 0; i < count; i++) {
                HashValue128 hash = HASHER.hashBytesTo128Bits(data(), offsets[i], lengths[i]);
                result[2 * i] = hash.getMostSignificantBits();
                result[2 * i + 1] = hash.getLeastSignificantBits();
            }
            fingerprints = result;
        }
        return result;
    }
}
