package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data generated from a sample has as many duplicates as the whole data set, as far as a sample can tell. */
@Tag("thorough")
final class SampledDuplicatesTest {

    private static final int BLOCK = 4096;
    private static final int BLOCKS = 7000;
    private static final int SAMPLE = 1000;

    @ParameterizedTest
    @CsvSource({"7000, false", "5600, false", "5600, true", "3500, false", "3500, true", "1400, false", "350, false"})
    void asMuchAsTheDataSetHasItsDedupRatio(int contents, boolean zeros) throws IOException {
        byte[] file =
                MemoryScan.sampled(data(contents, zeros), BLOCK, SAMPLE, 1, "histogram", "repetition", "duplicates");
        double truth = (double) BLOCKS / contents;
        for (DataProducer.Order order : DataProducer.Order.values()) {
            byte[] synthetic = generate(file, order, BLOCKS);
            double found = dedupRatio(synthetic);
            // The estimate of describe is as near to the data set as it is documented to be.
            assertThat(found).isCloseTo(estimate(file), Percentage.withPercentage(3));
            assertThat(found / truth).isBetween(0.67, 1.5);
        }
    }

    @Test
    void whatIsLongerThanTheDataSetBeginsWithNewContent() throws IOException {
        byte[] file = MemoryScan.sampled(data(3500, false), BLOCK, SAMPLE, 1, "histogram", "repetition", "duplicates");
        byte[] twice = generate(file, DataProducer.Order.STORED, 2 * BLOCKS);
        Set<Long> first = contents(twice, 0, BLOCKS);
        assertThat(contents(twice, BLOCKS, 2 * BLOCKS)).isNotEmpty().doesNotContainAnyElementsOf(first);
        assertThat(dedupRatio(twice)).isCloseTo(dedupRatio(Arrays.copyOf(twice, BLOCKS * BLOCK)), within(0.05));
    }

    @Test
    void dataThatWasScannedAsAWholeRepeatsNoCycle() throws IOException {
        byte[] data = Arrays.copyOf(data(3500, false), 200 * BLOCK);
        byte[] file = MemoryScan.file(data, BLOCK, 1, "histogram", "repetition", "duplicates");
        byte[] cycles = generate(file, DataProducer.Order.STORED, 600);
        assertThat(contents(cycles, 0, 600)).hasSize(3 * contents(data, 0, 200).size());
    }

    /** Blocks of noise of which each content occurs about as often, or those beyond are zeros. */
    private static byte[] data(int contents, boolean zeros) {
        Random random = new Random(contents);
        byte[] data = new byte[BLOCKS * BLOCK];
        for (int block = 0; block < BLOCKS; block++) {
            if (block < contents || !zeros) {
                byte[] content = new byte[BLOCK];
                new Random(contents * 7L + block % contents).nextBytes(content);
                System.arraycopy(content, 0, data, block * BLOCK, BLOCK);
            }
        }
        // Shuffled, as the places of a sample are random but its order is not.
        byte[] other = new byte[BLOCK];
        for (int i = BLOCKS - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            System.arraycopy(data, i * BLOCK, other, 0, BLOCK);
            System.arraycopy(data, j * BLOCK, data, i * BLOCK, BLOCK);
            System.arraycopy(other, 0, data, j * BLOCK, BLOCK);
        }
        return data;
    }

    private static byte[] generate(byte[] file, DataProducer.Order order, int blocks) throws IOException {
        try (Characterization characterization = Characterization.read(file, "test.ds");
                DataProducer producer = DataProducer.of(characterization)
                        .generator("motif", Map.of())
                        .seed(5)
                        .order(order)
                        .build()) {
            return producer.getSynData(blocks * BLOCK);
        }
    }

    private static double estimate(byte[] file) throws IOException {
        try (Characterization characterization = Characterization.read(file, "test.ds")) {
            DatasetCharacterization dataset = characterization.dataset();
            return DuplicationCharacterization.Estimate.of(dataset.duplication().get(0), dataset)
                    .ratio();
        }
    }

    private static double dedupRatio(byte[] data) {
        int blocks = data.length / BLOCK;
        return (double) blocks / contents(data, 0, blocks).size();
    }

    /** Returns hashes of the different blocks of a range. */
    private static Set<Long> contents(byte[] data, int from, int to) {
        Set<Long> contents = new HashSet<>();
        for (int block = from; block < to; block++) {
            long hash = 0;
            for (int i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
                hash = hash * 0x5851f42d4c957f2dL + data[i];
            }
            contents.add(hash);
        }
        return contents;
    }
}
