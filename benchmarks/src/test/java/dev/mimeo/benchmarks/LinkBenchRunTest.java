package dev.mimeo.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mimeo.benchmarks.LinkBenchRun.Operation;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.integrations.linkbench.MimeoDataGenerator;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The adapter for LinkBench against a real MariaDB, called as LinkBench calls it: one that the test starts, or that of the
 * property {@code mimeo.linkbench.jdbc}. {@code mimeo.linkbench.nodes} makes the graph larger.
 */
@Tag("slow")
final class LinkBenchRunTest {

    private static final int NODES = Integer.getInteger("mimeo.linkbench.nodes", 4000);
    private static final String PAGE_COMPRESSED = "PAGE_COMPRESSED=1 PAGE_COMPRESSION_LEVEL=6";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path folder;

    private static @Nullable MariaDbServer server;
    private static String url = System.getProperty("mimeo.linkbench.jdbc", "");

    @BeforeAll
    static void start() {
        if (url.isEmpty()) {
            try {
                server = LinkBenchExperiment.server(folder.resolve("server"));
                url = server.jdbcUrl();
            } catch (IOException | RuntimeException | LinkageError e) {
                abort("MariaDB does not run here: " + e.getMessage());
            }
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static Properties generators(String name) {
        Properties properties = new Properties();
        for (String key : List.of("node_add_datagen", "node_up_datagen", "link_add_datagen", "link_up_datagen")) {
            properties.setProperty(key, name);
        }
        return properties;
    }

    private static Properties mimeo(String profile) {
        Properties properties = generators(MimeoDataGenerator.class.getName());
        properties.setProperty("mimeo_profile", profile);
        properties.setProperty("mimeo_pool_mb", "16");
        return properties;
    }

    private static LinkBenchRun run(Properties generators, String options, int nodes, int nodeBytes, int loaders) {
        return new LinkBenchRun(url, options, generators, nodes, 5, nodeBytes, 8, loaders, 3, nodes / 2);
    }

    private static Path profile(String name) throws IOException {
        return Files.write(folder.resolve(name + ".ds"), BundledCharacterizations.bytes(name));
    }

    private static Map<Operation, Long> counts(LinkBenchRun.Requests requests) {
        Map<Operation, Long> counts = new TreeMap<>();
        for (Operation operation : Operation.values()) {
            counts.put(operation, requests.count(operation));
        }
        return counts;
    }

    @Test
    void loadsAndRequestsDoTheSameWhateverTheContent() throws Exception {
        LinkBenchRun prose = run(mimeo(profile("prose").toString()), "", NODES / 2, 128, 3);
        assertThat(prose.load()).isEqualTo(5L * (NODES / 2));
        Map<Operation, Long> counts = counts(prose.request());
        assertThat(counts.values()).isNotEmpty().allMatch(count -> count > 0);
        assertThat(counts.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(3L * (NODES / 4));
        try (LinkBenchStore store = new LinkBenchStore(url)) {
            assertThat(store.number("SELECT COUNT(*) FROM nodetable"))
                    .isBetween((long) NODES / 2, NODES / 2 + counts.getOrDefault(Operation.ADD_NODE, 0L));
            assertThat(store.number("SELECT COUNT(*) FROM nodetable WHERE version > 1"))
                    .isPositive();
            assertThat(store.number("SELECT SUM(count) FROM counttable"))
                    .isEqualTo(store.number("SELECT COUNT(*) FROM linktable"));
        }
        LinkBenchRun genome = run(mimeo(profile("genome").toString()), "", NODES / 2, 128, 3);
        genome.load();
        assertThat(counts(genome.request())).isEqualTo(counts);
    }

    @Test
    void equalSeedsLoadEqualPayloads() throws Exception {
        Properties generators = mimeo(profile("prose").toString());
        LinkBenchRun run = run(generators, "", 2000, 128, 1);
        run.load();
        try (LinkBenchStore store = new LinkBenchStore(url)) {
            long nodes = store.nodeChecksum();
            long links = store.linkChecksum();
            run.load();
            assertThat(store.nodeChecksum()).isEqualTo(nodes);
            assertThat(store.linkChecksum()).isEqualTo(links);
            generators.setProperty("mimeo_seed", "77");
            run.load();
            assertThat(store.nodeChecksum()).isNotEqualTo(nodes);
            assertThat(store.linkChecksum()).isNotEqualTo(links);
        }
    }

    /** Returns a file to characterise, or skips the test if there is no folder of corpora beside the repository. */
    private static Path corpus(String name) {
        return SharedData.path("corpora/" + name);
    }

    /** Tables that the database compresses shrink as those of the original do, where zeros and random bytes do not. */
    @Test
    void compressedTablesAreAsLargeAsWithTheOriginal() throws Exception {
        Path text = corpus("text/lcet10.txt");
        Path profile = folder.resolve("lcet10.ds");
        LinkBenchExperiment.scan(text, profile, "mimic,effort=fast");
        for (String options : List.of(PAGE_COMPRESSED, "ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=4")) {
            Properties slices = generators(LinkBenchPayloads.OriginalSlices.class.getName());
            slices.setProperty(LinkBenchPayloads.ORIGINAL, text.toString());
            double original = nodeTable(slices, options);
            // Such files grow by steps, of a tenth of this one, where page compression gives back what it wins.
            double tolerance = options.equals(PAGE_COMPRESSED) ? 0.1 : 0.2;
            double zeros = nodeTable(generators(LinkBenchPayloads.Zeros.class.getName()), options) / original;
            double random = nodeTable(generators(LinkBenchPayloads.RandomBytes.class.getName()), options) / original;
            assumeThat(random)
                    .as("no compression of tables on this file system")
                    .isGreaterThan(1.1);
            assertThat(zeros).as("zeros, %s", options).isLessThan(0.9);
            for (String generator : List.of("motif", "mimic")) {
                Properties mimeo = mimeo(profile.toString());
                mimeo.setProperty("mimeo_generator", generator);
                double size = nodeTable(mimeo, options) / original;
                assertThat(size).as("%s, %s", generator, options).isBetween(1 - tolerance, 1 + tolerance);
            }
        }
    }

    private static long nodeTable(Properties generators, String options) throws Exception {
        // All of it is nodes, and large ones: few megabytes are to show what is allocated 64 pages at a time.
        new LinkBenchRun(url, options, generators, 2 * NODES, 0, 1024, 8, 0, 1, 0).load();
        try (LinkBenchStore store = new LinkBenchStore(url)) {
            return store.allocatedBytes("nodetable");
        }
    }

    @Test
    void aMistakeIsToldBeforeTheLoad() throws Exception {
        run(mimeo(profile("prose").toString()), "", 10, 128, 1).load();
        Properties generators = mimeo(folder.resolve("absent.ds").toString());
        assertThatThrownBy(() -> run(generators, "", 20, 128, 1).load())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "LinkBench property mimeo_profile: " + folder.resolve("absent.ds") + ": no such file");
        try (LinkBenchStore store = new LinkBenchStore(url)) {
            assertThat(store.number("SELECT COUNT(*) FROM nodetable"))
                    .as("nodes of the load before")
                    .isEqualTo(10);
        }
    }
}
