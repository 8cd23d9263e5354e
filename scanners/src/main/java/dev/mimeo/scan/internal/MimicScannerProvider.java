package dev.mimeo.scan.internal;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.scan.DatasetFindings;
import dev.mimeo.scan.DatasetScanner;
import dev.mimeo.scan.DatasetScannerProvider;
import dev.mimeo.scan.ScannerSpec;
import dev.mimeo.scan.Segment;
import dev.mimeo.scan.internal.mimic.Anonymity;
import dev.mimeo.scan.internal.mimic.AnonymityRule;
import dev.mimeo.scan.internal.mimic.ChunkSketcher;
import dev.mimeo.scan.internal.mimic.Effort;
import dev.mimeo.scan.internal.mimic.MimicFit;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Provides {@code mimic}: what generator {@code mimic} follows. Holds a random choice of the chunks, at most 64 MiB of them, and
 * fits content models and parses to them after all was read; a chunk that is not held is made by the recipe that makes what is most
 * like it.
 *
 * <p>Options: {@code effort} ({@code normal}) is how much is tried, see {@link Effort}; {@code k-anonymity} (6) is how often a string
 * must occur to be told, see {@link AnonymityRule}, and {@code anonymity} ({@code normal}) what may be repeated, see {@link Anonymity};
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
        return "content models, parses and recipes, fitted until lz4 and zlib compress generated chunks equally well"
                + " (effort=fast: without the last step; effort=best: as often as it helps)";
    }

    @Override
    public DatasetScanner<?> create(int chunkSize, Map<String, String> options, List<ScannerSpec> scanners) {
        ScannerSpec.checkOptions(name(), options, Set.of("effort", "k-anonymity", "anonymity", "noise", "seed"));
        Effort effort = Effort.of(options.getOrDefault("effort", Effort.NORMAL.toString()));
        return new MimicScanner(effort, new MimicFit(chunkSize, effort, motif(scanners), rule(options)));
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
                Anonymity.of(
                        options.getOrDefault("anonymity", standard.anonymity().toString())),
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

    /** Finds by chunk what {@link ChunkSketcher} says of it. */
    private static final class MimicScanner implements DatasetScanner<byte[]> {
        private final Effort effort;
        private final MimicFit fit;

        MimicScanner(Effort effort, MimicFit fit) {
            this.effort = effort;
            this.fit = fit;
        }

        @Override
        public byte[] scan(Segment segment) {
            byte[] sketches = new byte[segment.chunks() * ChunkSketcher.BYTES];
            try (ChunkSketcher sketcher = new ChunkSketcher(effort)) {
                for (int i = 0; i < segment.chunks(); i++) {
                    sketcher.sketch(
                            segment.data(), segment.offset(i), segment.length(i), sketches, i * ChunkSketcher.BYTES);
                }
            }
            return sketches;
        }

        @Override
        public void merge(Segment segment, byte[] sketches, List<ChunkCharacterization.Builder> found) {
            for (int i = 0; i < segment.chunks(); i++) {
                int start = segment.offset(i);
                int length = segment.length(i);
                fit.add(
                        length,
                        sketches,
                        i * ChunkSketcher.BYTES,
                        found.get(i),
                        () -> Arrays.copyOfRange(segment.data(), start, start + length));
            }
        }

        @Override
        public void finish(DatasetFindings out) throws IOException {
            out.mimic(fit.fit(out.steps(), out::progress));
        }
    }
}
