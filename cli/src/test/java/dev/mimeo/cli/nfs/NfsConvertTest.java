package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code mimeo nfs convert} over real captures, against the counts of other tools and the truth of known workloads. */
@Tag("thorough")
final class NfsConvertTest {

    private static final List<String> MOUNT_PROCEDURES = List.of("NULL", "MNT", "DUMP", "UMNT", "UMNTALL", "EXPORT");
    private static final int MOUNT = 100_005;

    /** The number of CREATE in version 4 (RFC 7530, section 16.4). */
    private static final int CREATE = 6;

    private static final int FIRST_CALLBACK = 128;

    /** The other tool takes this one for TLS, but there are a call and a reply in it. */
    private static final String TAKEN_FOR_TLS = "tcpdump-nfs-write-verf-cookie.pcapng";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    static Stream<String> captures() throws IOException {
        Path expected = SharedData.path("nfs/expected");
        try (Stream<Path> files = Files.list(expected)) {
            return files
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - ".json".length()))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** Rows of a table, each as values by column. */
    private static void rows(Path file, String table, RowConsumer consumer) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            if (reader.types().stream().noneMatch(type -> type.name().equals(table))) {
                return;
            }
            try (ExtentSource source = reader.extents(table, 1)) {
                for (Extent extent = source.next(); extent != null; extent = source.next()) {
                    Row row = new Row(extent);
                    for (row.number = 0; row.number < extent.rows(); row.number++) {
                        consumer.accept(row);
                    }
                }
            }
        }
    }

    @FunctionalInterface
    private interface RowConsumer {
        void accept(Row row);
    }

    private static final class Row {
        private final Extent extent;
        private final ExtentType type;
        private int number;

        Row(Extent extent) {
            this.extent = extent;
            this.type = extent.type();
        }

        long integer(String name) {
            int field = type.indexOf(name);
            return switch (type.fields().get(field).type()) {
                case BYTE -> extent.bytes(field)[number] & 0xff;
                case INT32 -> extent.ints(field)[number];
                case INT64 -> extent.longs(field)[number];
                case BOOL -> extent.booleans(field)[number] ? 1 : 0;
                default -> throw new IllegalArgumentException(name);
            };
        }

        String text(String name) {
            int field = type.indexOf(name);
            return new String(
                    extent.variables(field).array(),
                    extent.variables(field).offset(number),
                    extent.variables(field).length(number),
                    StandardCharsets.ISO_8859_1);
        }
    }

    private Path convert(String capture, String... options) {
        Path original = SharedData.path("nfs/captures");
        Path input = Stream.of("", ".gz", ".bz2")
                .map(suffix -> original.resolve(capture + suffix))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        Path output = folder.resolve(capture + ".ds");
        TestRun run = TestRun.of(Stream.concat(
                        Stream.of(
                                "nfs",
                                "convert",
                                input.toString(),
                                "-o",
                                output.toString(),
                                "--other-rpc",
                                "--anonymize",
                                "none",
                                "--force",
                                "--compress",
                                "lz4"),
                        Stream.of(options))
                .toArray(String[]::new));
        assertThat(run.err()).doesNotContain("Exception");
        assertThat(run.code()).as(run.err()).isZero();
        return output;
    }

    private static String direction(Row row) {
        return row.integer("is_request") == 1 ? ".call" : ".reply";
    }

    private static void count(Map<String, Integer> counts, String key) {
        counts.merge(key, 1, Integer::sum);
    }

    /** Returns how many calls and replies there are, by group and procedure as in the expected counts. */
    private static Map<String, Integer> messages(Path file) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        rows(file, "Trace::NFS::common", row -> {
            long operation = row.integer("op_id");
            if (row.integer("nfs_version") == 4) {
                if (operation < FIRST_CALLBACK) {
                    count(counts, "nfs_v4_procs/" + (operation == 0 ? "NULL" : "COMPOUND") + direction(row));
                }
            } else {
                String name = row.text("operation").toUpperCase(Locale.ROOT);
                count(counts, "nfs_v" + row.integer("nfs_version") + "/" + name + direction(row));
            }
        });
        rows(file, "Trace::RPC::other", row -> {
            if (row.integer("program") == MOUNT) {
                count(counts, "mount/" + MOUNT_PROCEDURES.get((int) row.integer("procedure")) + direction(row));
            }
        });
        rows(file, "Trace::NFS::v4-op", row -> {
            if (row.integer("op_id") < FIRST_CALLBACK) {
                // Other tools count by the number; the name of a CREATE says what it makes.
                String name = row.integer("op_id") == CREATE ? "create" : row.text("operation");
                count(counts, "nfs_v4_ops/" + name.toUpperCase(Locale.ROOT) + direction(row));
            }
        });
        return counts;
    }

    private static JsonNode json(String name) throws IOException {
        return new ObjectMapper().readTree(Files.readString(SharedData.path(name)));
    }

    private static Map<String, Integer> expected(JsonNode from) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String group : List.of("nfs_v2", "nfs_v3", "nfs_v4_procs", "nfs_v4_ops", "mount")) {
            from.path(group)
                    .properties()
                    .forEach(entry -> counts.put(
                            group + "/" + entry.getKey(), entry.getValue().asInt()));
        }
        return counts;
    }

    @ParameterizedTest
    @MethodSource("captures")
    void callsAndRepliesAreThoseOfOtherTools(String capture) throws IOException {
        JsonNode document = json("nfs/expected/" + capture + ".json");
        String authority = document.get("authoritative").asString();
        Map<String, Integer> found = messages(convert(capture));
        if (capture.equals(TAKEN_FOR_TLS)) {
            assertThat(found).isNotEmpty();
            return;
        }
        if (authority.startsWith("at_least_")) {
            Map<String, Integer> least = expected(document.get(authority.replace("at_least_", "")));
            assertThat(least).isNotEmpty();
            least.forEach((key, count) ->
                    assertThat(found.getOrDefault(key, 0)).as(key).isGreaterThanOrEqualTo(count));
            return;
        }
        Map<String, Integer> counts = expected(document.get(authority.equals("crosscheck") ? "crosscheck" : "tshark"));
        if (document.has("crosscheck") && !counts.keySet().stream().anyMatch(key -> key.startsWith("nfs_v4_ops"))) {
            found.keySet().removeIf(key -> key.startsWith("nfs_v4_ops"));
        }
        assertThat(found).isEqualTo(counts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ganesha-small-v3tcp", "ganesha-small-v3udp", "ganesha-small-v41tcp"})
    void bytesAndFilesAreThoseOfTheWorkload(String workload) throws IOException {
        JsonNode truth = json("nfs/truth/" + workload + ".json");
        Path file = convert(workload + ".pcap");
        long[] bytes = new long[2];
        rows(file, "Trace::NFS::read-write", row -> bytes[(int) row.integer("is_read")] += row.integer("bytes"));
        assertThat(bytes[0]).isEqualTo(truth.get("bytes_written").asLong());
        assertThat(bytes[1]).isEqualTo(truth.get("bytes_read").asLong());
        Map<String, Integer> operations = new TreeMap<>();
        truth.properties().stream()
                .filter(entry -> entry.getKey().endsWith(".callop"))
                .forEach(entry -> operations.put(
                        "nfs_v4_ops/" + entry.getKey().replace(".callop", ".call"),
                        entry.getValue().asInt()));
        // Only NFSv4 has operations within its messages.
        assertThat(operations.isEmpty()).isEqualTo(!workload.contains("v4"));
        assertThat(messages(file)).containsAllEntriesOf(operations);
    }

    /** Every byte of every stream is accounted for. */
    @ParameterizedTest
    @MethodSource("captures")
    void bytesOfStreamsAddUp(String capture) throws IOException {
        rows(convert(capture), "Summary::NFS::connection", row -> {
            long sum = row.integer("record_bytes")
                    + 4 * row.integer("marks")
                    + row.integer("gap_bytes")
                    + row.integer("resync_bytes")
                    + row.integer("nonrpc_bytes")
                    + row.integer("open_bytes");
            assertThat(sum)
                    .as(row.integer("source_port") + " to " + row.integer("dest_port"))
                    .isEqualTo(row.integer("stream_bytes"));
        });
    }

    @Test
    void twoRunsGiveTheSameBytes() throws IOException {
        Path file = convert("zeek-nfs_base.pcap", "--reproducible");
        byte[] first = Files.readAllBytes(file);
        assertThat(Files.readAllBytes(convert("zeek-nfs_base.pcap", "--reproducible")))
                .isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"encrypt", "classic", "hmac", "ints"})
    void noNameIsLeftAndWhoHasTheKeysPutsThemBack(String mode) throws IOException {
        Path clear = convert("wswiki-nfsv3.pcap", "--compress", "none");
        Set<String> names = new TreeSet<>();
        rows(clear, "Trace::NFS::attr-ops", row -> names.add(row.text("filename")));
        names.removeIf(name -> name.length() < 3);
        assertThat(names).isNotEmpty();
        Path keys = folder.resolve("keys");
        Files.writeString(
                keys, "NAME_KEY_1=%s%nNAME_KEY_2=%s%n".formatted("0123456789abcdef".repeat(2), "12".repeat(20)));
        Path output = folder.resolve("anonymous.ds");
        Path capture = SharedData.path("nfs/captures/wswiki-nfsv3.pcap");
        TestRun run = TestRun.of(
                "nfs",
                "convert",
                capture.toString(),
                "-o",
                output.toString(),
                "--anonymize",
                mode,
                "--keys",
                keys.toString(),
                "--compress",
                "none");
        assertThat(run.code()).as(run.err()).isZero();
        String stored = new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1);
        assertThat(names).isNotEmpty().noneMatch(stored::contains);
        assertThat(stored).contains(mode).doesNotContain("0123456789abcdef", "12".repeat(20));
        String text = TestRun.of("ds2txt", output.toString()).out();
        Path printed = folder.resolve("printed.txt");
        Files.writeString(printed, text);
        String back = TestRun.of("nfs", "decrypt", "--keys", keys.toString(), printed.toString())
                .out();
        if (mode.equals("encrypt") || mode.equals("classic")) {
            assertThat(names).isNotEmpty().allMatch(back::contains);
        } else {
            assertThat(back).isEqualTo(text);
        }
    }

    @Test
    void namesAreNotWrittenWithoutAWord() {
        Path capture = SharedData.path("nfs/captures/wswiki-nfsv3.pcap");
        TestRun run = TestRun.of(
                "nfs",
                "convert",
                capture.toString(),
                "-o",
                folder.resolve("no.ds").toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("NAME_KEY_1", "--keys", "--random-key", "--anonymize none");
        assertThat(folder.resolve("no.ds")).doesNotExist();
        TestRun random = TestRun.of(
                "nfs",
                "convert",
                capture.toString(),
                "-o",
                folder.resolve("no.ds").toString(),
                "--random-key");
        assertThat(random.code()).as(random.err()).isZero();
    }
}
