package dev.mimeo.integrations.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.generate.segment.SegmentWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/** Drives the workload as YCSB's client does. */
@Tag("thorough")
final class MimeoWorkloadTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final Properties properties = new Properties();

    /** Keeps what is written. Fails as many writes as it is told to, but reads their values. */
    private static final class Memory extends DB {
        private final Map<String, Map<String, byte[]>> records = new TreeMap<>();
        private final List<byte[]> updates = new ArrayList<>();
        private final List<String> others = new ArrayList<>();
        private int failures;

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            Map<String, byte[]> record = new TreeMap<>();
            values.forEach((field, value) -> record.put(field, value.toArray()));
            if (failures-- > 0) {
                others.add(text(record));
                return Status.ERROR;
            }
            records.put(key, record);
            return Status.OK;
        }

        @Override
        public Status update(String table, String key, Map<String, ByteIterator> values) {
            values.values().forEach(value -> updates.add(value.toArray()));
            return Status.OK;
        }

        @Override
        public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
            others.add("read " + table);
            return Status.OK;
        }

        @Override
        @SuppressWarnings("NonApiType") // as YCSB declares it
        public Status scan(
                String table,
                String startKey,
                int count,
                @Nullable Set<String> fields,
                Vector<HashMap<String, ByteIterator>> result) {
            others.add("scan " + table);
            result.add(new HashMap<>());
            return Status.OK;
        }

        @Override
        public Status delete(String table, String key) {
            others.add("delete " + table);
            return Status.OK;
        }

        private static String text(Map<String, byte[]> record) {
            StringBuilder text = new StringBuilder();
            record.forEach((field, value) -> text.append(field).append(new String(value, StandardCharsets.ISO_8859_1)));
            return text.toString();
        }
    }

    @BeforeEach
    void configure() {
        properties.setProperty("recordcount", "200");
        properties.setProperty("operationcount", "200");
        properties.setProperty("mimeo_profile", "prose ");
        properties.setProperty("mimeo_pool_mb", "1");
        Measurements.setProperties(properties);
    }

    /** Inserts the records with several threads, which take turns. */
    private Memory load(int threads) throws WorkloadException {
        Memory memory = new Memory();
        MimeoWorkload workload = new MimeoWorkload();
        workload.init(properties);
        List<Object> states = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            states.add(workload.initThread(properties, thread, threads));
        }
        for (int record = 0; record < 200; record++) {
            assertThat(workload.doInsert(memory, states.get(record % threads))).isTrue();
        }
        workload.cleanup();
        return memory;
    }

    private Memory request(String... operations) throws WorkloadException {
        properties.setProperty("readproportion", "0");
        properties.setProperty("updateproportion", "0");
        for (String operation : operations) {
            properties.setProperty(operation + "proportion", "1");
        }
        Memory memory = new Memory();
        MimeoWorkload workload = new MimeoWorkload();
        workload.init(properties);
        Object state = workload.initThread(properties, 0, 1);
        for (int operation = 0; operation < 200; operation++) {
            assertThat(workload.doTransaction(memory, state)).isTrue();
        }
        workload.cleanup();
        return memory;
    }

    private static Map<String, String> texts(Map<String, Map<String, byte[]>> records) {
        Map<String, String> texts = new TreeMap<>();
        records.forEach((key, record) -> texts.put(key, Memory.text(record)));
        return texts;
    }

    private static byte[] joined(Map<String, byte[]> record) {
        // As YCSB hands fields over: in the order of a HashMap.
        StringBuilder all = new StringBuilder();
        new HashMap<>(record).forEach((field, value) -> all.append(new String(value, StandardCharsets.ISO_8859_1)));
        return all.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void keepsTheLengthsThatYcsbChooses() throws Exception {
        load(1).records.values().forEach(record -> {
            assertThat(record).hasSize(10);
            assertThat(record.values()).isNotEmpty().allMatch(value -> value.length == 100);
        });
        properties.setProperty("fieldcount", "3");
        properties.setProperty("fieldlengthdistribution", "uniform");
        properties.setProperty("minfieldlength", "0");
        properties.setProperty("fieldlength", "9");
        Memory memory = load(1);
        List<Integer> lengths = new ArrayList<>();
        memory.records.values().forEach(record -> record.values().forEach(value -> lengths.add(value.length)));
        assertThat(lengths).hasSize(600).contains(0, 9).allMatch(length -> length <= 9);
    }

    @Test
    void aRecordIsAStretchOfThePool() throws Exception {
        String pool;
        try (Characterization prose = BundledCharacterizations.open("prose");
                DataProducer producer =
                        DataProducer.of(prose).order(DataProducer.Order.RANDOM).build()) {
            pool = new String(producer.getSynData(1 << 20), StandardCharsets.ISO_8859_1).repeat(2);
        }
        load(1).records
                .values()
                .forEach(record -> assertThat(pool.contains(new String(joined(record), StandardCharsets.ISO_8859_1)))
                        .isTrue());
    }

    @Test
    void ofASegmentARecordIsTheObjectOfItsKey() throws Exception {
        Path file = folder.resolve("prose.seg");
        try (Characterization prose = BundledCharacterizations.open("prose")) {
            SegmentWriter.write(file, prose, new SegmentWriter.Settings("prose", 1 << 20, 1, 1));
        }
        properties.remove("mimeo_pool_mb");
        properties.setProperty("mimeo_profile", file.toString());
        Map<String, Map<String, byte[]>> records = load(1).records;
        PayloadSource source = SegmentFile.open(file).source(0);
        assertThat(records).isNotEmpty().allSatisfy((key, record) -> {
            source.seekObject(PayloadSource.keyOf(key));
            byte[] expected = new byte[1000];
            source.fill(expected, 0, expected.length);
            assertThat(joined(record)).isEqualTo(expected);
        });

        properties.setProperty("mimeo_pool_mb", "1");
        assertThatThrownBy(() -> load(1))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("is a segment, which needs neither a generator nor a pool");
    }

    @Test
    void withoutAPoolARecordIsTheObjectOfItsKey() throws Exception {
        properties.setProperty("mimeo_pool_mb", "0");
        properties.setProperty("mimeo_seed", "0x10");
        properties.setProperty("mimeo_generator", "mix");
        Map<String, Map<String, byte[]>> records = load(1).records;
        try (Characterization prose = BundledCharacterizations.open("prose");
                DataProducer producer = DataProducer.of(prose)
                        .generator("mix", Map.of())
                        .seed(16)
                        .build()) {
            records.forEach((key, record) -> {
                producer.seekObject(PayloadSource.keyOf(key));
                assertThat(joined(record)).isEqualTo(producer.getSynData(1000));
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void recordsDependOnTheirKeysAlone(String pool) throws Exception {
        properties.setProperty("mimeo_pool_mb", pool);
        Map<String, Map<String, byte[]>> records = load(1).records;
        assertThat(records).hasSize(200);
        assertThat(texts(load(7).records)).isEqualTo(texts(records));
        assertThat(Set.copyOf(texts(records).values())).hasSize(200);
        properties.setProperty("mimeo_seed", "99");
        load(1).records
                .forEach((key, record) -> assertThat(Memory.text(record))
                        .isNotEqualTo(Memory.text(Objects.requireNonNull(records.get(key)))));
    }

    @Test
    void anInsertionThatIsTriedAgainWritesTheSame() throws Exception {
        properties.setProperty("core_workload_insertion_retry_limit", "3");
        properties.setProperty("core_workload_insertion_retry_interval", "0");
        properties.setProperty("recordcount", "1");
        MimeoWorkload workload = new MimeoWorkload();
        workload.init(properties);
        Memory memory = new Memory();
        memory.failures = 2;
        assertThat(workload.doInsert(memory, workload.initThread(properties, 0, 1)))
                .isTrue();
        workload.cleanup();
        String written = Memory.text(memory.records.values().iterator().next());
        assertThat(written).hasSize(10 * (100 + "field0".length()));
        assertThat(memory.others).containsExactly(written, written);
    }

    @Test
    void updatesAreNewEachTime() throws Exception {
        Memory memory = request("update");
        assertThat(memory.updates).hasSize(200).allMatch(value -> value.length == 100);
        assertThat(memory.updates.stream().map(value -> new String(value, StandardCharsets.ISO_8859_1)))
                .doesNotHaveDuplicates();
    }

    @Test
    void otherOperationsArePassedOn() throws Exception {
        properties.setProperty("fieldlength", "5");
        Memory memory = request("read", "scan", "insert", "readmodifywrite");
        assertThat(memory.others).contains("read usertable", "scan usertable");
        assertThat(memory.updates).isNotEmpty().allMatch(value -> value.length == 5);
        assertThat(memory.records).isNotEmpty();
        Memory target = new Memory();
        MimeoWorkload workload = new MimeoWorkload();
        workload.init(properties);
        ((SyntheticValues) workload.initThread(properties, 0, 1))
                .writtenTo(target)
                .delete("usertable", "user1");
        workload.cleanup();
        assertThat(target.others).containsExactly("delete usertable");
    }

    @Test
    void valuesCanBePrintable() throws Exception {
        assertThat(String.join("", texts(load(1).records).values()))
                .as("line ends in prose")
                .contains("\n");
        properties.setProperty("mimeo_printable", "true");
        assertThat(texts(load(1).records).values()).isNotEmpty().allMatch(record -> record.matches("[ -~]*"));
    }

    @Test
    void errorsNameTheProperty() throws Exception {
        refused("dataintegrity", "true", "YCSB property dataintegrity needs the values of YCSB: ");
        refused("mimeo_profile", " ", "YCSB property mimeo_profile must name a characterization: a file or one of ");
        Path absent = folder.resolve("absent.ds");
        refused(
                "mimeo_profile",
                absent.toString(),
                "YCSB property mimeo_profile: " + absent + ": no such file, and no bundled characterization '");
        Path foreign = Files.writeString(folder.resolve("foreign.ds"), "not a characterization, but text");
        refused("mimeo_profile", foreign.toString(), "YCSB property mimeo_profile: ");
        byte[] whole = BundledCharacterizations.bytes("prose");
        Path cut = Files.write(folder.resolve("cut.ds"), Arrays.copyOf(whole, whole.length / 2));
        refused("mimeo_profile", cut.toString(), "YCSB property mimeo_profile: ");
        refused("mimeo_generator", "motive", "YCSB property mimeo_generator: unknown generator 'motive'; known: ");
        refused("mimeo_seed", "x", "YCSB property mimeo_seed: 'x' is not a seed");
        for (String size : List.of("-1", "2048", "1.5")) {
            refused(
                    "mimeo_pool_mb",
                    size,
                    "YCSB property mimeo_pool_mb must be a number of MiB up to 2047, or 0 for no pool, got '" + size
                            + "'");
        }
        if (Runtime.getRuntime().maxMemory() / 4 * 3 < 2047L << 20) {
            refused(
                    "mimeo_pool_mb",
                    "2047",
                    "YCSB property mimeo_pool_mb: a pool of 2047 MiB does not fit into a heap of ");
        }
        refused(
                "mimeo_pol_mb",
                "1",
                "YCSB property mimeo_pol_mb is not known; those of Mimeo are mimeo_generator, mimeo_pool_mb, ");
        refused("mimeo_printable", "yes", "YCSB property mimeo_printable must be true or false, got 'yes'");
    }

    private void refused(String key, String value, String message) {
        Properties wrong = new Properties();
        wrong.putAll(properties);
        wrong.setProperty(key, value);
        assertThatThrownBy(() -> new MimeoWorkload().init(wrong))
                .isInstanceOf(WorkloadException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void characterizationsAreFilesOrBundled() throws Exception {
        Path file = Files.write(folder.resolve("genome.ds"), BundledCharacterizations.bytes("genome"));
        properties.setProperty("mimeo_profile", file.toString());
        Map<String, String> fromFile = texts(load(1).records);
        properties.setProperty("mimeo_profile", "genome");
        assertThat(texts(load(1).records)).isEqualTo(fromFile);
    }

    @Test
    void threadsNeedInit() {
        assertThatThrownBy(() -> new MimeoWorkload().initThread(properties, 0, 1))
                .isInstanceOf(IllegalStateException.class);
    }
}
