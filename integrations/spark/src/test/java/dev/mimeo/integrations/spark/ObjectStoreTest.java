package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Jobs that read and write a server of the protocol of Amazon S3: their results are those of one machine and local files. */
@Tag("spark")
@Tag("slow")
final class ObjectStoreTest {

    @TempDir
    static Path folder;

    private static Buckets buckets;

    @BeforeAll
    static void start() throws IOException {
        buckets = Buckets.open(folder);
    }

    @AfterAll
    static void stop() throws IOException {
        // Not there where the test is skipped.
        if (buckets != null) {
            buckets.close();
        }
    }

    @BeforeEach
    void forget() {
        buckets.proxy(Buckets.PLAIN).take();
    }

    private static void scan(String bucket) throws IOException {
        Path local = Files.createDirectories(folder.resolve(bucket + "/data"));
        Files.createDirectories(local.resolve("below"));
        Random random = new Random(4);
        for (String name : List.of("z", "a b%20c", "below/\u00e4", "below.txt", "\ud83d\ude00", "\uffee")) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 90_000) {
                text.append(random.nextInt(3000)).append(random.nextInt(9) == 0 ? ".\n" : " words ");
            }
            Files.writeString(local.resolve(name), text);
        }
        Path data = buckets.copied(local, bucket, "data");
        for (long sample : new long[] {0, 7}) {
            Path output = buckets.path(bucket, "scanned.ds");
            assertThat(new ScanJob(ScanJobTest.fastOptions(sample))
                            .run(buckets.context(), List.of(data), output)
                            .unreadable())
                    .isZero();
            assertThat(buckets.store().content(bucket, "scanned.ds"))
                    .as("sample %d", sample)
                    .isEqualTo(ScanJobTest.onOneMachine(local, ScanJobTest.fastOptions(sample)));
        }
    }

    @Test
    void aScanGivesTheBytesOfOneMachine() throws IOException {
        scan(Buckets.PLAIN);
        buckets.assertNothingWasCopiedOrIsPending();
        assertThat(buckets.store().objects(Buckets.PLAIN, "scanned")).containsExactly("scanned.ds");
    }

    /** Returns the concatenated bytes of objects. */
    private static byte[] parts(String bucket, String prefix) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String key : buckets.store().objects(bucket, prefix)) {
            all.write(buckets.store().content(bucket, key));
        }
        return all.toByteArray();
    }

    /** Generates files of one part each, and files of several. */
    private static void generate(String bucket) throws IOException {
        byte[] characterization = BundledCharacterizations.bytes("logs");
        buckets.write(bucket, "generated.ds", characterization);
        buckets.write(bucket, "large.ds", characterization);
        int size = 12_000_017;
        byte[] expected;
        try (Characterization source = Characterization.read(characterization, "logs");
                DataProducer producer = DataProducer.of(source).seed(7).build()) {
            producer.seek(1000);
            expected = producer.getSynData(size);
        }
        buckets.generate(bucket, "generated", 1_300_000, size);
        buckets.generate(bucket, "large", 11_000_000, size);
        assertThat(buckets.store().objects(bucket, "generated/data-")).hasSize(10);
        assertThat(buckets.store().objects(bucket, "large/data-")).hasSize(2);
        for (String name : List.of("generated", "large")) {
            assertThat(parts(bucket, name + "/data-")).isEqualTo(expected);
        }
    }

    @Test
    void generatedFilesTogetherHaveTheBytesOfOneMachine() throws IOException {
        generate(Buckets.PLAIN);
        buckets.assertNothingWasCopiedOrIsPending();
        assertThat(buckets.store().objects(Buckets.PLAIN, "large/"))
                .containsExactly("large/", "large/_SUCCESS", "large/data-0000000.bin", "large/data-0000001.bin");
    }

    private static void query(String bucket) throws IOException {
        Path local = folder.resolve(bucket + "/garage");
        CounterFiles.write(local, 5, 100);
        CounterFiles.cut(CounterFiles.write(local, "cut", 1, 50, CounterFiles.COUNTERS));
        Path garage = buckets.copied(local, bucket, "garage");
        Path scratch = folder.resolve("query");
        for (String text : CounterFiles.QUERIES) {
            assertThat(CounterFiles.query(text, garage, scratch, buckets.context()))
                    .as(text)
                    .isEqualTo(CounterFiles.query(text, local, scratch, null));
        }
        String text = CounterFiles.QUERIES.get(1);
        QueryCommand command = new QueryCommand();
        new CommandLine(command).parseArgs(text, "--garage", Buckets.address(bucket, "garage"));
        for (String name : List.of("result.csv", "result.parquet", "result.duckdb")) {
            Path saved = buckets.path(bucket, name);
            command.run(buckets.context(), GarageQuery.parse(text), saved);
        }
        assertThat(new String(buckets.store().content(bucket, "result.csv"), StandardCharsets.UTF_8)
                        .lines()
                        .toList())
                .containsExactlyInAnyOrderElementsOf(
                        CounterFiles.query(text, local, scratch, null).rows());
        assertThat(new String(buckets.store().content(bucket, "result.csv.completeness.json"), StandardCharsets.UTF_8))
                .contains("\"filesUsed\" : 5", "\"filesFailed\" : 1");
    }

    @Test
    void queriesGiveTheRowsOfOneMachine() throws IOException {
        query(Buckets.PLAIN);
        buckets.assertNothingWasCopiedOrIsPending();
        assertThat(buckets.store().objects(Buckets.PLAIN, "result"))
                .containsExactly(
                        "result.csv",
                        "result.csv.completeness.json",
                        "result.duckdb",
                        "result.parquet",
                        "result.parquet.completeness.json");
    }

    private static Dataset<Row> read(String folderName) {
        return LocalSpark.session().read().format("mimeo").option("binary", "*").load(folderName);
    }

    static List<String> rows(Dataset<Row> table) {
        return table.collectAsList().stream().map(TestTraces::text).toList();
    }

    static Dataset<Row> numbers(int count) {
        return LocalSpark.session()
                .range(0, count, 1, 3)
                .selectExpr("id", "CAST(CAST(id AS STRING) AS BINARY) AS name");
    }

    static void save(Dataset<Row> rows, String mode, String to) {
        rows.write().format("mimeo").option("type", "T").mode(mode).save(to);
    }

    private static void table(String bucket) throws IOException {
        String there = Buckets.address(bucket, "table");
        String here = folder.resolve(bucket + "/table").toString();
        for (String to : List.of(there, here)) {
            save(numbers(5000), "error", to);
            save(numbers(7), "append", to);
        }
        assertThat(rows(read(there).orderBy("id", "name")))
                .isEqualTo(rows(read(here).orderBy("id", "name")));
        List<String> files = new ArrayList<>();
        for (String key : buckets.store().objects(bucket, "table/part-")) {
            files.add(HexFormat.of().formatHex(buckets.store().content(bucket, key)));
        }
        // Their names are random.
        assertThat(files).containsExactlyInAnyOrderElementsOf(localFiles(Path.of(here)));
        save(read(there).filter("id < 3"), "overwrite", there);
        assertThat(rows(read(there).orderBy("id"))).hasSize(6).startsWith("0|30", "0|30");
    }

    private static List<String> localFiles(Path table) throws IOException {
        List<String> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(table, "*.ds")) {
            for (Path file : found) {
                files.add(HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        assertThat(files).hasSizeGreaterThan(3);
        return files;
    }

    @Test
    void tablesHaveTheRowsAndFilesOfALocalFolder() throws IOException {
        table(Buckets.PLAIN);
        buckets.assertNothingWasCopiedOrIsPending();
    }

    private static void index(String bucket) throws IOException {
        Path local = Files.createDirectories(folder.resolve(bucket + "/indexed"));
        List<String> names = List.of("a.ds", "b c.ds");
        for (String name : names) {
            TestTraces.write(local.resolve(name), TestTraces.ALL_TYPES, 5, 100, TestTraces::fill);
        }
        TraceIndexes.writeBeside(local, "by-time.dsindex", names, "time");
        buckets.copied(local, bucket, "indexed");
        Dataset<Row> rows = read(Buckets.address(bucket, "indexed"));
        Dataset<Row> indexed = LocalSpark.session()
                .read()
                .format("mimeo")
                .option("binary", "*")
                .option("index", Buckets.address(bucket, "indexed/by-time.dsindex"))
                .option("indexTimes", "ignore")
                .load(Buckets.address(bucket, "indexed"));
        String condition = "time > " + (1_000_000_000_000L + 420 * 1_000_003L);
        assertThat(TraceIndexes.extentsRead(indexed.filter(condition))).isEqualTo("2 of 10");
        assertThat(rows(indexed.filter(condition))).hasSize(158).isEqualTo(rows(rows.filter(condition)));
    }

    @Test
    void anIndexInABucketSparesExtents() throws IOException {
        index(Buckets.PLAIN);
    }

    @Test
    void jobsOverAStoreThatFailsGiveTheSame() throws IOException {
        scan(Buckets.FAILING);
        generate(Buckets.FAILING);
        query(Buckets.FAILING);
        table(Buckets.FAILING);
        index(Buckets.FAILING);
        List<StoreProxy.Request> requests = buckets.proxy(Buckets.FAILING).take();
        for (StoreProxy.Fault fault : StoreProxy.Fault.values()) {
            assertThat(requests).anyMatch(request -> request.fault() == fault);
        }
        assertThat(buckets.store().uploads(Buckets.FAILING)).isEmpty();
    }
}
