package dev.mimeo.integrations.patterns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("thorough")
final class PatternBlocksTest {

    private static Characterization characterization;

    /** Made of parts of very different ratio. */
    @BeforeAll
    static void open() throws IOException {
        characterization = Characterization.read(BundledCharacterizations.bytes("ext4"), "ext4");
    }

    @AfterAll
    static void close() throws IOException {
        characterization.close();
    }

    private static DataProducer producer() throws IOException {
        return DataProducer.of(characterization).seed(3).build();
    }

    @ParameterizedTest
    @CsvSource({"4096, 64", "512, 100", "65536, 16"})
    void aFewBlocksHaveTheDistributionOfTheStream(int blockBytes, int count) throws IOException {
        List<byte[]> all = new ArrayList<>();
        try (DataProducer producer = producer()) {
            // Every seventh block: as good as all, and sooner done.
            for (long at = 0; at + blockBytes <= characterization.scannedBytes(); at += 7L * blockBytes) {
                byte[] block = new byte[blockBytes];
                producer.seek(at);
                producer.fill(block, 0, blockBytes);
                all.add(block);
            }
        }
        double[] stream =
                all.stream().mapToDouble(PatternBlocksTest::deflated).sorted().toArray();
        double[] chosen = blocks(blockBytes, count).stream()
                .mapToDouble(PatternBlocksTest::deflated)
                .toArray();
        double mean = Arrays.stream(stream).average().orElseThrow();
        assertThat(Arrays.stream(chosen).average().orElseThrow() / mean)
                .as("mean size against that of the stream")
                .isCloseTo(1, within(0.07));
        assertThat(Math.abs(chosen[0] - mean))
                .as("the first is the nearest to the mean")
                .isLessThanOrEqualTo(Arrays.stream(chosen)
                                .map(size -> Math.abs(size - mean))
                                .min()
                                .orElseThrow()
                        + 0.07 * mean);
        Arrays.sort(chosen);
        for (double share : new double[] {0.1, 0.25, 0.5, 0.75, 0.9}) {
            double expected = stream[(int) (share * stream.length)];
            assertThat(chosen[(int) (share * count)])
                    .as("size at %s of the blocks", share)
                    .isBetween(
                            stream[(int) (Math.max(0, share - 0.1) * stream.length)],
                            stream[(int) (Math.min(0.999, share + 0.1) * stream.length)]);
            assertThat(expected).isPositive();
        }
    }

    @Test
    void theSameSeedGivesTheSameBlocks() throws IOException {
        List<byte[]> blocks = blocks(4096, 32);
        List<byte[]> again = blocks(4096, 32);
        for (int i = 0; i < blocks.size(); i++) {
            assertThat(again.get(i)).isEqualTo(blocks.get(i));
        }
    }

    @Test
    void theRatioIsThatOfTheBlocks() throws IOException {
        try (DataProducer producer = producer()) {
            PatternBlocks blocks = PatternBlocks.choose(characterization, producer, 4096, 20, 0);
            double packed = 0;
            for (int i = 0; i < 20; i++) {
                packed += deflated(blocks.block(i));
            }
            assertThat(blocks.ratio()).isCloseTo(20 * 4096 / packed, within(1e-9));
            assertThat(blocks.candidateRatio() / blocks.ratio()).isCloseTo(1, within(0.02));
        }
    }

    @Test
    void moreBlocksThanTheScanHadComeFromFurtherCycles() throws IOException {
        try (Characterization logs = Characterization.read(BundledCharacterizations.bytes("logs"), "logs");
                DataProducer producer = DataProducer.of(logs).build()) {
            int blockBytes = 1 << 18;
            int count = (int) (logs.scannedBytes() / blockBytes) + 3;
            PatternBlocks blocks = PatternBlocks.choose(logs, producer, blockBytes, count, 0);
            Set<Integer> hashes = new HashSet<>();
            for (int i = 0; i < count; i++) {
                hashes.add(Arrays.hashCode(blocks.block(i)));
            }
            assertThat(hashes).hasSize(count);
        }
    }

    @Test
    void wrongNumbersAreRefused() throws IOException {
        try (DataProducer producer = producer()) {
            for (int blockBytes : new int[] {0, -512, 511, 513, (128 << 20) + 512}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> PatternBlocks.choose(characterization, producer, blockBytes, 1, 0))
                        .withMessageContaining("multiple of 512");
            }
            for (int count : new int[] {0, -1, 65537}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> PatternBlocks.choose(characterization, producer, 512, count, 0))
                        .withMessageContaining("1 to 65536");
            }
        }
    }

    private static List<byte[]> blocks(int blockBytes, int count) throws IOException {
        List<byte[]> list = new ArrayList<>();
        try (DataProducer producer = producer()) {
            PatternBlocks blocks = PatternBlocks.choose(characterization, producer, blockBytes, count, 5);
            for (int i = 0; i < blocks.count(); i++) {
                list.add(blocks.block(i));
            }
        }
        return list;
    }

    /** The size with zlib level 6. */
    private static double deflated(byte[] data) {
        Deflater deflater = new Deflater(6);
        deflater.setInput(data);
        deflater.finish();
        int size = deflater.deflate(new byte[2 * data.length + 100]);
        deflater.end();
        return size;
    }
}
