package dev.mimeo.generate.segment;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import java.io.IOException;
import java.nio.file.Path;

/** Segments of bundled characterizations. */
final class SegmentFixture {

    private SegmentFixture() {}

    static SegmentWriter.Summary write(Path file, String name, long bytes, int threads) throws IOException {
        try (Characterization characterization = BundledCharacterizations.open(name)) {
            return SegmentWriter.write(file, characterization, new SegmentWriter.Settings(name, bytes, 5, threads));
        }
    }
}
