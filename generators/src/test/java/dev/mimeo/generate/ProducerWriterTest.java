package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ProducerWriterTest {

    private static final int CHUNK = 8192;

    /** Fills a chunk with its number, and notes it. */
    private record Numbers(Set<Long> made) implements DataGenerator {
        @Override
        public void generate(ChunkCharacterization chunk, long seed, byte[] destination, int offset, int length) {
            made.add(chunk.number());
            Arrays.fill(destination, offset, offset + length, (byte) chunk.number());
        }
    }

    @ParameterizedTest
    @EnumSource
    void generatesTheChunksOfASmallRangeAndNoOthers(DataProducer.Order order) throws IOException {
        Characterization characterization = TestCharacterizations.scan(CHUNK, SampleData.sources());
        ChunkSequence sequence = new ChunkSequence(characterization, 3, order);
        for (long offset : new long[] {0, 5, CHUNK - 1, 3L * CHUNK}) {
            for (long size : new long[] {1, CHUNK, 2L * CHUNK, 2L * CHUNK + 1}) {
                Set<Long> needed = ConcurrentHashMap.newKeySet();
                long at = 0;
                for (long number = 0; at < offset + size; number++) {
                    ChunkCharacterization chunk = sequence.chunk(number);
                    if (at + chunk.size() > offset) {
                        needed.add(chunk.duplicateOf() < 0 ? chunk.number() : chunk.duplicateOf());
                    }
                    at += chunk.size();
                }
                Set<Long> made = ConcurrentHashMap.newKeySet();
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                new ProducerWriter(
                                characterization,
                                sequence,
                                () -> new ChunkComposer(sequence, new Numbers(made), false, CHUNK, null),
                                1)
                        .write(Channels.newChannel(out), offset, size, written -> {});
                assertThat(out.size()).isEqualTo((int) size);
                assertThat(made).as("%s bytes from %s on", size, offset).isEqualTo(needed);
            }
        }
    }
}
