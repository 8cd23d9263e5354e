package dev.mimeo.integrations.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.facebook.LinkBench.generators.DataGenerator;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.generate.segment.SegmentWriter;
import dev.mimeo.testing.TestProfiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drives the generator as LinkBench does: made by name, prepared on one thread, used by another. */
@Tag("thorough")
final class MimeoDataGeneratorTest {

    private static final String NAME = "dev.mimeo.integrations.linkbench.MimeoDataGenerator";
    private static final String PREFIX = "node_add_datagen_";

    @TempDir
    Path folder;

    private final Properties props = new Properties();

    @BeforeEach
    void configure() throws IOException {
        Path profile = TestProfiles.write(folder.resolve("letters.ds"), 'a', 'z');
        for (String key : List.of("node_add_datagen", "node_up_datagen", "link_add_datagen", "link_up_datagen")) {
            props.setProperty(key, NAME + " ");
        }
        props.setProperty("mimeo_profile", profile + "  ");
    }

    private DataGenerator start(String prefix) throws ReflectiveOperationException {
        DataGenerator generator = Thread.currentThread()
                .getContextClassLoader()
                .loadClass(NAME)
                .asSubclass(DataGenerator.class)
                .getDeclaredConstructor()
                .newInstance();
        generator.init(props, prefix);
        return generator;
    }

    private static byte[] fill(DataGenerator generator, Random rng, int calls) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int call = 0; call < calls; call++) {
            all.writeBytes(generator.fill(rng, new byte[call * 37 % 255]));
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 254, 255, 4096, 1_048_575})
    void fillsTheArrayItIsGiven(int length) throws Exception {
        byte[] payload = new byte[length];
        assertThat(start(PREFIX).fill(new Random(1), payload)).isSameAs(payload);
        for (byte b : payload) {
            assertThat(b).isBetween((byte) 'a', (byte) 'z');
        }
    }

    @Test
    void drawsOneNumberForEachPayloadWhateverTheContent() throws Exception {
        DataGenerator letters = start(PREFIX);
        props.setProperty(
                "node_add_datagen_profile",
                TestProfiles.write(folder.resolve("digits.ds"), '0', '9').toString());
        DataGenerator digits = start(PREFIX);
        Random expected = new Random(5);
        Random first = new Random(5);
        Random second = new Random(5);
        for (int length : new int[] {100, 0, 1, 5000, 0}) {
            letters.fill(first, new byte[length]);
            digits.fill(second, new byte[length]);
            expected.nextLong();
            long next = expected.nextLong();
            assertThat(first.nextLong()).isEqualTo(next);
            assertThat(second.nextLong()).isEqualTo(next);
        }
    }

    @Test
    void handsOutConsecutiveSlicesOfTheStream() throws Exception {
        byte[] slices = fill(start(PREFIX), new Random(9), 500);
        try (Characterization characterization = Characterization.open(folder.resolve("letters.ds"));
                DataProducer producer = DataProducer.of(characterization).build()) {
            producer.seekObject(new Random(9).nextLong());
            assertThat(slices).isEqualTo(producer.getSynData(slices.length));
        }
    }

    @Test
    void equalSeedsGiveEqualPayloads() throws Exception {
        byte[] payloads = fill(start(PREFIX), new Random(9), 300);
        assertThat(fill(start(PREFIX), new Random(9), 300)).isEqualTo(payloads);
        assertThat(fill(start(PREFIX), new Random(10), 300)).isNotEqualTo(payloads);
        props.setProperty("node_add_datagen_seed", " 77 ");
        byte[] seeded = fill(start(PREFIX), new Random(9), 300);
        assertThat(seeded).isNotEqualTo(payloads);
        props.setProperty("mimeo_seed", "78");
        assertThat(fill(start(PREFIX), new Random(9), 300)).isEqualTo(seeded);
        assertThat(fill(start("link_up_datagen_"), new Random(9), 300)).isNotEqualTo(seeded);
    }

    @Test
    void aThreadEachUsesAnInstanceEach() throws Exception {
        List<byte[]> expected = new ArrayList<>();
        List<DataGenerator> generators = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            expected.add(fill(start(PREFIX), new Random(i), 200));
            generators.add(start(PREFIX));
        }
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try {
            List<Callable<byte[]>> calls = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                int number = i;
                calls.add(() -> fill(generators.get(number), new Random(number), 200));
            }
            List<Future<byte[]>> results = threads.invokeAll(calls);
            for (int i = 0; i < 64; i++) {
                assertThat(Arrays.equals(results.get(i).get(), expected.get(i)))
                        .as("instance %d", i)
                        .isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aPoolHoldsTheBeginningOfTheStream() throws Exception {
        props.setProperty("mimeo_pool_mb", "1 ");
        byte[] slices = fill(start(PREFIX), new Random(9), 500);
        byte[] pool;
        try (Characterization characterization = Characterization.open(folder.resolve("letters.ds"));
                DataProducer producer = DataProducer.of(characterization).build()) {
            pool = producer.getSynData(1 << 20);
        }
        String twice = new String(pool, StandardCharsets.ISO_8859_1).repeat(2);
        assertThat(twice).contains(new String(slices, StandardCharsets.ISO_8859_1));
        assertThat(fill(start(PREFIX), new Random(9), 500)).isEqualTo(slices);
        assertThat(fill(start(PREFIX), new Random(8), 500)).isNotEqualTo(slices);
        props.setProperty("mimeo_pool_mb", "-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(PREFIX))
                .withMessage("LinkBench property mimeo_pool_mb must be a number of MiB up to 2047, or 0 for no pool,"
                        + " got '-1'");
    }

    @Test
    void aSegmentGivesPayloadsThatAreNotRepeated() throws Exception {
        Path file = folder.resolve("prose.seg");
        try (Characterization prose = BundledCharacterizations.open("prose")) {
            SegmentWriter.write(file, prose, new SegmentWriter.Settings("prose", 1 << 20, 1, 1));
        }
        props.setProperty("mimeo_profile", file.toString());
        props.setProperty("mimeo_seed", "3");
        byte[] slices = fill(start(PREFIX), new Random(9), 500);
        byte[] expected = new byte[slices.length];
        SegmentFile.open(file).payloads(3).source(new Random(9).nextLong()).fill(expected, 0, expected.length);
        assertThat(slices).isEqualTo(expected);

        props.setProperty("mimeo_pool_mb", "1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(PREFIX))
                .withMessage("LinkBench property mimeo_profile: " + file
                        + ": a segment needs neither a generator nor a pool: leave those keys out");
    }

    @Test
    void refusesToStartWithoutAProfile() {
        props.remove("mimeo_profile");
        props.setProperty("node_add_datagen_profile", " ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(PREFIX))
                .withMessage("LinkBench property node_add_datagen_profile (or mimeo_profile) must name a"
                        + " characterization: a file, or one that comes with Mimeo");
    }

    @Test
    void checksTheGeneratorsOfTheRequestPhaseBeforeTheLoad() {
        props.setProperty("link_up_datagen_profile", folder.resolve("absent.ds").toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(PREFIX))
                .withMessageStartingWith("LinkBench property link_up_datagen_profile: " + folder.resolve("absent.ds")
                        + ": no such file, and no bundled characterization '");
    }

    @Test
    void leavesGeneratorsOfOthersAlone() throws Exception {
        props.setProperty("link_up_datagen", "com.facebook.LinkBench.generators.UniformDataGenerator");
        props.setProperty("link_up_datagen_profile", "absent.ds");
        assertThat(start(PREFIX).fill(new Random(1), new byte[1])).hasSize(1);
    }

    @Test
    void aBundledNameIsAProfile() throws Exception {
        props.setProperty("mimeo_profile", "prose");
        byte[] payload = start(PREFIX).fill(new Random(1), new byte[1000]);
        byte[] expected = new byte[1000];
        try (Characterization prose = BundledCharacterizations.open("prose")) {
            DataProducer.of(prose).live().source(new Random(1).nextLong()).fill(expected, 0, 1000);
        }
        assertThat(payload).isEqualTo(expected);
    }

    @Test
    void aPoolLargerThanTheHeapIsRefusedBeforeTheLoad() {
        assumeTrue(Runtime.getRuntime().maxMemory() / 4 * 3 < 2047L << 20, "the heap has room for the largest pool");
        props.setProperty("node_add_datagen_pool_mb", "2047");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(PREFIX))
                .withMessageStartingWith(
                        "LinkBench property node_add_datagen_pool_mb: a pool of 2047 MiB does not fit into a heap of ")
                .withMessageContaining("-Xmx")
                .withMessageEndingWith("HEAPSIZE");
    }

    @Test
    void refusesKeysThatAreNotKnown() {
        props.setProperty("mimeo_pool", "4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(PREFIX))
                .withMessage("LinkBench property mimeo_pool is not known; those of Mimeo are mimeo_generator,"
                        + " mimeo_pool_mb, mimeo_profile, mimeo_seed");
    }

    @Test
    void namesTheKeyThatIsWrong() throws Exception {
        props.setProperty("mimeo_generator", "motive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(PREFIX))
                .withMessageStartingWith(
                        "LinkBench property mimeo_generator: unknown generator 'motive'; known: auto, mimic, mix, motif");
        props.setProperty("node_add_datagen_generator", " random ");
        props.setProperty("link_add_datagen_seed", "x");
        props.remove("mimeo_generator");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(PREFIX))
                .withMessageStartingWith("LinkBench property link_add_datagen_seed: 'x' is not a seed");
        props.remove("link_add_datagen_seed");
        Files.writeString(folder.resolve("foreign.ds"), "not a characterization, but text");
        props.setProperty(
                "link_add_datagen_profile", folder.resolve("foreign.ds").toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(PREFIX))
                .withMessageStartingWith("LinkBench property link_add_datagen_profile: ");
        byte[] whole = Files.readAllBytes(folder.resolve("letters.ds"));
        Files.write(folder.resolve("foreign.ds"), Arrays.copyOf(whole, whole.length / 2));
        assertThatIllegalArgumentException()
                .as("a file that was cut")
                .isThrownBy(() -> start(PREFIX))
                .withMessageStartingWith("LinkBench property link_add_datagen_profile: ");
    }

    @Test
    void relativePathsBeginAtTheHomeOfLinkBench() throws IOException {
        props.setProperty("mimeo_profile", "profiles/../letters.ds");
        PayloadSettings settings = PayloadSettings.of(props, PREFIX, folder.toString());
        assertThat(MimeoDataGenerator.ProfileCache.payloads(settings)).isNotNull();
        assertThat(PayloadSettings.of(props, PREFIX, null).base())
                .isEqualTo(Path.of("").toAbsolutePath());
    }

    @Test
    void fillNeedsInit() {
        assertThatIllegalStateException().isThrownBy(() -> new MimeoDataGenerator().fill(new Random(), new byte[1]));
    }
}
