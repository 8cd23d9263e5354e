package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationCatalog;
import dev.mimeo.cli.TestRun;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.generate.BundledCharacterizations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The characterizations that come with the application. */
@Tag("thorough")
final class CharacterizationsTest {

    private static final int SIZE = 4 << 20;

    static List<CharacterizationCatalog.Entry> all() throws IOException {
        return BundledCharacterizations.list();
    }

    @Test
    void thereIsOneForEachKindOfDataAndAllAreSmall() throws IOException {
        assertThat(all())
                .extracting(CharacterizationCatalog.Entry::name)
                .isSorted()
                .contains("binaries", "genome", "images", "logs", "prose", "source-code", "tables", "vm-image");
        long sum = 0;
        for (CharacterizationCatalog.Entry one : all()) {
            sum += BundledCharacterizations.bytes(one.name()).length;
            assertThat(one.description()).isNotBlank();
            assertThat(one.origin()).isNotBlank();
            assertThat(one.fidelity())
                    .extracting(CharacterizationCatalog.Entry.CodecFidelity::codec)
                    .contains("lz4", "zlib:6");
        }
        assertThat(sum).isLessThan(4 << 20);
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsGeneratedCompressesAsTheTableSays(CharacterizationCatalog.Entry one, @TempDir Path folder)
            throws IOException {
        Path out = folder.resolve("out");
        TestRun run = TestRun.of("generate", one.name(), "--size", String.valueOf(SIZE), "-o", out.toString());
        assertThat(run.code()).as(run.err()).isZero();
        byte[] data = Files.readAllBytes(out);
        assertThat(data).hasSize(SIZE);
        try (Characterization characterization = BundledCharacterizations.open(one.name());
                Codec zlib = Codecs.open("zlib:6")) {
            // Of the same chunks, not of the data set, of which some are a sample of.
            double expected = 0;
            int chunks = (int) Math.min(characterization.chunkCount(), SIZE / (32 << 10));
            long bytes = 0;
            for (int i = 0; i < chunks; i++) {
                expected += characterization.chunk(i).deflateBytes();
                bytes += characterization.chunk(i).size();
            }
            byte[] packed = new byte[zlib.maxCompressedLength(32 << 10)];
            double actual = 0;
            int at = 0;
            for (int i = 0; i < chunks; i++) {
                int size = characterization.chunk(i).size();
                actual += zlib.compress(data, at, size, packed, 0, packed.length);
                at += size;
            }
            assertThat(at).isEqualTo((int) bytes);
            assertThat(actual / expected)
                    .as("compressed size of synthetic chunks")
                    .isBetween(0.85, 1.15);
        }
    }

    @Test
    void theCommandListsDescribesAndGivesOut(@TempDir Path folder) throws IOException {
        assertThat(TestRun.of("characterizations").out().lines()).hasSize(all().size());
        assertThat(TestRun.of("characterizations", "prose").out()).contains("public domain", "zlib:6", "ratio");
        JsonNode list = new JsonMapper()
                .readTree(TestRun.of("characterizations", "--json").out());
        assertThat(list.get("characterizations").size()).isEqualTo(all().size());
        JsonNode one = new JsonMapper()
                .readTree(TestRun.of("characterizations", "logs", "--json").out());
        assertThat(one.get("name").asString()).isEqualTo("logs");
        assertThat(one.get("fidelity").get(0).get("ratio").asDouble()).isGreaterThan(1);

        String file = folder.resolve("prose.ds").toString();
        assertThat(TestRun.of("characterizations", "prose", "-o", file).code()).isZero();
        assertThat(TestRun.of("describe", file).out())
                .isEqualTo(TestRun.of("describe", "prose").out());
        TestRun again = TestRun.of("characterizations", "prose", "-o", file);
        assertThat(again.code()).isNotZero();
        assertThat(again.err()).contains("--force");
    }

    @Test
    void unknownNamesAreErrorsThatSayWhatThereIs() {
        TestRun run = TestRun.of("characterizations", "poetry");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("'poetry'", "prose");
        assertThat(TestRun.of("characterizations", "-o", "x").err()).contains("NAME");
    }
}
