package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.cli.command.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What characterizations made by scans reveal, from the scan to the verdict. */
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

    private ObjectNode audit(String original, String characterization, int code) {
        TestRun run = TestRun.of("audit", original, characterization, "--json", "--quiet");
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        return Json.parse(run.out());
    }

    @Test
    void addressesThatASyntheticTableRepeatsFailIt() throws IOException {
        String original = people("people.csv", 1);
        assertThat(TestRun.of("scan", original, "-o", path("people.ds"), "--quiet")
                        .code())
                .isZero();
        ObjectNode report = audit(original, path("people.ds"), 1);
        assertThat(report.get("verdict").asString()).isEqualTo("fail");
        JsonNode repeated = report.get("output").get("repeated");
        assertThat(repeated.get("share").asDouble()).isGreaterThan(0.001);
        assertThat(repeated.get("longest").asInt()).isGreaterThanOrEqualTo(16);
        // Each example stands in the original, where the report says.
        String text = Files.readString(Path.of(original));
        assertThat(repeated.get("examples")).isNotEmpty();
        for (JsonNode example : repeated.get("examples")) {
            int at = example.get("originalOffset").asInt();
            int length = example.get("length").asInt();
            assertThat(text.substring(at, at + length))
                    .startsWith(example.get("text").asString());
        }
    }

    /** A table of few addresses: each is so frequent that chance explains it, and is repeated whole. */
    @Test
    void addressesThatAreFrequentAsAWholeFailIt() throws IOException {
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
        assertThat(TestRun.of("scan", original, "-o", path("few.ds"), "--quiet").code())
                .isZero();
        ObjectNode report = audit(original, path("few.ds"), 1);
        assertThat(report.get("verdict").asString()).isEqualTo("fail");
        JsonNode values = report.get("output").get("values");
        assertThat(values.get("distinct").asInt()).isBetween(33, 192);
        assertThat(values.get("share").asDouble()).isGreaterThan(0.05);
        assertThat(values.get("examples")).isNotEmpty();
        for (JsonNode example : values.get("examples")) {
            assertThat(addresses).contains(example.get("text").asString());
        }
        assertThat(report.get("reasons").toString()).contains("frequent values of 16 bytes and more");
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
        assertThat(report.get("output").get("repeated").get("runs").asInt()).isZero();
    }
}
