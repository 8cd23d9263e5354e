package dev.mimeo.scan.internal;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.scan.DatasetFindings;
import dev.mimeo.scan.DatasetScanner;
import dev.mimeo.scan.Segment;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The scanner {@code duplicates}, see {@link DuplicatesScannerProvider}. */
final class DuplicatesScanner implements DatasetScanner<DuplicatesScanner.Fingerprints> {

    /** Blocks of file systems, memory and most databases. */
    static final int BLOCK_SIZE = 4 << 10;

    private static final Hasher128 HASHER = Hashing.xxh3_128();

    private final int chunkSize;
    private final DuplicationCounter chunks;
    private final DuplicationCounter contentDefined = DuplicationCounter.profiling("fastcdc:" + FastCdc.AVERAGE_SIZE);
    private final DuplicationCounter blocks = DuplicationCounter.profiling("fixed:" + BLOCK_SIZE);
    private final StretchFinder finder = new StretchFinder(PositionTable.MAX_ENTRIES);

    private long base; // position of the next segment

    DuplicatesScanner(int chunkSize) {
        this.chunkSize = chunkSize;
        this.chunks = DuplicationCounter.profiling("fixed:" + chunkSize);
    }

    /**
     * Fingerprints of one segment.
     *
     * @param starts start of each chunk in the segment, and the end of the last one
     * @param chunks fingerprints of the chunks, as pairs of high and low half
     * @param contentDefined the content-defined blocks
     * @param blocks the blocks of 4 KiB of each chunk, from its beginning on
     * @param fine the small content-defined blocks
     * @param constants the constant runs
     */
    @SuppressWarnings("ArrayRecordComponent") // moved from one step to the next, never compared
    record Fingerprints(
            int[] starts,
            long[] chunks,
            BlockList contentDefined,
            BlockList blocks,
            FineBlocks fine,
            List<Piece> constants)
            implements Serializable {}

    /** Fingerprints and lengths of blocks in order. */
    static final class BlockList implements Serializable {
        private static final long serialVersionUID = 1L;

        private int count;
        private long[] hashes = new long[256];
        private int[] lengths = new int[128];

        void add(byte[] data, int offset, int length) {
            if (count == lengths.length) {
                lengths = Arrays.copyOf(lengths, 2 * count);
                hashes = Arrays.copyOf(hashes, 4 * count);
            }
            HashValue128 hash = HASHER.hashBytesTo128Bits(data, offset, length);
            hashes[2 * count] = hash.getMostSignificantBits();
            hashes[2 * count + 1] = hash.getLeastSignificantBits();
            lengths[count++] = length;
        }
    }

    @Override
    public Fingerprints scan(Segment segment) {
        int count = segment.chunks();
        int[] starts = new int[count + 1];
        for (int i = 0; i < count; i++) {
            starts[i] = segment.offset(i);
        }
        starts[count] = segment.size();
        byte[] data = segment.data();
        BlockList contentDefined = new BlockList();
        FineBlocks fine = new FineBlocks();
        List<Piece> constants = new ArrayList<>();
        for (int run = 0; run < count; run = segment.runEnd(run)) {
            int end = starts[segment.runEnd(run)];
            int length;
            for (int at = starts[run]; at < end; at += length) {
                length = FastCdc.cut(data, at, end - at);
                contentDefined.add(data, at, length);
            }
            fine.add(data, starts[run], end - starts[run]);
            ConstantRuns.find(data, starts[run], end - starts[run], constants);
        }
        fine.setCut(segment.sourceOffset(0) > 0, segment.length(count - 1) == chunkSize);
        return new Fingerprints(
                starts, segment.fingerprints(), contentDefined, blocks(data, starts), fine, List.copyOf(constants));
    }

    private BlockList blocks(byte[] data, int[] starts) {
        BlockList blocks = new BlockList();
        if (chunkSize > BLOCK_SIZE) {
            for (int i = 0; i + 1 < starts.length; i++) {
                for (int at = starts[i]; at < starts[i + 1]; at += BLOCK_SIZE) {
                    blocks.add(data, at, Math.min(BLOCK_SIZE, starts[i + 1] - at));
                }
            }
        }
        return blocks;
    }

    @Override
    public void merge(Segment segment, Fingerprints partial, List<ChunkCharacterization.Builder> found) {
        int[] starts = partial.starts;
        int count = starts.length - 1;
        long[] duplicateOf = new long[count];
        for (int i = 0; i < count; i++) {
            long[] hashes = partial.chunks;
            duplicateOf[i] = chunks.addFingerprint(hashes[2 * i], hashes[2 * i + 1], starts[i + 1] - starts[i]);
        }
        BlockList cut = partial.contentDefined;
        for (int i = 0; i < cut.count; i++) {
            contentDefined.addFingerprint(cut.hashes[2 * i], cut.hashes[2 * i + 1], cut.lengths[i]);
        }
        List<Piece> pieces = finder.find(base, partial.constants, copiedBlocks(partial.blocks), partial.fine);
        for (int i = 0; i < count; i++) {
            found.get(i).duplicateOf(duplicateOf[i]);
            if (duplicateOf[i] < 0) {
                found.get(i).stretches(StretchFinder.within(pieces, base, starts[i], starts[i + 1]));
            }
        }
        base += starts[count];
    }

    private List<Piece> copiedBlocks(BlockList list) {
        List<Piece> copies = new ArrayList<>();
        int at = 0;
        for (int i = 0; i < list.count; i++) {
            int length = list.lengths[i];
            long first = blocks.addFingerprint(list.hashes[2 * i], list.hashes[2 * i + 1], length, base + at);
            if (first >= 0) {
                Piece.append(copies, new Piece(at, at + length, base + at - first, -1));
            }
            at += length;
        }
        return copies;
    }

    @Override
    public void finish(DatasetFindings out) {
        out.duplication(chunks.characterization());
        out.duplication(contentDefined.characterization());
        if (blocks.blocks() > 0) {
            out.duplication(blocks.characterization());
        }
    }
}
