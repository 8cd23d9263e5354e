package dev.mimeo.generate.segment;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Segments of bundled characterizations. */
final class SegmentFixture {

    private SegmentFixture() {}

    static SegmentSummary write(Path file, String name, long bytes, int threads) throws IOException {
        try (Characterization characterization = BundledCharacterizations.open(name);
                DataProducer producer = DataProducer.of(characterization)
                        .seed(5)
                        .order(DataProducer.Order.RANDOM)
                        .build();
                FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            SegmentWriter.Settings settings = new SegmentWriter.Settings(name, bytes, 5, threads);
            return SegmentWriter.write(channel, producer, characterization.dataset(), settings, done -> {});
        }
    }
}
