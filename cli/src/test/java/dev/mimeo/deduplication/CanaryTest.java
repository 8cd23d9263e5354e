package dev.mimeo.deduplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import dev.mimeo.analysis.audit.Audit;
import dev.mimeo.analysis.audit.AuditResult;
import dev.mimeo.analysis.audit.Canaries;
import dev.mimeo.analysis.fidelity.DataSample;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ten thousand secrets in data of several kinds: none of them comes out, neither in the file nor in what is generated. */
class CanaryTest {

    private static final int SECRETS_PER_KIND = 2500;

    private static final String[] SYLLABLES = {
        "an", "bel", "cor", "dre", "el", "fi", "gar", "hen", "is", "jo", "kal", "lu", "mar", "no", "ot", "pe", "qui",
        "ro"
    };

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

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

    /** What surrounds a secret: prose, records, a log, or binary data with zeros. */
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
                byte[] block = new byte[400];
                for (int i = 0; i < 200; i++) {
                    block[i] = (byte) (random.nextInt(16) * random.nextInt(16));
                }
                return block;
            }
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @MethodSource("generators")
    void noSecretComesOut(String generator) throws IOException {
        Random random = new Random(42);
        List<byte[]> secrets = new ArrayList<>();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (int kind = 0; kind < 4; kind++) {
            for (int i = 0; i < SECRETS_PER_KIND; i++) {
                byte[] secret = secret(random, i % 4);
                secrets.add(secret);
                data.writeBytes(surroundings(random, kind, i));
                data.writeBytes(secret);
            }
        }
        byte[] original = data.toByteArray();
        Path file = Files.write(folder.resolve("c.ds"), Characterizations.file(original, 32 << 10));
        try (DataSample sample = DataSample.ofBytes("original", original);
                Characterization characterization = Characterization.open(file)) {
            DataProducer.Builder builder = DataProducer.of(characterization)
                    .generator(generator, Map.of())
                    .seed(7);
            assumeThatCode(() -> builder.build().close()).doesNotThrowAnyException();
            try (DataProducer producer = builder.build()) {
                AuditResult result = Audit.run(
                        sample,
                        file,
                        producer.stream(2L * original.length),
                        2L * original.length,
                        Canaries.of(secrets),
                        done -> {});
                assertThat(result.canaries()).isEqualTo(4 * SECRETS_PER_KIND);
                assertThat(result.canariesInOutput()).isZero();
                assertThat(result.canariesInFile()).isZero();
                assertThat(result.reasons()).isEmpty();
            }
        }
    }
}
