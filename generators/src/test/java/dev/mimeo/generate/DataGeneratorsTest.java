package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DataGeneratorsTest {

    @Test
    void findsAllGenerators() {
        assertThat(DataGenerators.names()).containsExactly("auto", "mimic", "mix", "motif", "random", "zeros");
        assertThat(DataGenerators.names()).contains(DataGenerators.DEFAULT);
        for (String name : DataGenerators.names()) {
            assertThat(DataGenerators.provider(name).name()).isEqualTo(name);
            assertThat(DataGenerators.provider(name).description()).isNotBlank();
        }
    }

    @Test
    void namesTheKnownWhenOneIsUnknown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataGenerators.provider("motive"))
                .withMessage("unknown generator 'motive'; known: auto, mimic, mix, motif, random, zeros");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "mimic", "mix", "motif", "random", "zeros"})
    void refusesUnknownOptions(String name) throws IOException {
        try (Characterization characterization = TestCharacterizations.scan(100, new byte[100])) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataGenerators.provider(name).prepare(characterization, Map.of("colour", "red")))
                    .withMessageContaining("'" + name + "' has no option 'colour'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "0.9", "NaN", "1e9", "-2"})
    void refusesWrongValues(String value) throws IOException {
        try (Characterization characterization = TestCharacterizations.scan(100, new byte[100])) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataGenerators.provider("mix").prepare(characterization, Map.of("ratio", value)))
                    .withMessage(
                            "option 'ratio' of generator 'mix' takes a number from 1.0 to 1000.0, got '" + value + "'");
        }
    }

    @Test
    void namesTheScannersThatAreMissing() throws IOException {
        ChunkCharacterization chunk = new ChunkCharacterization.Builder()
                .bytes(ByteHistogram.ofBytes(new byte[100], 0, 100))
                .build(0, 0, 100);
        try (Characterization characterization = TestCharacterizations.of(100, List.of(chunk))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataProducer.of(characterization)
                            .generator("motif", Map.of())
                            .build())
                    .withMessageContaining("'motif'")
                    .withMessageContaining("repetition lengths (scanner 'repetition')")
                    .withMessageNotContaining("histogram");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataProducer.of(characterization)
                            .generator("mix", Map.of())
                            .build())
                    .withMessageContaining("scanner 'repetition'");
        }
    }
}
