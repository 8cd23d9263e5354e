package dev.mimeo.scan;

import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.scan.mimic.AnonymityRule;
import dev.mimeo.scan.mimic.MimicFit;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;

/**
 * Provides {@code mimic}: what generator {@code mimic} follows. Holds a random choice of the chunks, at most 16 MiB of them, and
 * fits content models and parses to them after all was read; a chunk that is not held is made like the one that is nearest to it.
 *
 * <p>Options: {@code fast=true} leaves out the search for the recipe of each chunk; {@code k-anonymity} (6) is how often a string
 * must occur to be told, and {@code max-order} (4) how many bytes a byte is said to follow, see {@link AnonymityRule};
 * {@code noise} is the inverse of the mean absolute value of Laplace noise on counts (default: none), {@code seed} decides it.
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
    public DatasetScanner<?> create(int chunkSize, Map<String, String> options, List<ScannerSpec> scanners) {
        ScannerSpec.checkOptions(name(), options, Set.of("fast", "k-anonymity", "max-order", "noise", "seed"));
        String fast = options.getOrDefault("fast", "false");
        if (!Set.of("true", "false").contains(fast)) {
            throw new IllegalArgumentException("option 'fast' of scanner 'mimic' is true or false, got '" + fast + "'");
        }
        return new MimicScanner(new MimicFit(chunkSize, fast.equals("true"), motif(scanners), rule(options)));
    }

    /** Returns whether generator {@code motif} will know what it follows of every chunk. */
    private static boolean motif(List<ScannerSpec> scanners) {
        return scanners.stream().anyMatch(scanner -> scanner.name().equals("histogram"))
                && scanners.stream()
                        .anyMatch(scanner -> scanner.name().equals("repetition")
                                && scanner.options().getOrDefault("every", "1").equals("1"));
    }

    private static AnonymityRule rule(Map<String, String> options) {
        CountNoise noise = CountNoise.of("mimic", options);
        AnonymityRule standard = AnonymityRule.DEFAULT;
        return new AnonymityRule(
                number(options, "k-anonymity", standard.occurrences(), AnonymityRule.MAX_OCCURRENCES),
                number(options, "max-order", standard.maxOrder(), ContextModel.MAX_ORDER),
                noise == null ? 0 : noise.scale(),
                noise == null ? 0 : noise.seed());
    }

    private static int number(Map<String, String> options, String name, int standard, int most) {
        String text = options.getOrDefault(name, Integer.toString(standard));
        int number;
        try {
            number = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            number = 0;
        }
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(
                    "option '" + name + "' of scanner 'mimic' is 1 to " + most + ", got '" + text + "'");
        }
        return number;
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
        public MimicCharacterization mimic(int threads, DoubleConsumer progress) throws IOException {
            return fit.fit(threads, progress);
        }
    }
}
