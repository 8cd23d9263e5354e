package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadFactory;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small payloads of several sources in turn, as a benchmark with several threads stores them: whoever reads the original at
 * as many places in turn loses as many of its repetitions.
 */
final class LiveSourcesTest {

    private static final int CHUNK = 32_768;
    private static final int SOURCES = 8;
    private static final int PAYLOAD = 100;
    private static final int PAYLOADS = 40_000;

    @ParameterizedTest
    @ValueSource(strings = {"text/lcet10.txt", "logs/dpkg.log"})
    void takingTurnsCostsWhatItCostsTheOriginal(String name) throws IOException {
        byte[] original = Files.readAllBytes(SharedData.path("corpora/" + name));
        byte[] file = MemoryScan.file(original, CHUNK, 1, "histogram", "repetition", "duplicates", "mimic,effort=fast");
        byte[] turns = originalInTurn(original);
        for (String generator : List.of("motif", "mimic")) {
            byte[] synthetic = MemoryScan.generate(file, generator, 1, original.length);
            byte[] syntheticTurns = inTurn(file, generator);
            for (String codec : List.of("lz4", "zlib:6", "zstd:3")) {
                double left = ratio(codec, turns) / ratio(codec, original);
                assertThat(left).as("original, %s", codec).isLessThan(0.95);
                assertThat(ratio(codec, syntheticTurns) / ratio(codec, synthetic))
                        .as("%s, %s", generator, codec)
                        .isCloseTo(left, within(0.1));
            }
        }
    }

    private static byte[] originalInTurn(byte[] original) {
        List<Integer> chunks = new ArrayList<>();
        for (int start = 0; start < original.length; start += CHUNK) {
            chunks.add(start);
        }
        Collections.shuffle(chunks, new Random(1));
        byte[] turns = new byte[PAYLOADS * PAYLOAD];
        for (int i = 0; i < turns.length; i++) {
            int payload = i / PAYLOAD;
            int inSource = payload / SOURCES * PAYLOAD + i % PAYLOAD;
            turns[i] = original[(chunks.get(payload % SOURCES) + inSource) % original.length];
        }
        return turns;
    }

    private static byte[] inTurn(byte[] file, String generator) throws IOException {
        byte[] turns = new byte[PAYLOADS * PAYLOAD];
        try (Characterization characterization = Characterization.read(file, "test.ds")) {
            PayloadFactory payloads = DataProducer.of(characterization)
                    .generator(generator, Map.of())
                    .live();
            List<PayloadSource> sources = new ArrayList<>();
            for (int source = 0; source < SOURCES; source++) {
                sources.add(payloads.source(source));
            }
            for (int payload = 0; payload < PAYLOADS; payload++) {
                sources.get(payload % SOURCES).fill(turns, payload * PAYLOAD, PAYLOAD);
            }
        }
        return turns;
    }

    private static double ratio(String codec, byte[] data) {
        return (double) data.length / MemoryScan.packed(codec, data, CHUNK);
    }
}
