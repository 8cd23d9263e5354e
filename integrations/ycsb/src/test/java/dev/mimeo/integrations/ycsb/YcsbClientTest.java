package dev.mimeo.integrations.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.BasicDB;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/** Runs YCSB's own client, in a process as it exits. */
@Tag("thorough")
final class YcsbClientTest {

    /** Records of 1,000 bytes; a property for more. */
    private static final int RECORDS = Integer.getInteger("mimeo.ycsb.records", 10_000);

    private static final double TOLERANCE = 0.10;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static String run(Class<?> database, Class<?> workload, int records, String... properties)
            throws IOException, InterruptedException {
        return run("-load", database, workload, records, properties);
    }

    private static String run(String phase, Class<?> database, Class<?> workload, int records, String... properties)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                Client.class.getName(),
                phase,
                "-db",
                database.getName(),
                "-p",
                "workload=" + workload.getName(),
                "-p",
                "recordcount=" + records));
        for (String property : properties) {
            command.addAll(List.of("-p", property));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    @Test
    void theValuesPrintedAreOurs() throws Exception {
        String[] properties = {"mimeo_profile=prose", "mimeo_pool_mb=1", "mimeo_printable=true"};
        String out = run(BasicDB.class, MimeoWorkload.class, 60, properties);
        String pool;
        try (Characterization prose = BundledCharacterizations.open("prose");
                DataProducer producer = DataProducer.of(prose)
                        .order(DataProducer.Order.RANDOM)
                        .printable(true)
                        .build()) {
            pool = new String(producer.getSynData(1 << 20), StandardCharsets.US_ASCII).repeat(2);
        }
        List<String> lines = inserts(out);
        assertThat(lines).hasSize(60);
        Pattern field = Pattern.compile("field\\d=(.{100}) ");
        for (String line : lines) {
            Matcher values = field.matcher(line);
            StringBuilder record = new StringBuilder();
            while (values.find()) {
                record.append(values.group(1));
            }
            assertThat(record).hasSize(1000);
            assertThat(pool.contains(record)).as(line).isTrue();
        }
        List<String> threaded = new ArrayList<>(List.of(properties));
        threaded.add("threadcount=5");
        assertThat(inserts(run(BasicDB.class, MimeoWorkload.class, 60, threaded.toArray(String[]::new))))
                .as("with five threads")
                .isEqualTo(lines);
    }

    private static List<String> inserts(String out) {
        return out.lines()
                .filter(line -> line.startsWith("INSERT usertable user"))
                .sorted()
                .toList();
    }

    @Test
    @Tag("slow")
    void aHundredThousandOperationsSucceed() throws Exception {
        String out = run(
                "-t",
                BasicDB.class,
                MimeoWorkload.class,
                1000,
                "mimeo_profile=prose",
                "mimeo_pool_mb=1",
                "operationcount=100000",
                "readproportion=0.4",
                "updateproportion=0.4",
                "insertproportion=0.2",
                "threadcount=3",
                "basicdb.verbose=false");
        assertThat(returned(out, "READ") + returned(out, "UPDATE") + returned(out, "INSERT"))
                .as(out)
                .isEqualTo(100_000);
        out = run(
                RocksDbBinding.class,
                MimeoWorkload.class,
                100_000,
                "mimeo_profile=prose",
                "mimeo_pool_mb=1",
                RocksDbBinding.FOLDER + "=" + folder.resolve("db"));
        assertThat(returned(out, "INSERT")).as(out).isEqualTo(100_000);
        assertThat(out).doesNotContain("Return=ERROR");
    }

    /** Returns how many operations of a kind YCSB says went well. */
    private static int returned(String out, String operation) {
        Matcher count =
                Pattern.compile("\\[" + operation + "], Return=OK, (\\d+)").matcher(out);
        return count.find() ? Integer.parseInt(count.group(1)) : 0;
    }

    @Test
    void aMistakeIsTold() throws Exception {
        assertThat(run(BasicDB.class, MimeoWorkload.class, 1, "mimeo_profile=absent.ds"))
                .contains("WorkloadException: YCSB property mimeo_profile: ")
                .contains("absent.ds: no such file, and no bundled characterization 'absent.ds': these are ")
                .doesNotContain("INSERT");
    }

    /** Returns a file to characterise, or skips the test if there is no folder of corpora beside the repository. */
    private static Path corpus(String name) {
        return SharedData.path("corpora/" + name);
    }

    /** Tables are as large as those with slices of the original, unlike those with YCSB's own values. */
    @ParameterizedTest
    @ValueSource(strings = {"text/lcet10.txt", "db/asteroids.dat"})
    @Tag("slow")
    void tablesAreAsLargeAsWithTheOriginal(String name) throws Exception {
        Path original = corpus(name);
        Path profile = folder.resolve("profile.ds");
        scan(original, profile);
        long expected = tables(OriginalWorkload.class, OriginalWorkload.FILE + "=" + original);
        for (String generator : List.of("motif", "mimic")) {
            long size = tables(
                    MimeoWorkload.class,
                    "mimeo_profile=" + profile,
                    "mimeo_pool_mb=16",
                    "mimeo_generator=" + generator);
            assertThat((double) size / expected).as(generator).isBetween(1 - TOLERANCE, 1 + TOLERANCE);
        }
        long plain = tables(CoreWorkload.class);
        assertThat((double) plain / expected).as("YCSB").isGreaterThan(1.3);
    }

    private long tables(Class<?> workload, String... properties) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(properties));
        Path database = Files.createTempDirectory(folder, "db");
        all.add(RocksDbBinding.FOLDER + "=" + database);
        all.add(RocksDbBinding.COMPRESSION + "=zstd");
        String out = run(RocksDbBinding.class, workload, RECORDS, all.toArray(String[]::new));
        Matcher size = Pattern.compile("tables: (\\d+) bytes").matcher(out);
        assertThat(size.find()).as(out).isTrue();
        return Long.parseLong(size.group(1));
    }

    /** RocksDB compresses blocks of 4 KiB. */
    private static void scan(Path original, Path profile) throws IOException {
        List<ScannerSpec> scanners = new ArrayList<>(DataScanner.Options.DEFAULT_SCANNERS);
        scanners.removeIf(scanner -> scanner.name().equals("mimic"));
        scanners.add(ScannerSpec.parse("mimic,effort=fast"));
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(4096)
                .withSeed(1)
                .withThreads(2)
                .withScanners(scanners)
                .withStrict(true);
        try (ChunkSource source =
                        ChunkSources.open(List.of(original), InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer = CharacterizationWriter.create(
                        FileChannel.open(profile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
    }
}
