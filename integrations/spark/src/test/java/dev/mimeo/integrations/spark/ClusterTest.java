package dev.mimeo.integrations.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.garage.query.Completeness;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.QueryRun;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import dev.mimeo.sql.ResultText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs on a cluster of processes, of which one is killed or stopped while they run. */
@Tag("spark-cluster")
@Timeout(600)
final class ClusterTest {

    private static final int GENERATED_BYTES = 24 << 20;
    private static final int FILES = 48;

    /** Takes a while for a file: each sample is compared with each. */
    private static final String SLOW_QUERY = "APPLY 'SELECT any_value(a.serverID) AS s, count(*) AS n,"
            + " sum(sqrt(a.MemUsage * b.paging)) AS r FROM RawData a, RawData b WHERE a.CPUUsage < b.CPUUsage' ON '**'";

    @TempDir
    Path folder;

    private LocalCluster cluster;
    private JavaSparkContext spark;

    @BeforeEach
    void start() throws IOException {
        // There is one context in a process.
        if (SparkSession.getDefaultSession().isDefined()) {
            SparkSession.getDefaultSession().get().stop();
        }
        cluster = new LocalCluster(folder);
        spark = JavaSparkContext.fromSparkContext(cluster.session().sparkContext());
    }

    @AfterEach
    void stop() {
        // Not there where the cluster did not start.
        Optional.ofNullable(cluster).ifPresent(LocalCluster::close);
    }

    private Disturbance killed(int tasks) {
        Disturbance disturbance =
                new Disturbance(tasks, () -> cluster.executor().destroyForcibly());
        spark.sc().addSparkListener(disturbance);
        return disturbance;
    }

    /** An executor that stands still until it is closed. */
    private final class Straggler implements AutoCloseable {
        private final Disturbance disturbance = new Disturbance(6, this::halt);
        private volatile long process;

        Straggler() {
            spark.sc().addSparkListener(disturbance);
        }

        private void halt() {
            process = cluster.executor().pid();
            signal("STOP");
        }

        private void signal(String name) {
            try {
                new ProcessBuilder("kill", "-" + name, Long.toString(process))
                        .start()
                        .waitFor();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            if (process != 0) {
                signal("CONT");
            }
        }
    }

    private record Result(List<String> rows, Completeness completeness) {}

    /** Runs a query that was opened. */
    @FunctionalInterface
    private interface Way {
        Completeness run(QueryRun query) throws IOException;
    }

    private Result query(Way way) throws IOException {
        GarageQuery.Options options =
                GarageQuery.Options.of(List.of(folder.resolve("garage")), 1, folder.resolve("tmp"));
        try (QueryRun run = QueryRun.open(GarageQuery.parse(SLOW_QUERY), options)) {
            Completeness completeness = way.run(run);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            run.print(ResultText.Format.CSV, out);
            return new Result(out.toString(UTF_8).lines().sorted().toList(), completeness);
        }
    }

    private Result queryHere() throws IOException {
        return query(run -> run.run((done, total) -> {}));
    }

    private Result queryThere() throws IOException {
        return query(run -> new GarageQueryJob(1, 64L << 20).run(spark, run, (done, total) -> {}));
    }

    /** Writes a garage and runs the query twice, so that the executors have all they need. */
    private Result prepareQuery(TestReporter reporter) throws IOException {
        CounterFiles.write(folder.resolve("garage"), FILES, 1500);
        Result expected = queryHere();
        assertThat(queryThere()).isEqualTo(expected);
        long start = System.nanoTime();
        assertThat(queryThere()).isEqualTo(expected);
        report(reporter, "undisturbed", start);
        return expected;
    }

    private static void report(TestReporter reporter, String name, long start) {
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        reporter.publishEntry(name + ", ms", Long.toString(time.toMillis()));
    }

    @ParameterizedTest(name = "at {0} %")
    @ValueSource(ints = {50, 75, 90})
    void anExecutorThatIsKilledDuringAQueryChangesNothing(int percent, TestReporter reporter) throws Exception {
        Result expected = prepareQuery(reporter);
        Disturbance killed = killed(FILES * percent / 100);
        long start = System.nanoTime();
        assertThat(queryThere()).isEqualTo(expected);
        report(reporter, "killed at " + percent + " %", start);
        killed.awaitRemoval();
        // The one that it was at, unless there was a copy already. What was done before is not done again.
        assertThat(killed.repeated()).isLessThanOrEqualTo(1);
    }

    @Test
    void anExecutorThatStandsStillDuringAQueryIsOvertaken(TestReporter reporter) throws Exception {
        Result expected = prepareQuery(reporter);
        try (Straggler straggler = new Straggler()) {
            long start = System.nanoTime();
            assertThat(queryThere()).isEqualTo(expected);
            report(reporter, "overtaken", start);
            straggler.disturbance.awaitCopy();
        }
    }

    private byte[] generated(String name, int tasks) throws IOException {
        Path output = folder.resolve(name);
        new GenerateJob(GenerateJob.Settings.of(characterization(), GENERATED_BYTES), GENERATED_BYTES / tasks)
                .run(spark, output);
        return Files.readAllBytes(output);
    }

    private Path characterization() throws IOException {
        return Files.write(folder.resolve("logs.ds"), BundledCharacterizations.bytes("logs"));
    }

    private byte[] generatedHere() throws IOException {
        try (Characterization source = Characterization.open(characterization());
                DataProducer producer = DataProducer.of(source).build()) {
            return producer.getSynData(GENERATED_BYTES);
        }
    }

    @Test
    void anExecutorThatIsKilledWhileDataIsGeneratedDoesNoHarm() throws Exception {
        Disturbance killed = killed(6);
        assertThat(generated("killed", 24)).isEqualTo(generatedHere());
        killed.awaitRemoval();
    }

    /** Generates files while an executor is killed. */
    private void generateKilled(String characterization, String output) throws Exception {
        GenerateJob.Settings settings = new GenerateJob.Settings(
                characterization,
                DataGenerators.DEFAULT,
                Map.of(),
                null,
                DataProducer.Order.STORED,
                false,
                0,
                GENERATED_BYTES);
        Disturbance killed = killed(12);
        new GenerateJob(settings, GENERATED_BYTES / 24).run(spark, output);
        killed.awaitRemoval();
    }

    @Test
    void anExecutorThatIsKilledWhileFilesOfHdfsAreGeneratedDoesNoHarm() throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(
                MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        try (MiniDFSCluster hdfs =
                new MiniDFSCluster.Builder(configuration).numDataNodes(1).build()) {
            org.apache.hadoop.fs.FileSystem files = hdfs.getFileSystem();
            files.copyFromLocalFile(
                    new org.apache.hadoop.fs.Path(characterization().toUri()),
                    new org.apache.hadoop.fs.Path("/logs.ds"));
            generateKilled(files.getUri() + "/logs.ds", files.getUri() + "/generated");
            ByteArrayOutputStream found = new ByteArrayOutputStream();
            FileStatus[] parts = files.listStatus(new org.apache.hadoop.fs.Path("/generated"));
            assertThat(Stream.of(parts).map(part -> part.getPath().getName()))
                    .hasSize(25)
                    .contains("_SUCCESS", "data-0000000.bin", "data-0000023.bin");
            for (FileStatus part : parts) {
                try (InputStream in = files.open(part.getPath())) {
                    in.transferTo(found);
                }
            }
            assertThat(found.toByteArray()).isEqualTo(generatedHere());
        }
    }

    @Test
    void anExecutorThatIsKilledWhileObjectsAreGeneratedDoesNoHarm() throws Exception {
        // It uses the session of this cluster.
        try (Buckets buckets = Buckets.open(folder)) {
            buckets.copied(characterization(), Buckets.PLAIN, "logs.ds");
            generateKilled(Buckets.address(Buckets.PLAIN, "logs.ds"), Buckets.address(Buckets.PLAIN, "generated"));
            ByteArrayOutputStream found = new ByteArrayOutputStream();
            List<String> parts = buckets.store().objects(Buckets.PLAIN, "generated/data-");
            assertThat(parts).hasSize(24);
            for (String part : parts) {
                found.write(buckets.store().content(Buckets.PLAIN, part));
            }
            assertThat(found.toByteArray()).isEqualTo(generatedHere());
            buckets.assertNothingWasCopiedOrIsPending();
        }
    }

    @Test
    void anExecutorThatStandsStillWhileDataIsGeneratedIsOvertaken() throws Exception {
        try (Straggler straggler = new Straggler()) {
            assertThat(generated("overtaken", 24)).isEqualTo(generatedHere());
            straggler.disturbance.awaitCopy();
        }
    }

    @ParameterizedTest(name = "in the fit: {0}")
    @ValueSource(booleans = {false, true})
    void anExecutorThatIsKilledWhileDataIsScannedDoesNoHarm(boolean inTheFit) throws Exception {
        Path data = folder.resolve("data");
        Files.write(data, generatedHere());
        List<ScannerSpec> scanners = Stream.of(
                        "histogram", "repetition", "duplicates", "compression,codecs=zlib:6", "mimic")
                .map(ScannerSpec::parse)
                .toList();
        DataScanner.Options options =
                DataScanner.Options.defaults().withThreads(1).withScanners(scanners);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (ChunkSource source = ChunkSources.open(List.of(data), InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer =
                        CharacterizationWriter.create(Channels.newChannel(expected), WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
        int segments = new DataScanner(options).plan(List.of(data)).segments().size();
        int tasks = ScanJob.tasks(segments, spark.defaultParallelism());
        // Each scans its segments, and a second one fetches what it found.
        Disturbance killed = killed(inTheFit ? 2 * tasks + 1 : 2);
        Path output = folder.resolve("data.ds");
        new ScanJob(options).run(spark, List.of(data), output);
        assertThat(Files.readAllBytes(output)).isEqualTo(expected.toByteArray());
        killed.awaitRemoval();
    }
}
