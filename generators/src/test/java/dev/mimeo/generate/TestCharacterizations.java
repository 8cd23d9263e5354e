package dev.mimeo.generate;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.testing.DeflateTokens;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Characterizations for tests, made without the scanners. */
final class TestCharacterizations {

    static final long SEED = 1234;

    private TestCharacterizations() {}

    /** Writes the characterization of {@link SampleData} to a file: {@code mimic.ds} of {@link GoldenStreamTest}. */
    public static void main(String[] arguments) throws IOException {
        Files.write(Path.of(arguments[0]), file(8192, SampleData.sources()));
    }

    /** Characterises data cut into chunks, the last of which may be smaller. */
    static Characterization scan(int chunkSize, byte[]... sources) throws IOException {
        return Characterization.read(file(chunkSize, sources), "test.ds");
    }

    /** Returns the file that {@link #scan} reads. */
    static byte[] file(int chunkSize, byte[]... sources) throws IOException {
        List<ChunkCharacterization> chunks = new ArrayList<>();
        Map<Integer, Long> seen = new HashMap<>();
        long offset = 0;
        for (byte[] data : sources) {
            for (int from = 0; from < data.length; from += chunkSize) {
                int size = Math.min(chunkSize, data.length - from);
                byte[] deflated = DeflateTokens.deflate(data, from, size);
                int hash = Arrays.hashCode(Arrays.copyOfRange(data, from, from + size));
                long number = chunks.size();
                Long earlier = seen.putIfAbsent(hash, number);
                chunks.add(new ChunkCharacterization.Builder()
                        .bytes(ByteHistogram.ofBytes(data, from, size))
                        .repetitions(repetitions(DeflateTokens.of(deflated)))
                        .deflateBytes(deflated.length)
                        .duplicateOf(earlier == null ? -1 : earlier)
                        .build(number, offset, size));
                offset += size;
            }
        }
        return file(chunkSize, chunks);
    }

    /** Counts the literals and the matches by length. */
    private static RepetitionHistogram repetitions(int[] tokens) {
        int[] lengths = new int[259];
        long literals = 0;
        for (int token : tokens) {
            if (token > 255) {
                lengths[token & 0x1ff]++;
            } else {
                literals++;
            }
        }
        return RepetitionHistogram.of(lengths, literals);
    }

    static Characterization of(int chunkSize, List<ChunkCharacterization> chunks) throws IOException {
        return Characterization.read(file(chunkSize, chunks), "test.ds");
    }

    private static byte[] file(int chunkSize, List<ChunkCharacterization> chunks) throws IOException {
        return file(chunkSize, chunks, TestModels.of(chunks));
    }

    /** Returns a characterization of chunks that are made as a model says. */
    static byte[] file(int chunkSize, List<ChunkCharacterization> chunks, MimicCharacterization mimic)
            throws IOException {
        long bytes = chunks.stream().mapToLong(ChunkCharacterization::size).sum();
        DatasetCharacterization dataset = new DatasetCharacterization(
                "test", "0", bytes, chunks.size(), chunks.size(), bytes, chunkSize, false, SEED, "", 0, List.of());
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (CharacterizationWriter writer =
                CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            for (ChunkCharacterization chunk : chunks) {
                writer.write(chunk);
            }
            writer.write(mimic);
            writer.finish(dataset);
        }
        return file.toByteArray();
    }
}
