package dev.mimeo.scan;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.ChunkCharacterization.Stretch;
import dev.mimeo.characterization.DatasetCharacterization.KeptRuns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The chunks of some runs of a characterization, numbered anew. A chunk that repeats one which is not there repeats another one that is
 * similar, always the same for the same, so that as much is repeated as in the whole. Not thread-safe.
 */
final class KeptChunks {

    /** Weight of a difference in compressed sizes, relative to one in entropies; both are in proportion to the size of a chunk. */
    private static final double SIZES = 4;

    /** More than the distance of any two chunks. */
    private static final double USED = 2 * SIZES + 2;

    /** Kept chunks that are searched for a similar one, the last ones: what is near is mostly similar, and the time is limited. */
    private static final int SEARCHED = 1 << 15;

    private final Characterization whole;
    private final int[] runs;

    /** By kept chunk: its number in the whole, where it begins, how compressible it is and whether all of it is its own. */
    private final long[] numbers;

    private final long[] starts;
    private final float[] deflated;
    private final float[] entropies;
    private final boolean[] own;

    /** By kept chunk: whether it stands in for another one. */
    private final BitSet used = new BitSet();

    private int count;
    private long end;

    /** Index of the run of the next chunk, and the position of the chunk in it. */
    private int run;

    private int inRun;
    private long like;

    /** By chunk of the whole that others repeat: the kept one in its place, or -1. */
    private final Map<Long, Integer> standIns = new HashMap<>();

    /** First kept chunk of those that are equal because all their bytes are, by value and size. */
    private final Map<Long, Integer> constants = new HashMap<>();

    /**
     * @param whole characterization of all chunks
     * @param runs numbers of the runs to keep, ascending, see {@link RunChoice}
     */
    KeptChunks(Characterization whole, int[] runs) {
        this.whole = whole;
        this.runs = runs;
        int most = runs.length * KeptRuns.CHUNKS;
        numbers = new long[most];
        starts = new long[most];
        deflated = new float[most];
        entropies = new float[most];
        own = new boolean[most];
    }

    /** Returns whether there are more chunks. */
    boolean hasNext() {
        return run < runs.length;
    }

    /** Returns the number, in the whole, of the chunk that the last one is made like. */
    long like() {
        return like;
    }

    /** Returns the next chunk, numbered from 0. */
    ChunkCharacterization next() throws IOException {
        ChunkCharacterization found = whole.chunk((long) runs[run] * KeptRuns.CHUNKS + inRun);
        inRun++;
        if (inRun == KeptRuns.CHUNKS || found.number() == whole.chunkCount() - 1) {
            run++;
            inRun = 0;
        }
        like = found.number();
        int first = -1;
        if (found.duplicateOf() >= 0) {
            first = isConstant(found) ? constants.getOrDefault(key(found), -1) : standIn(found.duplicateOf());
            like = first < 0 ? like : numbers[first];
        }
        ChunkCharacterization facts = like == found.number() ? found : whole.chunk(like);
        List<Stretch> stretches = first < 0 ? stretches(found) : List.of();
        ChunkCharacterization chunk = new ChunkCharacterization(
                count,
                end,
                found.size(),
                first,
                facts.bytes(),
                facts.repetitions(),
                facts.deflateBytes(),
                facts.costs(),
                facts.statistics(),
                stretches);
        numbers[count] = found.number();
        starts[count] = end;
        deflated[count] = (float) Math.max(0, chunk.deflateBytes()) / chunk.size();
        entropies[count] = entropy(chunk);
        boolean constant = isConstant(chunk);
        own[count] = first < 0 && !constant && stretches.stream().noneMatch(Stretch::isCopy);
        if (constant) {
            constants.putIfAbsent(key(chunk), count);
        }
        count++;
        end += chunk.size();
        return chunk;
    }

    private static boolean isConstant(ChunkCharacterization chunk) {
        ByteHistogram bytes = chunk.bytes();
        return bytes != null && bytes.symbols() == 1;
    }

    private static long key(ChunkCharacterization constant) {
        ByteHistogram bytes = constant.bytes();
        int value = 0;
        while (bytes != null && bytes.count(value) == 0) {
            value++;
        }
        return (long) constant.size() << Byte.SIZE | value;
    }

    private static float entropy(ChunkCharacterization chunk) {
        ByteHistogram bytes = chunk.bytes();
        return bytes == null ? 0 : (float) bytes.entropy();
    }

    /** Returns the stretches of a chunk that is about to be kept, without copies for which nothing is there so far. */
    private List<Stretch> stretches(ChunkCharacterization chunk) throws IOException {
        List<Stretch> kept = new ArrayList<>();
        for (Stretch stretch : chunk.stretches()) {
            if (!stretch.isCopy()) {
                kept.add(stretch);
                continue;
            }
            long latest = end + stretch.start() - stretch.length();
            long source = source(stretch.source(), chunk);
            if (source >= 0 && source <= latest) {
                kept.add(Stretch.copy(stretch.start(), stretch.length(), source));
            }
        }
        return kept;
    }

    /** Returns where what stands in for earlier data begins among the kept chunks, or -1. */
    private long source(long position, ChunkCharacterization chunk) throws IOException {
        if (position >= chunk.offset()) {
            return end + position - chunk.offset();
        }
        ChunkCharacterization repeated = whole.chunk(whole.chunkAt(position));
        int kept = standIn(repeated.number());
        return kept < 0 ? -1 : starts[kept] + position - repeated.offset();
    }

    /** Returns the kept chunk in place of one that is repeated, or -1. */
    private int standIn(long number) throws IOException {
        int kept = indexOf(number);
        if (kept >= 0) {
            return kept;
        }
        Integer known = standIns.get(number);
        if (known == null) {
            known = similar(whole.chunk(number), standIns.getOrDefault(number - 1, -1));
            standIns.put(number, known);
            if (known >= 0) {
                used.set(known);
            }
        }
        return known;
    }

    /** Returns the index of a chunk of the whole that was kept, or -1. */
    private int indexOf(long number) {
        int index = Arrays.binarySearch(numbers, 0, count, number);
        return Math.max(index, -1);
    }

    /**
     * Returns the most similar kept chunk of the same size of which all is its own: the one after the stand-in of the chunk before, if
     * possible, so that what is repeated as one remains so. A chunk at the end of what is kept is not taken, as copies may go on behind it.
     */
    private int similar(ChunkCharacterization chunk, int before) {
        if (before >= 0 && !used.get(before + 1) && fits(before + 1, chunk)) {
            return before + 1;
        }
        double share = (double) Math.max(0, chunk.deflateBytes()) / chunk.size();
        double entropy = entropy(chunk);
        int nearest = -1;
        double least = Double.MAX_VALUE;
        for (int i = Math.max(0, count - SEARCHED); i < count - 1; i++) {
            // One that stands in for another chunk would repeat that as well.
            double distance = (used.get(i) ? USED : 0)
                    + SIZES * Math.abs(share - deflated[i])
                    + Math.abs(entropy - entropies[i]) / Byte.SIZE;
            if (distance < least && fits(i, chunk)) {
                least = distance;
                nearest = i;
            }
        }
        return nearest;
    }

    private boolean fits(int kept, ChunkCharacterization chunk) {
        return kept < count - 1 && own[kept] && starts[kept + 1] - starts[kept] == chunk.size();
    }
}
