package dev.mimeo.benchmarks;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Data to measure with. The kinds are made from a fixed seed, so that every clone measures the same; a kind that names a
 * file is that file.
 */
final class BenchmarkData {

    private BenchmarkData() {}

    /**
     * Returns data of a kind.
     *
     * @param kind {@code text}, {@code log}, {@code records}, {@code dna}, {@code random}, {@code zeros}, or the path of a
     *     file, which is repeated where it is too short
     * @param size bytes
     * @throws IllegalArgumentException if the kind is neither
     */
    static byte[] make(String kind, int size) throws IOException {
        Random random = new Random(20150216);
        return switch (kind) {
            case "text" -> text(random, size);
            case "log" -> log(random, size);
            case "records" -> records(random, size);
            case "dna" -> dna(random, size);
            case "random" -> {
                byte[] data = new byte[size];
                random.nextBytes(data);
                yield data;
            }
            case "zeros" -> new byte[size];
            default -> file(kind, size);
        };
    }

    private static byte[] file(String kind, int size) throws IOException {
        Path path = Path.of(kind);
        if (!Files.isRegularFile(path) || Files.size(path) == 0) {
            throw new IllegalArgumentException("'" + kind + "' is neither a kind of data nor a file with content");
        }
        byte[] data = new byte[size];
        try (InputStream in = Files.newInputStream(path)) {
            int length = in.readNBytes(data, 0, size);
            for (int at = length; at < size; at++) {
                data[at] = data[at - length];
            }
        }
        return data;
    }

    /** Words of a Zipf-like vocabulary with punctuation and lines. */
    private static byte[] text(Random random, int size) {
        String[] words = new String[8000];
        String letters = "etaoinshrdlucmfwypvbgkqjxz";
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            int length = 1 + (int) Math.min(11, Math.log(i + 2) + 3 * random.nextDouble());
            for (int j = 0; j < length; j++) {
                word.append(letters.charAt((int) (26 * Math.pow(random.nextDouble(), 2))));
            }
            words[i] = word.toString();
        }
        StringBuilder text = new StringBuilder(size + 20);
        int line = 0;
        while (text.length() < size) {
            String word = words[(int) Math.pow(words.length, random.nextDouble()) - 1];
            text.append(word).append(random.nextInt(9) == 0 ? ", " : " ");
            line += word.length() + 1;
            if (line > 70) {
                text.append('\n');
                line = 0;
            }
        }
        return head(text, size);
    }

    /** Lines that differ in a few fields. */
    private static byte[] log(Random random, int size) {
        StringBuilder text = new StringBuilder(size + 200);
        long time = 1_700_000_000_000L;
        while (text.length() < size) {
            time += random.nextInt(2000);
            text.append(time)
                    .append(random.nextInt(5) == 0 ? " WARN" : " INFO")
                    .append(" [worker-")
                    .append(random.nextInt(16))
                    .append("] storage.Replica: block blk_")
                    .append(random.nextInt() & 0x7fffffff)
                    .append(" of /data/part-")
                    .append(random.nextInt(400))
                    .append(" received ")
                    .append(65536 >> random.nextInt(4))
                    .append(" bytes in ")
                    .append(random.nextInt(90))
                    .append(" ms\n");
        }
        return head(text, size);
    }

    /** Binary records of 40 bytes: counters, small and large numbers, padding. */
    private static byte[] records(Random random, int size) {
        ByteBuffer buffer = ByteBuffer.allocate(size + 40);
        for (int number = 0; buffer.position() < size; number++) {
            buffer.putInt(number);
            buffer.putInt((int) Math.abs(1000 * random.nextGaussian()));
            buffer.putDouble(20 + random.nextGaussian());
            buffer.putShort((short) random.nextInt(30));
            buffer.putShort((short) 0);
            buffer.putInt(-1);
            buffer.putLong(random.nextLong() & 0xffffff);
            buffer.putLong(0);
        }
        byte[] data = new byte[size];
        buffer.get(0, data);
        return data;
    }

    private static byte[] dna(Random random, int size) {
        byte[] data = new byte[size];
        for (int i = 0; i < size; i++) {
            data[i] = (byte) "acgt".charAt(random.nextInt(4));
        }
        return data;
    }

    private static byte[] head(StringBuilder text, int size) {
        byte[] data = new byte[size];
        System.arraycopy(text.toString().getBytes(StandardCharsets.US_ASCII), 0, data, 0, size);
        return data;
    }

    /** Scans an array for a generator. */
    static Characterization characterize(byte[] data, String generator) throws IOException {
        DataScanner.Options options = MimickedCorpus.optionsFor(List.of(generator));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ChunkSource source = ChunkSources.open(new ByteArrayInputStream(data), "data", options.source());
                CharacterizationWriter writer =
                        CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
        return Characterization.read(file.toByteArray(), "benchmark");
    }

    /** Forgets what a scan finds. */
    static final class NoSink implements CharacterizationSink {
        @Override
        public void write(ChunkCharacterization chunk) {}

        @Override
        public void finish(DatasetCharacterization dataset) {}
    }
}
