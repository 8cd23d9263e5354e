package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.testing.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ratios of {@code motif} on real data: near the original where the paper claims it, and no worse than today elsewhere. */
@Tag("thorough")
final class MotifFidelityTest {

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static final int CHUNK_BYTES = 32_768;

    /**
     * @param lz4 greatest deviation of the ratio of the whole data set, %
     * @param zlib greatest deviation of the ratio of the whole data set, %; logs and silesia repeat themselves over more
     *     than one chunk, which the algorithm does not know of
     * @param chunks greatest deviation of the ratio of the chunks, summed, %
     */
    @ParameterizedTest
    @CsvSource({
        "bin, 10, 10, 10",
        "db, 10, 10, 10",
        "dna, 10, 10, 10",
        "logs, 10, 20, 12",
        "media, 1, 1, 1",
        "pdf, 10, 10, 10",
        "sensors, 10, 10, 10",
        "silesia, 10, 13, 10",
        "text, 10, 12, 10"
    })
    void staysNearTheRatios(String corpus, double lz4, double zlib, double chunks) throws IOException {
        List<byte[]> files = new ArrayList<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Path file : files(SharedData.path("corpora/" + corpus))) {
            byte[] content = Files.readAllBytes(file);
            files.add(content);
            all.write(content);
        }
        byte[] original = all.toByteArray();
        byte[] synthetic;
        try (Characterization characterization = TestCharacterizations.scan(CHUNK_BYTES, files.toArray(new byte[0][]));
                DataProducer producer = DataProducer.of(characterization)
                        .generator("motif", Map.of())
                        .build()) {
            synthetic = producer.getSynData(original.length);
        }
        assertThat(deviation("lz4", original, synthetic, original.length)).isBetween(-lz4, lz4);
        assertThat(deviation("zlib:6", original, synthetic, original.length)).isBetween(-zlib, zlib);
        assertThat(deviation("lz4", original, synthetic, CHUNK_BYTES)).isBetween(-chunks, chunks);
        assertThat(deviation("zlib:6", original, synthetic, CHUNK_BYTES)).isBetween(-chunks, chunks);
    }

    /** Returns how much greater the ratio of the synthetic data is, in %. */
    private static double deviation(String codec, byte[] original, byte[] synthetic, int blockSize) {
        return 100.0 * compressed(codec, original, blockSize) / compressed(codec, synthetic, blockSize) - 100;
    }

    private static long compressed(String name, byte[] data, int blockSize) {
        try (Codec codec = Codecs.open(name)) {
            byte[] target = new byte[codec.maxCompressedLength(blockSize)];
            long size = 0;
            for (int from = 0; from < data.length; from += blockSize) {
                size += codec.compress(data, from, Math.min(blockSize, data.length - from), target, 0, target.length);
            }
            return size;
        }
    }
}
