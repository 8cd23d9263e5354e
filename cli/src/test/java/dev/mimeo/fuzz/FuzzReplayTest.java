package dev.mimeo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All targets, over the inputs in the folders of their names and a few that are none. */
final class FuzzReplayTest {

    @FunctionalInterface
    interface Target {
        void accept(byte[] data) throws IOException;
    }

    record Case(String name, Target target) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> targets() {
        return List.of(
                new Case("CharacterizationFuzz", CharacterizationFuzz::fuzzerTestOneInput),
                new Case("CodecFuzz", CodecFuzz::fuzzerTestOneInput),
                new Case("CounterTextFuzz", CounterTextFuzz::fuzzerTestOneInput),
                new Case("CsvFuzz", CsvFuzz::fuzzerTestOneInput),
                new Case("DataSeriesReaderFuzz", DataSeriesReaderFuzz::fuzzerTestOneInput),
                new Case("ExpressionFuzz", ExpressionFuzz::fuzzerTestOneInput),
                new Case("ExtentFuzz", ExtentFuzz::fuzzerTestOneInput),
                new Case("ExtentTypeFuzz", ExtentTypeFuzz::fuzzerTestOneInput),
                new Case("FileListFuzz", FileListFuzz::fuzzerTestOneInput),
                new Case("GarageQueryFuzz", GarageQueryFuzz::fuzzerTestOneInput),
                new Case("NfsFuzz", NfsFuzz::fuzzerTestOneInput),
                new Case("PackedFileFuzz", PackedFileFuzz::fuzzerTestOneInput),
                new Case("PrintedTextFuzz", PrintedTextFuzz::fuzzerTestOneInput),
                new Case("TraceFuzz", TraceFuzz::fuzzerTestOneInput));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void knownInputs(Case fuzz) throws IOException, URISyntaxException {
        for (int length = 0; length < 3; length++) {
            fuzz.target.accept(new byte[length]);
        }
        URL folder = Objects.requireNonNull(FuzzReplayTest.class.getResource(fuzz.name), fuzz.name);
        List<Path> inputs;
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            inputs = files.sorted().toList();
        }
        assertThat(inputs).isNotEmpty();
        for (Path input : inputs) {
            try {
                fuzz.target.accept(Files.readAllBytes(input));
            } catch (Exception | AssertionError e) {
                throw new AssertionError(input.toString(), e);
            }
        }
    }
}
