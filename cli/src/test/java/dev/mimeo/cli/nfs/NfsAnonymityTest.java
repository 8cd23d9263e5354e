package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The traces of hosts, handles, users and keys in the output of {@code mimeo nfs convert}. */
@Tag("thorough")
final class NfsAnonymityTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final Set<String> HOSTS = Set.of("source", "dest", "destination", "server", "client", "host");
    private static final Set<String> HANDLES = Set.of("filehandle", "lookup_dir_filehandle", "dir_filehandle");
    private static final Set<String> USERS = Set.of("uid");
    private static final Set<String> GROUPS = Set.of("gid");
    private static final String FIRST_KEY = "00112233445566778899aabbccddeeff";
    private static final String SECOND_KEY = "0123456789abcdeffedcba98765432100f1e2d3c4b5a6978";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path keys() throws IOException {
        return Files.writeString(
                folder.resolve("keys"), "NAME_KEY_1=" + FIRST_KEY + "\nNAME_KEY_2=" + SECOND_KEY + "\n");
    }

    private TestRun convert(String capture, String output, String... options) throws IOException {
        return TestRun.of(Stream.concat(
                        Stream.of(
                                "nfs",
                                "convert",
                                SharedData.path("nfs/captures/" + capture).toString(),
                                "-o",
                                folder.resolve(output).toString(),
                                "--keys",
                                keys().toString(),
                                "--other-rpc",
                                "--reproducible",
                                "--compress",
                                "none"),
                        Stream.of(options))
                .toArray(String[]::new));
    }

    private List<JsonNode> rows(String output) {
        TestRun run = TestRun.of("ds2txt", folder.resolve(output).toString(), "--json");
        assertThat(run.code()).as(run.err()).isZero();
        // Tables take turns in the file by the size of their extents, and tokens have other lengths.
        return run.out()
                .lines()
                .map(MAPPER::readTree)
                .sorted(Comparator.comparing(row -> row.get("type").asString()))
                .toList();
    }

    private List<JsonNode> traces(String output) {
        return rows(output).stream()
                .filter(row -> row.get("type").asString().startsWith("Trace::"))
                .toList();
    }

    /** Checks that equal values became equal ones and different ones different ones, in all tables. */
    private static void match(Map<String, String> forth, Map<String, String> back, JsonNode clear, JsonNode token) {
        String from = clear.toString();
        String to = token.toString();
        assertThat(forth.computeIfAbsent(from, key -> to)).isEqualTo(to);
        assertThat(back.computeIfAbsent(to, key -> from)).isEqualTo(from);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wswiki-nfsv3.pcap",
                "wswiki-nfsv4.1_pnfs.cap",
                "nfstrace-lo-nfsv3-nfsacl.pcap.bz2",
                "zeek-mount-unmount.pcap",
                "nfstrace-tcp-nfsv41.pcap.bz2"
            })
    void nothingButHostsHandlesAndIdsIsReplacedAndNoneOfTheseIsLeft(String capture) throws IOException {
        assertThat(convert(capture, "clear.ds").code()).isZero();
        TestRun run =
                convert(capture, "hidden.ds", "--anon-addresses", "prefix", "--anon-handles", "--anon-ids", "--debug");
        assertThat(run.code()).as(run.err()).isZero();
        List<JsonNode> clear = rows("clear.ds");
        List<JsonNode> hidden = rows("hidden.ds");
        assertThat(hidden).hasSameSizeAs(clear);
        Map<Set<String>, Map<String, String>> forth = new HashMap<>();
        Map<Set<String>, Map<String, String>> back = new HashMap<>();
        Map<String, String> noIds = Map.of("-1", "-1", "null", "null");
        for (int i = 0; i < clear.size(); i++) {
            JsonNode from = clear.get(i);
            JsonNode to = hidden.get(i);
            assertThat(to.get("type")).isEqualTo(from.get("type"));
            String type = from.get("type").asString();
            for (Map.Entry<String, JsonNode> field : from.get("row").properties()) {
                JsonNode value = Objects.requireNonNull(to.get("row").get(field.getKey()));
                Set<String> kind = kind(field.getKey());
                if (kind.isEmpty()) {
                    boolean options = type.endsWith("::converter") || type.endsWith("::host");
                    if (!options) {
                        assertThat(value).as(type + " " + field).isEqualTo(field.getValue());
                    }
                } else if (!noIds.containsKey(field.getValue().toString())) {
                    match(
                            forth.computeIfAbsent(kind, key -> new HashMap<>()),
                            back.computeIfAbsent(kind, key -> new HashMap<>()),
                            field.getValue(),
                            value);
                } else {
                    assertThat(value).isEqualTo(field.getValue());
                }
            }
        }
        noneIsLeft(forth);
    }

    private static Set<String> kind(String field) {
        return Stream.of(HOSTS, HANDLES, USERS, GROUPS)
                .filter(kind -> kind.contains(field))
                .findFirst()
                .orElse(Set.of());
    }

    private void noneIsLeft(Map<Set<String>, Map<String, String>> forth) throws IOException {
        String stored = new String(Files.readAllBytes(folder.resolve("hidden.ds")), StandardCharsets.ISO_8859_1);
        String clear = new String(Files.readAllBytes(folder.resolve("clear.ds")), StandardCharsets.ISO_8859_1);
        int handles = 0;
        for (String handle : forth.getOrDefault(HANDLES, Map.of()).keySet()) {
            JsonNode node = MAPPER.readTree(handle);
            String content = node.isString()
                    ? new String(node.asString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)
                    : new String(HexFormat.of().parseHex(node.get("hex").asString()), StandardCharsets.ISO_8859_1);
            if (content.length() >= 8) {
                assertThat(clear.contains(content)).isTrue();
                assertThat(stored.contains(content)).as(handle).isFalse();
                handles++;
            }
        }
        assertThat(handles).isPositive();
        for (Set<String> kind : List.of(HOSTS, USERS, GROUPS)) {
            forth.getOrDefault(kind, Map.of())
                    .forEach((from, to) -> assertThat(to).isNotEqualTo(from));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hmac", "ints"})
    void aMapTellsNamesToItsOwnerAlone(String mode) throws IOException {
        Path map = folder.resolve("map.txt");
        TestRun run = convert(
                "wswiki-nfsv3.pcap", "out.ds", "--anonymize", mode, "--write-map", map.toString(), "--memory", "1MiB");
        assertThat(run.code()).as(run.err()).isZero();
        if (Files.getFileStore(map).supportsFileAttributeView("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(map)))
                    .isEqualTo("rw-------");
        }
        Map<String, String> names = new HashMap<>();
        for (String line : Files.readAllLines(map)) {
            String[] parts = line.split("\t", -1);
            assertThat(names.put(parts[0], parts[1])).as("once").isNull();
        }
        assertThat(convert("wswiki-nfsv3.pcap", "clear.ds", "--anonymize", "none")
                        .code())
                .isZero();
        // The messages about the conversion differ.
        List<JsonNode> clear = traces("clear.ds");
        List<JsonNode> hidden = traces("out.ds");
        int checked = 0;
        for (int i = 0; i < clear.size(); i++) {
            JsonNode name = clear.get(i).get("row").get("filename");
            if (name != null && !name.isNull()) {
                JsonNode token = hidden.get(i).get("row").get("filename");
                String digits = token.isString()
                        ? HexFormat.of().formatHex(token.asString().getBytes(StandardCharsets.UTF_8))
                        : token.get("hex").asString();
                assertThat(names.get(digits)).isEqualTo(name.asString());
                checked++;
            }
        }
        assertThat(checked).isPositive();
        TestRun again = convert("wswiki-nfsv3.pcap", "again.ds", "--anonymize", mode, "--write-map", map.toString());
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("exists already");
        assertThat(convert("wswiki-nfsv3.pcap", "again.ds", "--write-map", map.toString())
                        .code())
                .as("nothing to write down")
                .isEqualTo(2);
    }

    @Test
    void addressesOfIpv6AreReplacedToo() throws IOException {
        String capture = "nfstrace-ipv6-tcp-nfsv3.pcap.bz2";
        assertThat(convert(capture, "clear.ds", "--no-ip").code()).isZero();
        assertThat(convert(capture, "hidden.ds", "--no-ip", "--anon-addresses", "prefix")
                        .code())
                .isZero();
        Set<String> addresses = new TreeSet<>();
        for (JsonNode row : rows("clear.ds")) {
            if (row.get("type").asString().endsWith("::host")) {
                addresses.add(row.get("row").get("address").get("hex").asString());
            }
        }
        assertThat(addresses).isNotEmpty();
        String stored = HexFormat.of().formatHex(Files.readAllBytes(folder.resolve("hidden.ds")));
        assertThat(addresses).isNotEmpty().noneMatch(stored::contains);
        String manifest = folder.resolve("m.json").toString();
        String path = SharedData.path("nfs/captures/" + capture).toString();
        String keys = keys().toString();
        TestRun info = TestRun.of("nfs", "info", path, "-o", manifest, "--anon-addresses", "prefix", "--keys", keys);
        assertThat(info.code()).as(info.err()).isZero();
        String facts = Files.readString(Path.of(manifest));
        assertThat(addresses).isNotEmpty().noneMatch(facts::contains);
        for (JsonNode row : rows("hidden.ds")) {
            if (row.get("type").asString().endsWith("::host")) {
                assertThat(facts)
                        .contains(row.get("row").get("address").get("hex").asString());
            }
        }
        assertThat(TestRun.of("nfs", "convert", path, "--manifest", manifest, "-o", folder + "/t", "--keys", keys)
                        .code())
                .isZero();
    }

    @Test
    void manifestsNeedKeysForAddresses() {
        TestRun info = TestRun.of("nfs", "info", "x.pcap", "-o", folder + "/m.json", "--anon-addresses", "prefix");
        assertThat(info.code()).isEqualTo(2);
        assertThat(info.err()).contains("--keys");
    }

    /** Neither what is written nor what is said has a key, as hexadecimal digits or as it is. */
    @ParameterizedTest
    @ValueSource(strings = {"encrypt", "classic", "hmac", "none", "wrong"})
    void keysAreNowhere(String mode) throws IOException {
        List<String> said = new ArrayList<>();
        if (mode.equals("wrong")) {
            // Not even where they are not good, and all is told.
            for (String keys : List.of(FIRST_KEY + "zz", "NAME_KEY_1=" + FIRST_KEY + "0\nNAME_KEY_2=" + SECOND_KEY)) {
                Path file = Files.writeString(folder.resolve("bad"), keys);
                String[] options = {"--keys", file.toString(), "--debug", "--json"};
                TestRun run = TestRun.of(
                        Stream.concat(Stream.of("nfs", "convert", "x.pcap", "-o", folder + "/x.ds"), Stream.of(options))
                                .toArray(String[]::new));
                assertThat(run.code()).isNotZero();
                said.add(run.out() + run.err());
                TestRun decrypt = TestRun.of("nfs", "decrypt", "--keys", file.toString(), "--debug");
                said.add(decrypt.out() + decrypt.err());
            }
        } else {
            TestRun run = convert(
                    "wswiki-nfsv3.pcap",
                    "out.ds",
                    "--anonymize",
                    mode,
                    "--anon-addresses",
                    "prefix",
                    "--anon-handles",
                    "--anon-ids",
                    "--debug",
                    "--json");
            assertThat(run.code()).as(run.err()).isZero();
            said.add(run.out() + run.err());
            said.add(new String(Files.readAllBytes(folder.resolve("out.ds")), StandardCharsets.ISO_8859_1));
            said.add(TestRun.of("ds2txt", folder.resolve("out.ds").toString()).out());
            TestRun failed =
                    convert("wswiki-nfsv3.pcap", "out.ds", "--anonymize", mode, "--anon-handles", "--debug", "--json");
            assertThat(failed.code()).as("exists").isEqualTo(1);
            said.add(failed.out() + failed.err());
        }
        for (String text : said) {
            for (String key : List.of(FIRST_KEY, SECOND_KEY)) {
                assertThat(text).doesNotContainIgnoringCase(key);
                assertThat(text).doesNotContainIgnoringCase(key.substring(0, 24));
                assertThat(text).doesNotContain(new String(HexFormat.of().parseHex(key), StandardCharsets.ISO_8859_1));
            }
        }
    }
}
