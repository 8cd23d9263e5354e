package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.internal.files.AtomicOutput;
import dev.mimeo.scan.ScanSummary;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Reads and writes of a real HDFS, in this process. */
@Tag("spark")
@Tag("slow")
final class HadoopFilesTest {

    @TempDir
    static Path folder;

    private static SparkSession spark;
    private static MiniDFSCluster cluster;
    private static FileSystem files;

    @BeforeAll
    static void start() throws IOException {
        spark = LocalSpark.session();
        Configuration configuration = new Configuration();
        configuration.set(
                MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build();
        files = cluster.getFileSystem();
    }

    @AfterAll
    static void stop() {
        cluster.shutdown();
    }

    private static Dataset<Row> read(String path) {
        return spark.read().format("mimeo").option("binary", "*").load(files.getUri() + path);
    }

    private static List<String> rows(Dataset<Row> table) {
        return table.collectAsList().stream().map(TestTraces::text).toList();
    }

    private static org.apache.hadoop.fs.Path remote(String path) {
        return new org.apache.hadoop.fs.Path(path);
    }

    @Test
    void filesFoldersAndPatternsAreReadAsTheLocalOnes() throws IOException {
        Path local = Files.createDirectories(folder.resolve("local"));
        for (String name : List.of("a.ds", "b.ds")) {
            TestTraces.write(local.resolve(name), TestTraces.ALL_TYPES, 9, 200, TestTraces::fill);
            files.copyFromLocalFile(
                    new org.apache.hadoop.fs.Path(local.resolve(name).toUri()), remote("/read/" + name));
        }
        files.copyFromLocalFile(
                new org.apache.hadoop.fs.Path(local.resolve("a.ds").toUri()), remote("/read/_temporary/0/c.ds"));
        List<String> one = TestTraces.rows(local.resolve("a.ds"), "*");
        assertThat(rows(read("/read/a.ds"))).isEqualTo(one);
        assertThat(read("/read").count()).isEqualTo(2L * one.size());
        assertThat(read("/read/[bc].ds").count()).isEqualTo(one.size());
        assertThatThrownBy(() -> read("/none/*.ds")).hasMessageContaining("/none/*.ds");
        assertThatThrownBy(() -> read("/read/**")).hasMessageContaining("name the folder");
        assertThatThrownBy(() -> read("/none")).hasMessageContaining("/none");
        spark.sparkContext()
                .hadoopConfiguration()
                .set("fs.defaultFS", files.getUri().toString());
        try {
            assertThat(spark.read().format("mimeo").load("/read").count()).isEqualTo(2L * one.size());
            assertThat(spark.read().format("mimeo").load("file:" + local).count())
                    .isEqualTo(2L * one.size());
        } finally {
            spark.sparkContext().hadoopConfiguration().unset("fs.defaultFS");
        }
    }

    @Test
    void anIndexBesideItsFilesSparesExtentsWhereTheirTimesWereKept() throws IOException {
        Path local = Files.createDirectories(folder.resolve("indexed"));
        for (String name : List.of("a b.ds", "b.ds")) {
            TestTraces.write(local.resolve(name), TestTraces.ALL_TYPES, 5, 100, TestTraces::fill);
        }
        TraceIndexes.writeBeside(local, "by-time.dsindex", List.of("a b.ds", "b.ds"), "time");
        for (String name : List.of("a b.ds", "b.ds", "by-time.dsindex")) {
            files.copyFromLocalFile(
                    new org.apache.hadoop.fs.Path(local.resolve(name).toUri()), remote("/indexed/" + name));
        }
        String condition = "time < " + (1_000_000_000_000L + 120 * 1_000_003L);
        String index = files.getUri() + "/indexed/by-time.dsindex";
        Dataset<Row> changed = readIndexed(index, "compare").filter(condition);
        assertThat(TraceIndexes.extentsRead(changed)).isEqualTo("10 of 10");
        // Times as `hdfs dfs -put -p` keeps them.
        FileTime time = Files.getLastModifiedTime(local.resolve("a b.ds"));
        files.setTimes(remote("/indexed/a b.ds"), time.toMillis(), -1);
        Dataset<Row> kept = readIndexed(index, "compare").filter(condition);
        assertThat(TraceIndexes.extentsRead(kept)).isEqualTo("7 of 10");
        Dataset<Row> copies = readIndexed(index, "ignore").filter(condition);
        assertThat(TraceIndexes.extentsRead(copies)).isEqualTo("4 of 10");
        assertThat(rows(kept)).hasSize(240).isEqualTo(rows(copies)).isEqualTo(rows(changed));
        spark.sparkContext()
                .hadoopConfiguration()
                .set("fs.defaultFS", files.getUri().toString());
        try {
            assertThat(TraceIndexes.extentsRead(
                            readIndexed("/indexed/by-time.dsindex", "ignore").filter(condition)))
                    .isEqualTo("4 of 10");
        } finally {
            spark.sparkContext().hadoopConfiguration().unset("fs.defaultFS");
        }
        // Another file of the name of one that was indexed.
        TestTraces.write(folder.resolve("other.ds"), TestTraces.ALL_TYPES, 7, 90, TestTraces::fill);
        files.copyFromLocalFile(
                new org.apache.hadoop.fs.Path(folder.resolve("other.ds").toUri()), remote("/indexed/b.ds"));
        assertThat(TraceIndexes.extentsRead(readIndexed(index, "ignore").filter(condition)))
                .isEqualTo("9 of 12");
    }

    private static Dataset<Row> readIndexed(String index, String times) {
        return spark.read()
                .format("mimeo")
                .option("binary", "*")
                .option("index", index)
                .option("indexTimes", times)
                .load(files.getUri() + "/indexed");
    }

    @Test
    void rowsAreWrittenAndReplacedAsAWhole() throws IOException {
        Dataset<Row> rows = spark.range(0, 5000, 1, 3).selectExpr("id", "CAST(CAST(id AS STRING) AS BINARY) AS name");
        String out = files.getUri() + "/written";
        rows.write().format("mimeo").option("type", "T").save(out);
        assertThat(rows(read("/written"))).isEqualTo(rows(rows));
        FileStatus[] before = files.globStatus(remote("/written/*.ds"));
        assertThat(before).hasSize(3);
        assertThatThrownBy(() -> rows.selectExpr("CAST(raise_error('broken') AS BIGINT) AS id", "name")
                        .write()
                        .format("mimeo")
                        .option("type", "T")
                        .mode("overwrite")
                        .save(out))
                .hasStackTraceContaining("broken");
        assertThat(files.globStatus(remote("/written/*")))
                .filteredOn(FileStatus::isFile)
                .hasSize(4);
        assertThat(files.globStatus(remote("/written/*.ds"))).isEqualTo(before);
        read("/written")
                .filter("id < 7")
                .write()
                .format("mimeo")
                .mode("overwrite")
                .save(out);
        assertThat(rows(read("/written"))).isEqualTo(rows(rows.filter("id < 7")));
    }

    private static void generate(String source, int size, String out, String generator) throws IOException {
        GenerateJob.Settings settings = new GenerateJob.Settings(
                files.getUri() + source, generator, Map.of(), 7L, DataProducer.Order.STORED, false, 1000, size);
        new GenerateJob(settings, 300_001)
                .run(JavaSparkContext.fromSparkContext(spark.sparkContext()), files.getUri() + out);
    }

    @Test
    void generatedFilesTogetherHaveTheBytesOfOneMachine() throws IOException {
        byte[] characterization = BundledCharacterizations.bytes("logs");
        try (FSDataOutputStream out = files.create(remote("/logs.ds"))) {
            out.write(characterization);
        }
        int size = 3_000_017;
        byte[] expected;
        try (Characterization source = Characterization.read(characterization, "logs");
                DataProducer producer = DataProducer.of(source).seed(7).build()) {
            producer.seek(1000);
            expected = producer.getSynData(size);
        }
        generate("/logs.ds", size, "/generated", DataGenerators.DEFAULT);
        ByteArrayOutputStream found = new ByteArrayOutputStream();
        FileStatus[] parts = files.globStatus(remote("/generated/data-*.bin"));
        // Ten of the size of a task, and one of the rest.
        assertThat(parts).hasSize(11);
        for (FileStatus part : parts) {
            try (FSDataInputStream in = files.open(part.getPath())) {
                in.transferTo(found);
            }
        }
        assertThat(found.toByteArray()).isEqualTo(expected);
        assertThat(files.exists(remote("/generated/_temporary"))).isFalse();

        assertThatThrownBy(() -> generate("/logs.ds", size, "/generated", DataGenerators.DEFAULT))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> generate("/logs.ds", size, "/wrong", "none"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> generate("/none.ds", size, "/wrong", DataGenerators.DEFAULT))
                .isInstanceOf(FileNotFoundException.class);
        Path whole = ScanJob.path(context(), files.getUri() + "/wrong");
        GenerateJob job = new GenerateJob(GenerateJob.Settings.of(folder.resolve("logs.ds"), 10), 10);
        assertThatThrownBy(() -> job.run(context(), whole)).hasMessageContaining("pass its address as text");
        assertThat(files.exists(remote("/wrong"))).isFalse();
        generate("/logs.ds", 0, "/empty", DataGenerators.DEFAULT);
        assertThat(files.globStatus(remote("/empty/data-*"))).isEmpty();
    }

    @Test
    void aJobThatFailsLeavesNothingUnderItsName() throws IOException {
        try (FSDataOutputStream out = files.create(remote("/logs2.ds"))) {
            out.write(BundledCharacterizations.bytes("logs"));
        }
        // Enough names for the files of some of the ten tasks.
        files.mkdirs(remote("/quota"));
        ((DistributedFileSystem) files).setQuota(remote("/quota"), 14, Long.MAX_VALUE - 1);
        assertThatThrownBy(() -> generate("/logs2.ds", 3_000_000, "/quota/out", DataGenerators.DEFAULT))
                .hasStackTraceContaining("quota");
        assertThat(files.globStatus(remote("/quota/out/data-*"))).isNullOrEmpty();
        assertThat(files.exists(remote("/quota/out/_SUCCESS"))).isFalse();
    }

    private static Path copied(Path local, String path) throws IOException {
        files.copyFromLocalFile(new org.apache.hadoop.fs.Path(local.toUri()), remote(path));
        return ScanJob.path(context(), files.getUri() + path);
    }

    @Test
    void aScanGivesTheBytesOfOneMachine() throws IOException {
        Path local = Files.createDirectories(folder.resolve("scanned"));
        Files.createDirectories(local.resolve("below/empty"));
        Random random = new Random(4);
        for (String name : List.of("z", "a b%20c", "below/\u00e4", "below.txt", "\ud83d\ude00", "\uffee")) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 90_000) {
                text.append(random.nextInt(3000)).append(random.nextInt(9) == 0 ? ".\n" : " words ");
            }
            Files.writeString(local.resolve(name), text);
        }
        Path output = folder.resolve("scanned.ds");
        for (long sample : new long[] {0, 7}) {
            Path data = sample == 0 ? copied(local, "/scanned") : ScanJob.path(context(), files.getUri() + "/scanned");
            // Here, and there.
            Path target = sample == 0 ? output : ScanJob.path(context(), files.getUri() + "/scanned.ds");
            ScanSummary summary = new ScanJob(ScanJobTest.fastOptions(sample)).run(context(), List.of(data), target);
            assertThat(Files.readAllBytes(target))
                    .as("sample %d", sample)
                    .isEqualTo(ScanJobTest.onOneMachine(local, ScanJobTest.fastOptions(sample)));
            assertThat(summary.unreadable()).isZero();
        }
        Path none = ScanJob.path(context(), files.getUri() + "/none");
        assertThatThrownBy(() -> new ScanJob(ScanJobTest.fastOptions(0)).run(context(), List.of(none), output))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(files.getUri() + "/none");
    }

    private static JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(spark.sparkContext());
    }

    private static CounterFiles.Result query(String text, Path garage, boolean onSpark) throws IOException {
        return CounterFiles.query(text, garage, folder.resolve("query"), onSpark ? context() : null);
    }

    @Test
    void queriesOverAGarageGiveTheRowsOfOneMachine() throws IOException {
        Path local = folder.resolve("garage");
        CounterFiles.write(local, 5, 100);
        CounterFiles.cut(CounterFiles.write(local, "cut", 1, 50, CounterFiles.COUNTERS));
        Path garage = copied(local, "/garage");
        for (String query : CounterFiles.QUERIES) {
            CounterFiles.Result expected = query(query, local, false);
            assertThat(query(query, garage, true)).as(query).isEqualTo(expected);
            // Without Spark, the driver reads all files.
            assertThat(query(query, garage, false)).as(query).isEqualTo(expected);
            assertThat(expected.completeness())
                    .contains(
                            "\"filesUsed\" : 5",
                            "\"filesFailed\" : 1",
                            "/hotmail/dc1/cut.2009-10-31.gar: end of the file");
        }
        String some = "APPLY 'SELECT _FilePath; AS path FROM RawData LIMIT 1' ON 'hotmail/dc1/*[13].*'";
        assertThat(query(some, garage, true)).isEqualTo(query(some, local, false));

        QueryCommand command = new QueryCommand();
        String text = CounterFiles.QUERIES.get(1);
        new CommandLine(command).parseArgs(text, "--garage", garage.toString());
        Path saved = ScanJob.path(context(), files.getUri() + "/result.csv");
        for (int i = 0; i < 2; i++) {
            command.run(context(), GarageQuery.parse(text), saved);
            assertThat(Files.readAllLines(saved))
                    .containsExactlyInAnyOrderElementsOf(
                            query(text, local, false).rows());
        }
        assertThat(Files.readString(saved.resolveSibling("result.csv.completeness.json")))
                .contains("\"filesUsed\" : 5", "\"filesFailed\" : 1");
        new CommandLine(command).parseArgs(text, "--garage", garage.toString(), "--resume", "-o", saved.toString());
        assertThatThrownBy(() -> command.run(context(), GarageQuery.parse(text), saved))
                .hasMessageContaining("leave out --resume");
    }

    @Test
    void anOutputIsThereAsAWholeOrNotAtAll() throws IOException {
        Path target = ScanJob.path(context(), files.getUri() + "/outputs/output");
        assertThatThrownBy(() -> HadoopFileSystem.output(target)).hasMessageContaining("create it first");
        files.mkdirs(remote("/outputs/folder"));
        for (String content : List.of("first", "second")) {
            try (AtomicOutput output = HadoopFileSystem.output(target)) {
                output.channel().write(ByteBuffer.wrap("none".getBytes(StandardCharsets.UTF_8)));
                // A hidden one beside it.
                assertThat(files.listStatus(remote("/outputs"))).hasSize(content.equals("first") ? 2 : 3);
            }
            assertThat(Files.exists(target)).isEqualTo(content.equals("second"));
            try (AtomicOutput output = HadoopFileSystem.output(target)) {
                output.channel().write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
                output.channel().close();
                output.commit();
            }
            assertThat(Files.readString(target)).isEqualTo(content);
            assertThat(files.listStatus(remote("/outputs"))).hasSize(2);
        }
        assertThatThrownBy(() -> HadoopFileSystem.output(target.resolveSibling("folder")))
                .hasMessageContaining("is a directory: name a file");
    }

    @Test
    void anInputHasTheBytesOfItsFileInAnyOrder() throws IOException {
        byte[] content = new byte[700_001];
        long seed = 5;
        Random random = new Random(seed);
        random.nextBytes(content);
        org.apache.hadoop.fs.Path file = remote("/content");
        try (FSDataOutputStream out = files.create(file)) {
            out.write(content);
        }
        try (SeekableByteChannel input = HadoopInput.open(files, file)) {
            assertThat(input.size()).isEqualTo(content.length);
            int position = 0;
            for (int i = 0; i < 300; i++) {
                position = random.nextInt(3) == 0 ? random.nextInt(content.length + 1) : position;
                int length = random.nextInt(Math.min(200_000, content.length - position) + 1);
                ByteBuffer part = ByteBuffer.allocate(length);
                input.position(position);
                while (part.hasRemaining() && input.read(part) >= 0) {
                    // A channel may give less than it is asked for.
                }
                assertThat(part.array())
                        .as("seed %s, %s bytes at %s", seed, length, position)
                        .isEqualTo(Arrays.copyOfRange(content, position, position + length));
                position += length;
            }
        }
    }
}
