package dev.mimeo.integrations.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.internal.files.AtomicOutput;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

/** The requests of jobs to a server of the protocol of Amazon S3: they read only what they need, and leave nothing where they fail. */
@Tag("spark")
@Tag("slow")
final class ObjectStoreRequestsTest {

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

    /** Returns the bytes of an object that were sent since the last call of {@link StoreProxy#take()}. */
    private static long sent(String key) {
        List<StoreProxy.Request> reads = buckets.proxy(Buckets.PLAIN).take().stream()
                .filter(request ->
                        request.method().equals("GET") && request.target().startsWith("/" + Buckets.PLAIN + "/" + key))
                .toList();
        assertThat(reads).isNotEmpty();
        return reads.stream().mapToLong(StoreProxy.Request::sent).sum();
    }

    private static byte[] noise(int size) {
        byte[] content = new byte[size];
        new Random(6).nextBytes(content);
        return content;
    }

    @Test
    void aTableReadsTheExtentsOfItsType() throws IOException {
        ExtentType noise = ExtentType.parse("""
                <ExtentType name="Test::Noise" version="1.0"><field type="variable32" name="raw" /></ExtentType>
                """);
        Path local = folder.resolve("types.ds");
        byte[] content = noise(3_000_000);
        try (FileChannel out = FileChannel.open(local, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer =
                        DataSeriesWriter.create(out, List.of(noise, TestTraces.ALL_TYPES), WriterOptions.DEFAULT)) {
            for (int i = 0; i < 4; i++) {
                ExtentBuilder row = new ExtentBuilder(noise);
                row.addRow();
                row.setBytes(0, content);
                writer.write(row.build());
                ExtentBuilder some = new ExtentBuilder(TestTraces.ALL_TYPES);
                for (int number = 0; number < 1000; number++) {
                    some.addRow();
                    TestTraces.fill(some, number);
                }
                writer.write(some.build());
            }
        }
        buckets.copied(local, Buckets.PLAIN, "types.ds");
        buckets.proxy(Buckets.PLAIN).take();
        Dataset<Row> table = LocalSpark.session()
                .read()
                .format("mimeo")
                .option("binary", "*")
                .option("type", "Test::All")
                .load(Buckets.address(Buckets.PLAIN, "types.ds"));
        assertThat(ObjectStoreTest.rows(table)).isEqualTo(TestTraces.rows(local, "Test::All"));
        // Those of the other type have more than eleven in twelve parts of the file.
        assertThat(sent("types.ds")).isLessThan(Files.size(local) / 8);
    }

    @Test
    void aSampleReadsItsChunks() throws IOException {
        Path local = Files.write(folder.resolve("noise"), noise(24_000_000));
        Path data = buckets.copied(local, Buckets.PLAIN, "noise");
        buckets.proxy(Buckets.PLAIN).take();
        ScannerSpec histogram = ScannerSpec.parse("histogram");
        DataScanner.Options options = DataScanner.Options.defaults()
                .withSample(8)
                .withSeed(3)
                .withThreads(2)
                .withScanners(List.of(histogram));
        new ScanJob(options).run(buckets.context(), List.of(data), folder.resolve("noise.ds"));
        // Eight places, and the bytes read ahead there.
        assertThat(sent("noise")).isLessThan(Files.size(local) / 4);
    }

    @Test
    void aQueryReadsItsColumns() throws IOException {
        Path local = folder.resolve("wide");
        Path file = CounterFiles.write(local, "s1", 1, 500_000, CounterFiles.COUNTERS);
        Path garage = buckets.copied(local, Buckets.PLAIN, "wide");
        buckets.proxy(Buckets.PLAIN).take();
        String text = "APPLY 'SELECT sum(paging) AS p FROM RawData' ON '**'";
        Path scratch = folder.resolve("query");
        assertThat(CounterFiles.query(text, garage, scratch, buckets.context()))
                .isEqualTo(CounterFiles.query(text, local, scratch, null));
        assertThat(sent("wide")).isLessThan(Files.size(file) / 2);
    }

    private static void assertNothingIsThere(String prefix) throws IOException {
        // Folders may be.
        assertThat(buckets.store().objects(Buckets.PLAIN, prefix).stream().filter(key -> !key.endsWith("/")))
                .isEmpty();
        assertThat(buckets.store().uploads(Buckets.PLAIN)).isEmpty();
    }

    @Test
    void anOutputThatIsNotCommittedIsAborted() throws IOException {
        Path output = buckets.path(Buckets.PLAIN, "output");
        ByteBuffer content = ByteBuffer.wrap(noise(12_000_000));
        try (AtomicOutput file = HadoopFileSystem.output(output)) {
            file.channel().write(content);
            file.channel().close();
            // Its first parts are there.
            assertThat(buckets.store().uploads(Buckets.PLAIN)).containsExactly("output");
        }
        assertNothingIsThere("output");
        try (AtomicOutput file = HadoopFileSystem.output(output)) {
            file.channel().write(content.rewind());
            assertThat(buckets.store().objects(Buckets.PLAIN, "output")).isEmpty();
            file.commit();
        }
        assertThat(buckets.store().content(Buckets.PLAIN, "output")).isEqualTo(content.array());
        try (AtomicOutput file = HadoopFileSystem.output(output)) {
            file.channel().write(ByteBuffer.allocate(6_000_000));
        }
        assertThat(buckets.store().content(Buckets.PLAIN, "output")).isEqualTo(content.array());
        assertThat(buckets.store().uploads(Buckets.PLAIN)).isEmpty();
        for (String name : List.of("", "data-folder")) {
            buckets.files(Buckets.PLAIN).mkdirs(new org.apache.hadoop.fs.Path("/data-folder/below"));
            Path taken = buckets.path(Buckets.PLAIN, name);
            assertThatThrownBy(() -> HadoopFileSystem.output(taken))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining("name a file");
        }
    }

    @Test
    void jobsThatFailLeaveNothing() throws IOException {
        StoreProxy proxy = buckets.proxy(Buckets.PLAIN);
        buckets.write(Buckets.PLAIN, "refused.ds", BundledCharacterizations.bytes("logs"));
        Path data = buckets.copied(Files.write(folder.resolve("some"), noise(100_000)), Buckets.PLAIN, "some");
        proxy.take();
        proxy.refuse("refused/data-0000007");
        assertThatThrownBy(() -> buckets.generate(Buckets.PLAIN, "refused", 1_000_000, 10_000_000))
                .hasStackTraceContaining("403");
        // Others were uploaded before.
        assertThat(proxy.take())
                .anyMatch(request -> request.method().equals("PUT")
                        && request.target().startsWith("/" + Buckets.PLAIN + "/refused/data-0000000"));
        assertNothingIsThere("refused/");

        proxy.refuse("refused-scan");
        Path scanned = buckets.path(Buckets.PLAIN, "refused-scan.ds");
        assertThatThrownBy(() -> new ScanJob(ScanJobTest.fastOptions(0)).run(buckets.context(), List.of(data), scanned))
                .hasStackTraceContaining("403");
        proxy.refuse(null);
        assertNothingIsThere("refused-scan");

        String table = Buckets.address(Buckets.PLAIN, "refused-table");
        Dataset<Row> broken = ObjectStoreTest.numbers(5000)
                .withColumn(
                        "id",
                        when(col("id").equalTo(4900), raise_error(lit("broken")))
                                .otherwise(col("id")));
        assertThatThrownBy(() -> ObjectStoreTest.save(broken, "error", table)).hasStackTraceContaining("broken");
        assertNothingIsThere("refused-table");
        ObjectStoreTest.save(ObjectStoreTest.numbers(10), "append", table);
        List<String> before = buckets.store().objects(Buckets.PLAIN, "refused-table/part-");
        assertThat(before).hasSize(3);
        assertThatThrownBy(() -> ObjectStoreTest.save(broken, "overwrite", table))
                .hasStackTraceContaining("broken");
        assertThat(buckets.store().objects(Buckets.PLAIN, "refused-table/part-"))
                .isEqualTo(before);
        assertThat(buckets.store().uploads(Buckets.PLAIN)).isEmpty();
    }

    @Test
    void aReadGoesOnAfterAConnectionWasClosed() throws IOException {
        byte[] content = noise(300_000);
        buckets.write(Buckets.PLAIN, "content", content);
        StoreProxy proxy = buckets.proxy(Buckets.PLAIN);
        Path path = buckets.path(Buckets.PLAIN, "content");
        proxy.take();
        proxy.cutNext();
        byte[] read = new byte[content.length];
        try (SeekableByteChannel input = Files.newByteChannel(path)) {
            assertThat(FullTransfers.read(input, 0, read, 0, read.length)).isEqualTo(read.length);
        }
        assertThat(read).isEqualTo(content);
        assertThat(proxy.take())
                .anyMatch(request -> request.fault() == StoreProxy.Fault.CUT
                        && request.target().endsWith("/content"));
    }

    @Test
    void aDriverThatIsKilledLeavesNoFile() throws Exception {
        buckets.write(Buckets.PLAIN, "killed.ds", BundledCharacterizations.bytes("logs"));
        StoreProxy proxy = buckets.proxy(Buckets.PLAIN);
        proxy.stall("killed/data-0000004");
        Process driver = buckets.start(
                folder.resolve("killed.log"),
                "generate",
                Buckets.address(Buckets.PLAIN, "killed.ds"),
                "--size",
                "8m",
                "--task-size",
                "1m",
                "-o",
                Buckets.address(Buckets.PLAIN, "killed"));
        proxy.awaitStalled();
        driver.destroyForcibly().waitFor();
        assertThat(buckets.store().objects(Buckets.PLAIN, "killed/data-")).isEmpty();
        assertThat(buckets.store().uploads(Buckets.PLAIN)).contains("killed/data-0000000.bin");
        // The next job that writes there aborts them.
        ObjectStoreTest.save(ObjectStoreTest.numbers(3), "append", Buckets.address(Buckets.PLAIN, "killed"));
        assertThat(buckets.store().uploads(Buckets.PLAIN)).isEmpty();
        assertThat(buckets.store().objects(Buckets.PLAIN, "killed/data-")).isEmpty();
    }
}
