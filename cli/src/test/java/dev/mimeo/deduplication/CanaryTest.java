package dev.mimeo.deduplication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.fidelity.audit.Audit;
import dev.mimeo.fidelity.audit.AuditResult;
import dev.mimeo.fidelity.audit.Canaries;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ten thousand secrets in data of several kinds, and some that occur again and again: none of them comes out, neither in the
 * file nor in what is generated.
 */
@Tag("thorough")
final class CanaryTest {

    private static final int SECRETS_PER_KIND = 2500;
    private static final int REPEATED = 40;

    /** As many occurrences as the rule of scanner mimic allows, had each of them other neighbours. */
    private static final int OCCURRENCES = 10;

    private static final String[] SYLLABLES = {
        "an", "bel", "cor", "dre", "el", "fi", "gar", "hen", "is", "jo", "kal", "lu", "mar", "no", "ot", "pe", "qui",
        "ro"
    };

    private static final List<byte[]> SECRETS = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static byte[] original;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Path file;

    static Stream<String> generators() {
        return DataGenerators.names().stream();
    }

    /** Card numbers, names, and keys of 8 to 64 letters, digits or any bytes. */
    private static byte[] secret(Random random, int kind) {
        return switch (kind) {
            case 0 ->
                String.format(
                                Locale.ROOT,
                                "4%03d %04d %04d %04d",
                                random.nextInt(1000),
                                random.nextInt(10_000),
                                random.nextInt(10_000),
                                random.nextInt(10_000))
                        .getBytes(StandardCharsets.US_ASCII);
            case 1 -> (name(random) + " " + name(random)).getBytes(StandardCharsets.US_ASCII);
            case 2 -> {
                StringBuilder key = new StringBuilder();
                for (int left = random.nextInt(8, 65); left > 0; left--) {
                    key.append(Character.forDigit(random.nextInt(36), 36));
                }
                yield key.toString().getBytes(StandardCharsets.US_ASCII);
            }
            default -> {
                byte[] key = new byte[random.nextInt(8, 65)];
                random.nextBytes(key);
                yield key;
            }
        };
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            name.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
        }
        return name.toString();
    }

    /** The surroundings of a secret: prose, records, a log, or binary data with zeros. */
    private static byte[] surroundings(Random random, int kind, int number) {
        StringBuilder text = new StringBuilder();
        switch (kind) {
            case 0 -> {
                for (int i = 0; i < 40; i++) {
                    text.append(SYLLABLES[random.nextInt(SYLLABLES.length)]).append(random.nextInt(3) == 0 ? " " : "");
                }
            }
            case 1 ->
                text.append(String.format(Locale.ROOT, "\n%06d;%s;%d;", number, name(random), random.nextInt(99)));
            case 2 ->
                text.append(String.format(
                        Locale.ROOT, "\n2020-01-%02d %05d INFO login user=", 1 + number % 28, random.nextInt(86_400)));
            default -> {
                byte[] block = new byte[120];
                for (int i = 0; i < 60; i++) {
                    block[i] = (byte) (random.nextInt(16) * random.nextInt(16));
                }
                return block;
            }
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Plants the secrets: each once, then some ten times each in other places, others ten times in one chunk. */
    @BeforeAll
    static void scan() throws IOException {
        Random random = new Random(42);
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        List<byte[]> scattered = new ArrayList<>();
        for (int i = 0; i < REPEATED; i++) {
            byte[] key = secret(random, 2 + i % 2);
            scattered.addAll(Collections.nCopies(OCCURRENCES, key));
            SECRETS.add(key);
        }
        Collections.shuffle(scattered, random);
        int rest = 0;
        for (int kind = 0; kind < 4; kind++) {
            for (int i = 0; i < SECRETS_PER_KIND; i++) {
                byte[] secret = secret(random, i % 4);
                SECRETS.add(secret);
                data.writeBytes(surroundings(random, kind, i));
                data.writeBytes(secret);
                if (i % (4 * SECRETS_PER_KIND / scattered.size()) == 0) {
                    data.writeBytes(surroundings(random, kind, i));
                    data.writeBytes(scattered.get(rest++));
                }
            }
            byte[] local = secret(random, 2 + kind % 2);
            SECRETS.add(local);
            for (int i = 0; i < OCCURRENCES; i++) {
                data.writeBytes(local);
                data.writeBytes(surroundings(random, kind, i));
            }
        }
        assertThat(rest).isEqualTo(scattered.size());
        original = data.toByteArray();
        List<ScannerSpec> scanners = new ArrayList<>(DataScanner.Options.DEFAULT_SCANNERS);
        scanners.removeIf(scanner -> scanner.name().equals("mimic"));
        scanners.add(ScannerSpec.parse("mimic,effort=fast"));
        file = Files.write(folder.resolve("c.ds"), PlainStatistics.file(original, 32 << 10, scanners));
    }

    @ParameterizedTest
    @MethodSource("generators")
    void noSecretComesOut(String generator) throws IOException {
        try (DataSample sample = DataSample.ofBytes("original", original);
                Characterization characterization = Characterization.open(file);
                DataProducer producer = DataProducer.of(characterization)
                        .generator(generator, Map.of())
                        .seed(7)
                        .build()) {
            long bytes = 2L * original.length;
            AuditResult result =
                    Audit.run(sample, file, producer.stream(bytes), bytes, Canaries.of(SECRETS), done -> {});
            assertThat(result.canaries()).isEqualTo(SECRETS.size()).isGreaterThan(10_000);
            assertThat(result.canariesInOutput()).isEmpty();
            assertThat(result.canariesInFile()).isEmpty();
            assertThat(result.reasons()).isEmpty();
        }
    }

    @Test
    void noSecretIsInTheBytesOfTheFile() throws IOException {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(SECRETS)
                .isNotEmpty()
                .noneMatch(secret -> bytes.contains(new String(secret, StandardCharsets.ISO_8859_1)));
    }

    /** The model has strings of at most five bytes; put together they would still reveal no secret. */
    @Test
    void theModelTellsOfShortStringsOnly() throws IOException {
        try (Characterization characterization = Characterization.open(file)) {
            List<ContextModel> models = Objects.requireNonNull(characterization.mimicModel()).classes().stream()
                    .map(ContentClass::model)
                    .filter(Objects::nonNull)
                    .toList();
            assertThat(models).isNotEmpty();
            String text = new String(original, StandardCharsets.ISO_8859_1);
            for (ContextModel model : models) {
                model.forEachString((string, count) -> {
                    assertThat(string).hasSizeBetween(2, 5);
                    assertThat(text).contains(new String(string, StandardCharsets.ISO_8859_1));
                });
            }
        }
    }
}
