package dev.mimeo.fidelity.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
final class ChainedStringsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void aValueThatIsEverywhereIsToldAndNumbersAreNot() throws IOException {
        Random random = new Random(3);
        StringBuilder data = new StringBuilder();
        // Words of a language, as a text of numbers only is better made without contexts of four bytes.
        String[] words = new String[800];
        for (int i = 0; i < words.length; i++) {
            words[i] = random.ints(2 + random.nextInt(7), 'a', 'z' + 1)
                    .mapToObj(letter -> String.valueOf((char) letter))
                    .collect(Collectors.joining());
        }
        for (int i = 0; i < 20_000; i++) {
            for (int word = random.nextInt(12); word >= 0; word--) {
                data.append(words[(int) (words.length * Math.pow(random.nextDouble(), 3))])
                        .append(' ');
            }
            data.append(random.nextInt(1_000_000_000)).append(" support@mail.example.net ");
        }
        List<String> strings = of(data.toString());
        assertThat(strings).isNotEmpty().anyMatch(string -> string.contains("support@mail.example.net"));
        assertThat(strings).isNotEmpty().noneMatch(string -> string.matches(".*\\d{6,}.*"));
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            digits.append(random.nextInt(1_000_000_000));
        }
        assertThat(of(digits.toString())).isEmpty();
        assertThat(ChainedStrings.of(null)).isEmpty();
    }

    private List<String> of(String data) throws IOException {
        Path file = folder.resolve("c.ds");
        Path input = Files.writeString(folder.resolve("data"), data);
        // Only models of the freest level tell of more than three bytes.
        List<ScannerSpec> scanners = Stream.of("histogram", "repetition", "duplicates", "mimic,anonymity=free")
                .map(ScannerSpec::parse)
                .toList();
        DataScanner.Options options = DataScanner.Options.defaults().withScanners(scanners);
        try (ChunkSource source = ChunkSources.open(List.of(input), System.in, options.source());
                CharacterizationWriter writer = CharacterizationWriter.create(
                        FileChannel.open(
                                file,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.TRUNCATE_EXISTING),
                        WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
        try (Characterization characterization = Characterization.open(file)) {
            return ChainedStrings.of(characterization.mimicModel());
        }
    }
}
