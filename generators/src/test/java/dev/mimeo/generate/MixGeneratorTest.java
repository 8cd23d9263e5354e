package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.testing.DeflateTokens;
import java.io.IOException;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MixGeneratorTest {

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.1, 1.5, 2, 3, 5, 10, 20})
    void reachesTheRatioItIsTold(double ratio) throws IOException {
        try (Characterization characterization = TestCharacterizations.scan(32768, new byte[32768]);
                DataProducer producer = DataProducer.of(characterization)
                        .generator("mix", Map.of("ratio", " " + ratio))
                        .build()) {
            assertThat(ratio(producer.getSynData(1 << 20))).isCloseTo(ratio, Percentage.withPercentage(7));
        }
    }

    @Test
    void takesTheRatioOfTheWholeDataSet() throws IOException {
        byte[] text = SampleData.text(65_536);
        byte[] noise = SampleData.noise(32_768);
        long deflated =
                2L * DeflateTokens.deflate(text, 0, 32_768).length + DeflateTokens.deflate(noise, 0, 32_768).length;
        try (Characterization characterization = TestCharacterizations.scan(32768, text, noise);
                DataProducer producer = DataProducer.of(characterization)
                        .generator("mix", Map.of())
                        .build()) {
            assertThat(ratio(producer.getSynData(98_304))).isCloseTo(98_304.0 / deflated, Percentage.withPercentage(5));
        }
    }

    @Test
    void neverExpands() throws IOException {
        try (Characterization characterization = TestCharacterizations.scan(32768, SampleData.noise(32768));
                DataProducer producer = DataProducer.of(characterization)
                        .generator("mix", Map.of())
                        .build()) {
            assertThat(ratio(producer.getSynData())).isCloseTo(1, within(0.01));
        }
    }

    private static double ratio(byte[] data) {
        return (double) data.length / DeflateTokens.deflate(data, 0, data.length).length;
    }
}
