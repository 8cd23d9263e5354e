package dev.mimeo.scan;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.generate.DataProducer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Scans data that is in memory, and generates from what came of it. */
final class MemoryScan {

    private MemoryScan() {}

    /** Returns the characterization of data. */
    static byte[] file(byte[] data, int chunkSize, int threads, String... scanners) throws IOException {
        return sampled(data, chunkSize, 0, threads, scanners);
    }

    /** Returns the characterization of a sample of {@code sample} chunks of data, or of all if 0. */
    static byte[] sampled(byte[] data, int chunkSize, int sample, int threads, String... scanners) throws IOException {
        List<ScannerSpec> specs = Stream.of(scanners).map(ScannerSpec::parse).toList();
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(chunkSize)
                .withSample(sample)
                .withSeed(1)
                .withThreads(threads)
                .withScanners(specs);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ChunkSource source =
                        ChunkSources.open(List.of(Path.of("-")), new ByteArrayInputStream(data), options.source());
                CharacterizationWriter writer =
                        CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
        return file.toByteArray();
    }

    /** Returns {@code size} bytes that a generator makes of a characterization. */
    static byte[] generate(byte[] file, String generator, long seed, int size) throws IOException {
        try (Characterization characterization = Characterization.read(file, "test.ds");
                DataProducer producer = DataProducer.of(characterization)
                        .generator(generator, Map.of())
                        .seed(seed)
                        .build()) {
            return producer.getSynData(size);
        }
    }

    /** Returns what a codec makes of data, chunk by chunk, bytes. */
    static long packed(String codec, byte[] data, int chunkSize) {
        long sum = 0;
        try (Codec packer = Codecs.open(codec)) {
            byte[] target = new byte[packer.maxCompressedLength(chunkSize)];
            for (int at = 0; at < data.length; at += chunkSize) {
                sum += packer.compress(data, at, Math.min(chunkSize, data.length - at), target, 0, target.length);
            }
        }
        return sum;
    }
}
