package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** The audit of characterizations, from the scan to the verdict. */
@Tag("slow")
final class AuditCommandTest {

    private static final String[] FIRST = {
        "anna", "bruno", "carla", "dmitri", "elena", "fabian", "greta", "henrik", "ines", "jakob", "katja", "lorenz",
        "marta", "nils", "olga", "paul", "quentin", "rosa", "stefan", "tilda", "ulrich", "vera", "walter", "xenia"
    };
    private static final String[] LAST = {
        "albrecht", "baumann", "castellano", "dietrich", "engstrom", "fernandez", "grabowski", "hofmann", "ivanova",
        "johansson", "kowalski", "lindqvist", "moreau", "nakamura", "oliveira", "petersen", "quiroga", "rasmussen",
        "schneider", "tanaka", "ulrichsen", "vandenberg", "wisniewski", "yamamoto", "zimmermann"
    };
    private static final String[] DOMAINS = {"example.com", "mail.example.org", "post.example.net"};

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    /** Writes people, a line each, with the numbers of a seed. */
    private String people(String name, long seed) throws IOException {
        Random random = new Random(seed);
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            String first = FIRST[random.nextInt(FIRST.length)];
            String last = LAST[random.nextInt(LAST.length)];
            table.append(1000 + i).append(',').append(first).append(',').append(last);
            table.append(',').append(first).append('.').append(last).append(random.nextInt(90) + 10);
            table.append('@').append(DOMAINS[random.nextInt(DOMAINS.length)]);
            table.append(",+49 ").append(random.nextInt(900_000) + 100_000).append('\n');
        }
        return Files.writeString(folder.resolve(name), table).toString();
    }

    /** Writes 1 MB of 400 words, of which some are much more frequent than others. */
    private String words(String name, long seed) throws IOException {
        Random random = new Random(seed);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            StringBuilder word = new StringBuilder();
            for (int letters = 3 + random.nextInt(7); letters > 0; letters--) {
                word.append((char) ('a' + random.nextInt(26)));
            }
            words.add(word.toString());
        }
        StringBuilder text = new StringBuilder();
        while (text.length() < 1_000_000) {
            text.append(words.get((int) (400 * random.nextDouble() * random.nextDouble() * random.nextDouble())))
                    .append(' ');
        }
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private ObjectNode audit(String original, String characterization, int code) {
        TestRun run = TestRun.of("audit", original, characterization, "--json", "--quiet");
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        return Json.parse(run.out());
    }

    private ObjectNode scanAndAudit(String original, int code, String... options) {
        List<String> scan = new ArrayList<>(List.of("scan", original, "-o", path("c.ds"), "--quiet", "--force"));
        scan.addAll(List.of(options));
        TestRun run = TestRun.of(scan.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return audit(original, path("c.ds"), code);
    }

    private static double share(ObjectNode report, String name) {
        return report.get("output").get("runStarts").get(name).asDouble();
    }

    /** A bundled characterization is no file, and neither is what a pipe gives. */
    @Test
    void bundledCharacterizationsAndPipesAreAudited() throws Exception {
        String original = people("people.csv", 1);
        ObjectNode bundled = audit(original, "prose", 0);
        assertThat(TestRun.of("audit", original, "prose").out().lines())
                .hasSizeGreaterThan(30)
                .allMatch(line -> line.length() <= 100);
        assertThat(TestRun.of("characterizations", "prose", "-o", path("prose.ds"))
                        .code())
                .isZero();
        assertThat(bundled).isEqualTo(audit(original, path("prose.ds"), 0));
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no named pipes here");
        CompletableFuture<Long> feeding = CompletableFuture.supplyAsync(() -> {
            try (OutputStream out = Files.newOutputStream(pipe)) {
                return Files.copy(folder.resolve("prose.ds"), out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(audit(original, pipe.toString(), 0)).isEqualTo(bundled);
        assertThat(feeding.get(5, TimeUnit.MINUTES)).isPositive();
    }

    /** Each name and domain is frequent, and no address is. */
    @Test
    void addressesOfPeopleAreOtherOnes() throws IOException {
        String original = people("people.csv", 1);
        ObjectNode report = scanAndAudit(original, 0);
        assertThat(report.get("verdict").asString()).isEqualTo("pass");
        assertThat(share(report, "share")).isLessThanOrEqualTo(share(report, "byChance") + 1e-5);
        assertThat(report.get("output").get("runStarts").get("atLeast").asInt()).isEqualTo(12);
    }

    /** Contexts of four bytes give back frequent words whole. */
    @Test
    void freeTextsOfWordsFail() throws IOException {
        String original = words("words.txt", 5);
        ObjectNode report = scanAndAudit(original, 0);
        assertThat(report.get("verdict").asString()).isEqualTo("pass");
        ObjectNode freer = scanAndAudit(original, 1, "--anonymity", "free");
        assertThat(freer.get("verdict").asString()).isEqualTo("fail");
        assertThat(share(freer, "share")).isGreaterThan(share(freer, "byChance"));
        assertThat(share(freer, "byChance")).isEqualTo(share(report, "byChance"));
        assertThat(freer.get("reasons").toString()).contains("runs of 12 bytes and more of the original begin at");
    }

    /** A table of few addresses, each of which occurs some thirty times. */
    @Test
    void addressesThatAreFrequentAsAWholeAreOtherOnes() throws IOException {
        Random random = new Random(20);
        StringBuilder table = new StringBuilder("id,first,last,email,city\n");
        Set<String> addresses = new HashSet<>();
        String[] cities = {"Berlin", "Lyon", "Porto", "Turin", "Ghent", "Graz"};
        for (int i = 1; i <= 6_000; i++) {
            String first = FIRST[random.nextInt(16)];
            String last = LAST[random.nextInt(12)];
            String address = first + "." + last + "@example.org";
            addresses.add(address);
            table.append(String.join(
                            ",", Integer.toString(i), first, last, address, cities[random.nextInt(cities.length)]))
                    .append('\n');
        }
        assertThat(addresses).hasSize(192);
        String original = Files.writeString(folder.resolve("few.csv"), table).toString();
        assertThat(scanAndAudit(original, 0).get("verdict").asString()).isEqualTo("pass");
    }

    static Stream<Named<String>> kinds() {
        Random random = new Random(21);
        StringBuilder log = new StringBuilder();
        StringBuilder mail = new StringBuilder();
        StringBuilder code = new StringBuilder();
        StringBuilder bases = new StringBuilder();
        for (int i = 0; i < 12_000; i++) {
            String first = FIRST[random.nextInt(FIRST.length)];
            String last = LAST[random.nextInt(LAST.length)];
            log.append(String.format(
                    Locale.ROOT,
                    "2021-03-%02d %02d:%02d:%02d INFO [worker-%d] session of user %s opened from 10.0.%d.%d\n",
                    1 + i / 500,
                    i / 500 % 24,
                    i / 60 % 60,
                    i % 60,
                    random.nextInt(8),
                    first,
                    random.nextInt(4),
                    random.nextInt(256)));
            if (i % 10 == 0) {
                mail.append("From: ")
                        .append(first)
                        .append(' ')
                        .append(last)
                        .append(" <")
                        .append(first);
                mail.append("@example.com>\nSubject: Re: minutes of the meeting\n\nDear ")
                        .append(LAST[i % 25]);
                mail.append(",\n\n");
                for (int word = 0; word < 60; word++) {
                    int drawn = random.nextInt(LAST.length) * random.nextInt(LAST.length) / LAST.length;
                    mail.append(LAST[drawn], 0, 3 + drawn % 4).append(word % 12 == 11 ? "\n" : " ");
                }
                mail.append("\nKind regards,\n").append(first).append("\n\n");
            }
            code.append("    private final int ")
                    .append(first)
                    .append(i % 50)
                    .append(" = ")
                    .append(random.nextInt(1000));
            code.append(";\n    /** Returns the ")
                    .append(last)
                    .append(". */\n    int ")
                    .append(last);
            code.append("() {\n        return ").append(first).append(i % 50).append(";\n    }\n\n");
            for (int base = 0; base < 60; base++) {
                bases.append("ACGT".charAt(random.nextInt(4)));
            }
        }
        return Stream.of(
                Named.of("log", log.toString()),
                Named.of("mail", mail.toString()),
                Named.of("source code", code.toString()),
                Named.of("DNA", bases.toString()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void dataOfEveryKindIsSafeToShare(String data) throws IOException {
        String original = Files.writeString(folder.resolve("data"), data).toString();
        ObjectNode report = scanAndAudit(original, 0);
        assertThat(report.get("reasons")).isEmpty();
        assertThat(share(report, "share")).isLessThanOrEqualTo(share(report, "byChance") + 1e-5);
    }

    /** The same characterization against bytes it does not come from: what nobody could have copied is not held against it. */
    @Test
    void dataOfAnotherKindPasses() throws IOException {
        byte[] noise = new byte[1 << 20];
        new Random(6).nextBytes(noise);
        String original = Files.write(folder.resolve("noise"), noise).toString();
        assertThat(TestRun.of("scan", original, "-o", path("noise.ds"), "--quiet")
                        .code())
                .isZero();
        ObjectNode report = audit(original, path("noise.ds"), 0);
        assertThat(report.get("verdict").asString()).isEqualTo("pass");
        assertThat(share(report, "share")).isZero();
    }
}
