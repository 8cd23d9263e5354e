package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
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
