package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataProducerTest {

    /** Words, constant and random bytes, in three sources whose last chunks are short. */
    static byte[][] sample() {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder();
        while (text.length() < 50_000) {
            text.append("word").append(random.nextInt(300)).append(random.nextInt(9) == 0 ? ".\n" : " ");
        }
        byte[] noise = new byte[20_001];
        random.nextBytes(noise);
        return new byte[][] {text.toString().getBytes(StandardCharsets.US_ASCII), new byte[20_000], noise};
    }

    @ParameterizedTest
    @ValueSource(strings = {"motif", "mix", "random", "zeros"})
    void allCallsGiveTheSameStream(String generator) throws Exception {
        Characterization characterization = TestCharacterizations.scan(8192, sample());
        byte[] expected;
        try (DataProducer producer =
                DataProducer.of(characterization).generator(generator, Map.of()).build()) {
            expected = producer.getSynData(300_000);
        }
        try (DataProducer producer =
                DataProducer.of(characterization).generator(generator, Map.of()).build()) {
            int at = 0;
            for (long number = 0; at < expected.length; number++) {
                byte[] chunk = producer.chunk(number);
                int size = Math.min(chunk.length, expected.length - at);
                assertThat(chunk).startsWith(java.util.Arrays.copyOfRange(expected, at, at + size));
                at += size;
            }
        }
    }
}
