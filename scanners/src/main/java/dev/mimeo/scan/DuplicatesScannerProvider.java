package dev.mimeo.scan;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.mimeo.characterization.DuplicationCharacterization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Provides {@code duplicates}: exact duplication of the chunks themselves and of content-defined blocks.
 *
 * <p>Content-defined blocks are cut within the contiguous runs of a segment, so that segments can be cut in parallel. A cut
 * at the end of a segment (2 MiB) that the content would not make costs a shifted copy of the data at most the two blocks
 * around it, under 1 % of the blocks; in a sample, every chunk is such a run of its own.
 */
public final class DuplicatesScannerProvider implements DatasetScannerProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public DuplicatesScannerProvider() {}

    @Override
    public String name() {
        return "duplicates";
    }

    @Override
    public String description() {
        return "exact duplicates of chunks and of content-defined blocks";
    }

    @Override
    public DatasetScanner<?> create(int chunkSize, Map<String, String> options) {
        ScannerSpec.checkOptions(name(), options, Set.of());
        return new DuplicatesScanner(chunkSize);
    }

    /** Fingerprints of one segment, as pairs of high and low half, with lengths beside them. */
    private static final class Fingerprints {
        final long[] chunks;
        final int[] chunkLengths;
        final long[] blocks;
        final int[] blockLengths;

        Fingerprints(long[] chunks, int[] chunkLengths, long[] blocks, int[] blockLengths) {
            this.chunks = chunks;
            this.chunkLengths = chunkLengths;
            this.blocks = blocks;
            this.blockLengths = blockLengths;
        }
    }

    private static final class DuplicatesScanner implements DatasetScanner<Fingerprints> {
        private static final Hasher128 HASHER = Hashing.xxh3_128();

        private final DuplicationCounter chunks;
        private final DuplicationCounter blocks = new DuplicationCounter("fastcdc:" + FastCdc.AVERAGE_SIZE);
        private long[] duplicateOf = {};

        DuplicatesScanner(int chunkSize) {
            this.chunks = new DuplicationCounter("fixed:" + chunkSize);
        }

        @Override
        public Fingerprints scan(Segment segment) {
            int[] lengths = new int[segment.chunks()];
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = segment.length(i);
            }
            byte[] data = segment.data();
            int most = segment.size() / FastCdc.MIN_SIZE + segment.chunks();
            long[] hashes = new long[2 * most];
            int[] blockLengths = new int[most];
            int count = 0;
            for (int run = 0; run < segment.chunks(); ) {
                int next = segment.runEnd(run);
                int end = segment.offset(next - 1) + segment.length(next - 1);
                for (int at = segment.offset(run); at < end; at += blockLengths[count - 1]) {
                    int length = FastCdc.cut(data, at, end - at);
                    HashValue128 hash = HASHER.hashBytesTo128Bits(data, at, length);
                    hashes[2 * count] = hash.getMostSignificantBits();
                    hashes[2 * count + 1] = hash.getLeastSignificantBits();
                    blockLengths[count++] = length;
                }
                run = next;
            }
            return new Fingerprints(
                    segment.fingerprints(),
                    lengths,
                    Arrays.copyOf(hashes, 2 * count),
                    Arrays.copyOf(blockLengths, count));
        }

        @Override
        public void merge(Fingerprints partial) {
            long[] fingerprints = partial.chunks;
            int[] lengths = partial.chunkLengths;
            duplicateOf = new long[lengths.length];
            for (int i = 0; i < lengths.length; i++) {
                duplicateOf[i] = chunks.addFingerprint(fingerprints[2 * i], fingerprints[2 * i + 1], lengths[i]);
            }
            long[] hashes = partial.blocks;
            int[] blockLengths = partial.blockLengths;
            for (int i = 0; i < blockLengths.length; i++) {
                blocks.addFingerprint(hashes[2 * i], hashes[2 * i + 1], blockLengths[i]);
            }
        }

        @Override
        public long duplicateOf(int chunk) {
            return duplicateOf[chunk];
        }

        @Override
        public List<DuplicationCharacterization> duplication() {
            return List.of(chunks.characterization(), blocks.characterization());
        }
    }
}
