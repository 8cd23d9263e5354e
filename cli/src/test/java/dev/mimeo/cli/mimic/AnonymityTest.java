package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.cli.TestRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of commands on data with secrets, and the options that limit what a scan reveals. */
final class AnonymityTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final List<String> secrets = new ArrayList<>();

    @BeforeEach
    void plant() throws IOException {
        Random random = new Random(12);
        StringBuilder data = new StringBuilder();
        for (int i = 0; i < 600; i++) {
            String secret = Long.toString(random.nextLong() & Long.MAX_VALUE, 36);
            secrets.add(secret);
            data.append("2020-03-04 10:22:").append(10 + i % 50).append(" INFO session user=");
            data.append(random.nextInt(100)).append(" key=").append(secret).append(" state=open\n");
        }
        Files.writeString(folder.resolve("data"), data, StandardCharsets.US_ASCII);
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private TestRun scan(String... options) {
        List<String> args = new ArrayList<>(List.of("scan", at("data"), "-o", at("c.ds"), "--chunk-size", "4KiB"));
        for (String scanner : List.of("histogram", "repetition", "duplicates", "mimic")) {
            args.addAll(List.of("--scanner", scanner));
        }
        args.addAll(List.of(options));
        return TestRun.of(args.toArray(String[]::new));
    }

    @Test
    void nothingThatIsPrintedHoldsASecret() {
        assertThat(scan("--effort=fast").code()).isZero();
        for (List<String> command : List.of(
                List.of("describe", at("c.ds")),
                List.of("describe", at("c.ds"), "--json"),
                List.of("audit", at("data"), at("c.ds")),
                List.of("audit", at("data"), at("c.ds"), "--json"),
                List.of("audit", at("data"), at("c.ds"), "--generator", "mimic"),
                List.of("ds2txt", at("c.ds")))) {
            TestRun run = TestRun.of(command.toArray(String[]::new));
            assertThat(run.code()).as("%s: %s", command, run.err()).isZero();
            if (command.contains("mimic")) {
                assertThat(run.out()).containsPattern("holds [0-9,]+ strings of at most [2-5] bytes; the rarest");
            }
            String printed = run.out() + run.err();
            assertThat(printed).isNotEmpty();
            assertThat(secrets).isNotEmpty().noneMatch(printed::contains);
        }
    }

    @Test
    void limitsAreKeptAndObeyed() throws IOException {
        TestRun run =
                scan("--effort=fast", "--anonymity", "strict", "--k-anonymity", "30", "--noise", "0.5", "--seed", "9");
        assertThat(run.code()).as(run.err()).isZero();
        try (Characterization characterization = Characterization.open(folder.resolve("c.ds"))) {
            assertThat(characterization.dataset().scanners())
                    .contains("histogram,noise=0.5,seed=9")
                    .contains("repetition,every=64,noise=0.5,seed=9")
                    .contains("mimic,anonymity=strict,effort=fast,k-anonymity=30,noise=0.5,seed=9");
            for (ContentClass content :
                    Objects.requireNonNull(characterization.mimicModel()).classes()) {
                assertThat(Objects.requireNonNull(content.model()).tables()).hasSize(1);
                content.model()
                        .forEachString((string, count) ->
                                assertThat(count).isGreaterThanOrEqualTo(25)); // 30, rounded to a third of an octave
            }
        }
        assertThat(TestRun.of("describe", at("c.ds")).out()).contains("k-anonymity=30");
    }

    @Test
    void noiseIsTheSameForASeed() throws IOException {
        byte[][] files = new byte[3][];
        for (int i = 0; i < 3; i++) {
            TestRun run = scan("--effort=fast", "--noise", "0.1", "--seed", i < 2 ? "1" : "2", "--force");
            assertThat(run.code()).as(run.err()).isZero();
            files[i] = Files.readAllBytes(folder.resolve("c.ds"));
        }
        assertThat(files[1]).isEqualTo(files[0]).isNotEqualTo(files[2]);
    }

    @ParameterizedTest
    @CsvSource({
        "--k-anonymity, 0, 1 to 1000000",
        "--k-anonymity, many, many",
        "--anonymity, 2, 'strict, normal or free'",
        "--anonymity, Strict, 'strict, normal or free'",
        "--noise, 0, 0.001 to 1000",
        "--noise, NaN, 0.001 to 1000",
        "--effort, quick, 'fast, normal or best'"
    })
    void absurdLimitsAreUsageErrors(String option, String value, String message) {
        TestRun run = scan(option, value);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
        assertThat(Files.exists(folder.resolve("c.ds"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--k-anonymity=9", "--anonymity=free", "--effort=fast", "--noise=1"})
    void limitsWithoutTheirScannerAreUsageErrors(String option) {
        TestRun run = TestRun.of("scan", at("data"), "-o", at("c.ds"), "--scanner", "compression", option);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("which is not used");
    }

    @Test
    void whatAScannerSaysOtherwiseIsAUsageError() {
        TestRun run = TestRun.of(
                "scan", at("data"), "-o", at("c.ds"), "--scanner", "mimic,k-anonymity=9", "--k-anonymity", "8");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("contradict each other");
    }
}
