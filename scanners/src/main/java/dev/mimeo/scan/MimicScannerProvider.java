package dev.mimeo.scan;

import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.scan.mimic.MimicFit;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * Provides {@code mimic}: what generator {@code mimic} follows. Holds a random choice of the chunks, at most 16 MiB of them, and
 * fits content models and parses to them after all was read; a chunk that is not held is made like the one that is nearest to it.
 */
public final class MimicScannerProvider implements DatasetScannerProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public MimicScannerProvider() {}

    @Override
    public String name() {
        return "mimic";
    }

    @Override
    public String description() {
        return "content models, parses and recipes, fitted until lz4 and zlib make as much of what is generated"
                + " (fast=true: without the last step)";
    }

    @Override
    public DatasetScanner<?> create(int chunkSize, Map<String, String> options) {
        ScannerSpec.checkOptions(name(), options, Set.of("fast"));
        String fast = options.getOrDefault("fast", "false");
        if (!Set.of("true", "false").contains(fast)) {
            throw new IllegalArgumentException("option 'fast' of scanner 'mimic' is true or false, got '" + fast + "'");
        }
        return new MimicScanner(new MimicFit(chunkSize, fast.equals("true")));
    }

    /** What is known of the chunks of a segment before it is merged. */
    private static final class Part {
        final Segment segment;

        /** By chunk, see {@link MimicFit#sketch}. */
        final byte[] sketches;

        Part(Segment segment, byte[] sketches) {
            this.segment = segment;
            this.sketches = sketches;
        }
    }

    private static final class MimicScanner implements DatasetScanner<Part> {
        private final MimicFit fit;

        MimicScanner(MimicFit fit) {
            this.fit = fit;
        }

        @Override
        public Part scan(Segment segment) {
            byte[] sketches = new byte[segment.chunks() * MimicFit.SKETCH_BYTES];
            for (int i = 0; i < segment.chunks(); i++) {
                MimicFit.sketch(
                        segment.data(), segment.offset(i), segment.length(i), sketches, i * MimicFit.SKETCH_BYTES);
            }
            return new Part(segment, sketches);
        }

        @Override
        public void merge(Part part) {
            Segment segment = part.segment;
            for (int i = 0; i < segment.chunks(); i++) {
                fit.add(segment.data(), segment.offset(i), segment.length(i), part.sketches, i * MimicFit.SKETCH_BYTES);
            }
        }

        @Override
        public MimicCharacterization mimic(int threads) throws IOException {
            return fit.fit(threads);
        }
    }
}
