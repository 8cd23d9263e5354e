package dev.mimeo.fidelity.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChunkCurvesTest {

    private static final int SIZE = 1000;

    @Test
    void quantilesPartsAndSharesAreThoseOfTheChunks() throws IOException {
        // Sizes of zlib 1 to 1000, so that the parts of five chunks each are known; half of the bytes in repetitions of
        // 50.
        ChunkCurves curves = curves(1000, false);
        assertThat(curves.ratios()).hasSize(101).isSorted();
        assertThat(curves.ratios().get(0)).isEqualTo(1);
        assertThat(curves.ratios().get(50)).isCloseTo(1000 / 501.0, within(1e-12));
        assertThat(curves.ratios().get(100)).isEqualTo(1000);
        assertThat(curves.ratiosInOrder()).hasSize(200);
        assertThat(curves.ratiosInOrder().get(0)).isCloseTo(5000 / 15.0, within(1e-12));
        assertThat(curves.ratiosInOrder().get(199)).isCloseTo(5000 / (5 * 998.0), within(1e-12));
        assertThat(curves.bytes()).hasSize(256);
        assertThat(curves.bytes().get('x')).isEqualTo(0.75);
        assertThat(curves.bytes().get('y')).isEqualTo(0.25);
        assertThat(curves.entropies()).containsOnly(curves.entropies().get(0));
        assertThat(curves.entropies().get(0)).isCloseTo(0.811278, within(1e-6));
        assertThat(curves.repeated()).hasSize(256);
        assertThat(curves.repeated().get(50 - RepetitionHistogram.MIN_LENGTH)).isEqualTo(0.5);
        assertThat(curves.repeated().stream().mapToDouble(Double::doubleValue).sum())
                .isEqualTo(0.5);
    }

    @Test
    void whatWasNotScannedHasNoCurve() throws IOException {
        ChunkCurves curves = curves(3, true);
        assertThat(List.of(
                        curves.ratios(), curves.entropies(), curves.ratiosInOrder(), curves.bytes(), curves.repeated()))
                .containsOnly(List.of());
    }

    private static ChunkCurves curves(int chunks, boolean bare) throws IOException {
        byte[] data = new byte[SIZE];
        Arrays.fill(data, (byte) 'x');
        Arrays.fill(data, 0, SIZE / 4, (byte) 'y');
        int[] lengths = new int[RepetitionHistogram.MAX_LENGTH + 1];
        lengths[50] = 10;
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (CharacterizationWriter writer =
                CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            for (int i = 0; i < chunks; i++) {
                ChunkCharacterization.Builder chunk = new ChunkCharacterization.Builder();
                if (!bare) {
                    chunk.bytes(ByteHistogram.ofBytes(data, 0, SIZE))
                            .repetitions(RepetitionHistogram.of(lengths, 500))
                            .deflateBytes(i + 1);
                }
                writer.write(chunk.build(i, (long) i * SIZE, SIZE));
            }
            long bytes = (long) chunks * SIZE;
            writer.finish(new DatasetCharacterization(
                    "", "test", bytes, chunks, chunks, bytes, SIZE, false, 0, "none", 0, List.of()));
        }
        try (Characterization characterization = Characterization.read(file.toByteArray(), "test")) {
            return ChunkCurves.of(characterization);
        }
    }
}
