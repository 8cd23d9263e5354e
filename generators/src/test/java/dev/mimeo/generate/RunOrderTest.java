package dev.mimeo.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DatasetCharacterization.KeptRuns;
import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RunOrderTest {

    private static final int CHUNK = 512;

    /** Three runs, the last one of two chunks, of eight: they come two, three and three times. */
    private static final int ROWS = 2 * KeptRuns.CHUNKS + 2;

    private static final int SCANNED = 7 * KeptRuns.CHUNKS + 2;

    @Test
    void eachRunComesAsOftenAsItsRangeHasRuns() throws IOException {
        try (Characterization kept = kept()) {
            ChunkSequence sequence = new ChunkSequence(kept, 1, DataProducer.Order.STORED);
            List<Long> rows = new ArrayList<>();
            for (long number = 0; number < sequence.chunks(); number++) {
                rows.add(sequence.chunk(number).number());
            }
            List<Long> expected = new ArrayList<>();
            int[] times = {2, 3, 3};
            for (int run = 0; run < times.length; run++) {
                for (int time = 0; time < times[run]; time++) {
                    for (long row = run * 32L; row < Math.min(ROWS, run * 32L + 32); row++) {
                        expected.add(row);
                    }
                }
            }
            assertEquals(expected, rows);
            assertEquals(rows.get(0), sequence.chunk(sequence.chunks()).number());
        }
    }

    @Test
    void numbersAndPositionsAgree() throws IOException {
        try (Characterization kept = kept()) {
            ChunkSequence sequence = new ChunkSequence(kept, 1, DataProducer.Order.STORED);
            long position = 0;
            for (long number = 0; number < 2 * sequence.chunks() + 5; number++) {
                assertEquals(position, sequence.startOf(number));
                assertEquals(number, sequence.numberAt(position));
                position += sequence.chunk(number).size();
                assertEquals(number, sequence.numberAt(position - 1));
                assertEquals(number + 1, sequence.endOf(number, 1));
                assertEquals(number + 1, sequence.endOf(number, position - sequence.startOf(number)));
                assertEquals(number + 2, sequence.endOf(number, position - sequence.startOf(number) + 1));
            }
        }
    }

    @Test
    void noContentComesTwiceExceptWhatRepeats() throws IOException {
        try (Characterization kept = kept()) {
            ChunkSequence sequence = new ChunkSequence(kept, 1, DataProducer.Order.STORED);
            Map<Long, Long> contents = new HashMap<>();
            for (long number = 0; number < 3 * sequence.chunks(); number++) {
                ChunkCharacterization chunk = sequence.chunk(number);
                long first = chunk.duplicateOf() < 0 ? chunk.number() : chunk.duplicateOf();
                long cycle = sequence.contentCycle(sequence.cycleOf(number), first);
                Long before = contents.putIfAbsent(sequence.contentOf(cycle, first), number);
                assertEquals(chunk.duplicateOf() >= 0, before != null, "chunk " + number);
            }
        }
    }

    @Test
    void anyPartIsTheSameHoweverItIsRead() throws IOException {
        try (Characterization kept = kept();
                DataProducer producer =
                        DataProducer.of(kept).generator("mix", Map.of()).build()) {
            int size = 3 * SCANNED * CHUNK;
            byte[] stream = producer.getSynData(size);
            for (int at = 100; at < size - 5000; at += 7919) {
                producer.seek(at);
                assertArrayEquals(Arrays.copyOfRange(stream, at, at + 5000), producer.getSynData(5000));
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            producer.writeTo(Channels.newChannel(out), 1234, size - 1234, written -> {});
            assertArrayEquals(Arrays.copyOfRange(stream, 1234, size), out.toByteArray());
        }
    }

    @Test
    void aPoolThatIsSmallerThanTheDataIsOfAllRuns() throws IOException {
        try (Characterization kept = kept();
                DataProducer random = DataProducer.of(kept)
                        .generator("mix", Map.of())
                        .order(DataProducer.Order.RANDOM)
                        .build()) {
            // More bytes than the chunks have that are kept.
            byte[] expected = random.getSynData((int) kept.scannedBytes() + 5000);
            byte[] found = new byte[expected.length];
            PayloadSource pool = DataProducer.of(kept)
                    .generator("mix", Map.of())
                    .pool(expected.length)
                    .source(1);
            pool.seek(0);
            pool.fill(found, 0, found.length);
            assertArrayEquals(expected, found);
        }
    }

    /** Returns a characterization of runs; the fourth chunk of each repeats the first chunk, that of the last run the one of its own. */
    private static Characterization kept() throws IOException {
        List<ChunkCharacterization> chunks = new ArrayList<>();
        long offset = 0;
        for (int number = 0; number < ROWS; number++) {
            int size = number % 8 == 5 ? 100 + number : CHUNK;
            long repeated = number % 32 == 3 ? 0 : number == ROWS - 1 ? ROWS - 2 : -1;
            chunks.add(new ChunkCharacterization.Builder()
                    .deflateBytes(size / 2)
                    .duplicateOf(repeated)
                    .build(number, offset, size));
            offset += size;
        }
        DatasetCharacterization dataset = new DatasetCharacterization(
                "test",
                "0",
                (long) SCANNED * CHUNK,
                SCANNED,
                ROWS,
                offset,
                CHUNK,
                true,
                1,
                "",
                0,
                List.of(),
                Map.of(DatasetCharacterization.SCANNED_CHUNKS, (double) SCANNED));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (CharacterizationWriter writer =
                CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            for (ChunkCharacterization chunk : chunks) {
                writer.write(chunk);
            }
            writer.finish(dataset);
        }
        return Characterization.read(file.toByteArray(), "test.ds");
    }
}
