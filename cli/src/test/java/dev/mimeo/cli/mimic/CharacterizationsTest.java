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
import org.junit.jupiter.params.provider.ValueSource;
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
    void thereAreManyAndAllAreSmall() throws IOException {
        assertThat(all())
                .hasSizeGreaterThanOrEqualTo(24)
                .extracting(CharacterizationCatalog.Entry::name)
                .isSorted()
                .contains("binaries", "genome", "images", "logs", "prose", "source-code", "tables", "vm-image");
        for (CharacterizationCatalog.Entry one : all()) {
            assertThat(BundledCharacterizations.bytes(one.name())).hasSizeLessThanOrEqualTo(120_000);
            assertThat(one.content()).isNotBlank();
            assertThat(one.origin()).isNotBlank();
            assertThat(one.licence()).isNotBlank();
            assertThat(one.duplication()).isGreaterThanOrEqualTo(1);
            assertThat(one.fidelity())
                    .extracting(CharacterizationCatalog.Entry.CodecFidelity::codec)
                    .containsExactly("lz4", "snappy", "zlib:6", "zstd:3", "bzip2:9", "xz:6");
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsGeneratedCompressesAsTheFileSays(CharacterizationCatalog.Entry one, @TempDir Path folder)
            throws IOException {
        Path out = folder.resolve("out");
        TestRun run = TestRun.of("generate", one.name(), "--size", String.valueOf(SIZE), "-o", out.toString());
        assertThat(run.code()).as(run.err()).isZero();
        byte[] data = Files.readAllBytes(out);
        assertThat(data).hasSize(SIZE);
        try (Characterization characterization = BundledCharacterizations.open(one.name());
                Codec zlib = Codecs.open("zlib:6")) {
            byte[] packed =
                    new byte[zlib.maxCompressedLength(characterization.dataset().chunkSize())];
            double expected = 0;
            double actual = 0;
            int at = 0;
            for (int i = 0; i < characterization.chunkCount(); i++) {
                int size = characterization.chunk(i).size();
                if (at + size > SIZE) {
                    break;
                }
                expected += characterization.chunk(i).deflateBytes();
                actual += zlib.compress(data, at, size, packed, 0, packed.length);
                at += size;
            }
            assertThat(actual / expected)
                    .as("compressed size of synthetic chunks")
                    .isBetween(0.85, 1.15);
        }
    }

    @Test
    void theCommandListsDescribesAndGivesOut(@TempDir Path folder) throws IOException {
        List<String> lines = TestRun.of("characterizations").out().lines().toList();
        assertThat(lines.get(0)).matches("name +lz4 +snappy +zlib:6 +zstd:3 +xz:6 +dedup +content");
        assertThat(lines.subList(1, lines.size()))
                .hasSize(all().size())
                .allMatch(line -> line.matches("[a-z0-9-]+( +[0-9]+\\.[0-9]{2}){6}  [A-Z].*"));
        assertThat(TestRun.of("characterizations", "prose").out())
                .contains("licence: public domain", "zlib:6", "ratio", "dedup");
        JsonNode list = new JsonMapper()
                .readTree(TestRun.of("characterizations", "--json").out());
        assertThat(list.get("characterizations").size()).isEqualTo(all().size());
        JsonNode one = new JsonMapper()
                .readTree(TestRun.of("characterizations", "logs", "--json").out());
        assertThat(one.get("name").asString()).isEqualTo("logs");
        assertThat(one.get("fidelity").get(0).get("ratio").asDouble()).isGreaterThan(1);

        String file = folder.resolve("prose.ds").toString();
        TestRun copied = TestRun.of("characterizations", "prose", "-o", file);
        assertThat(copied.code()).isZero();
        assertThat(copied.err()).startsWith(file + ": characterization of ");
        TestRun document = TestRun.of("characterizations", "prose", "-o", file, "--force", "--json");
        assertThat(new JsonMapper().readTree(document.out()).get("bytes").asLong())
                .isEqualTo(Files.size(Path.of(file)));
        assertThat(TestRun.of("describe", file).out())
                .isEqualTo(TestRun.of("describe", "prose").out());
        TestRun again = TestRun.of("characterizations", "prose", "-o", file);
        assertThat(again.code()).isNotZero();
        assertThat(again.err()).contains("--force");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prose", "vm-image", "backups"})
    void descriptionsFitAHundredColumns(String name) {
        String text = TestRun.of("describe", name).out();
        assertThat(text.lines()).hasSizeGreaterThan(30).allMatch(line -> line.length() <= 100 && !line.endsWith(" "));
    }

    /** Lines that go on with a fact, such as that about duplicates, do not run into it on a page. */
    @Test
    void pagesSeparateTheSentencesOfAFact(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.html");
        assertThat(TestRun.of("describe", "vm-image", "--html", page.toString()).code())
                .isZero();
        assertThat(Files.readString(page)).contains(" blocks; half of the duplicates");
    }

    @Test
    void unknownNamesAreErrorsThatSayWhatThereIs() {
        TestRun run = TestRun.of("characterizations", "poetry");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("'poetry'", "prose");
        assertThat(TestRun.of("characterizations", "-o", "x").err()).contains("NAME");
        TestRun compared = TestRun.of("compare", "pom.xml", "proze");
        assertThat(compared.code()).isEqualTo(1);
        assertThat(compared.err())
                .isEqualTo("mimeo: proze: no such file or bundled characterization (did you mean prose?)\n");
    }
}
