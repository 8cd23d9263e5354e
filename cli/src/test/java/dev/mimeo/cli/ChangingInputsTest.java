package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Inputs;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Verification;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.dataseries.transform.Repacking;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.fidelity.Mimeo;
import dev.mimeo.fidelity.audit.Audit;
import dev.mimeo.fidelity.audit.Canaries;
import dev.mimeo.garage.load.CounterImport;
import dev.mimeo.garage.load.CounterImportOptions;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.integrations.impressions.EqualFiles;
import dev.mimeo.integrations.impressions.FileList;
import dev.mimeo.integrations.impressions.TreeFiller;
import dev.mimeo.nfs.convert.CaptureGroups;
import dev.mimeo.nfs.convert.InputHash;
import dev.mimeo.nfs.convert.Manifest;
import dev.mimeo.nfs.convert.NfsConverter;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanSummary;
import dev.mimeo.testing.FaultyFiles;
import dev.mimeo.testing.FaultyFiles.Fault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Inputs that change between the time that they are listed and the time that they are read: an error of one line, or a count. */
@Tag("thorough")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the file system with faults has the paths of POSIX")
final class ChangingInputsTest {

    private static final int SIZE = 300_000;

    @TempDir
    private static Path folder;

    private static Path tree = Path.of("");
    private static Path file = Path.of("");
    private static Path trace = Path.of("");
    private static Path counters = Path.of("");
    private static Path characterization = Path.of("");

    /** Reads inputs. */
    @FunctionalInterface
    private interface Reading {
        void run() throws IOException;
    }

    @BeforeAll
    static void writeInputs() throws IOException {
        tree = Files.createDirectory(folder.resolve("tree"));
        byte[] bytes = new byte[SIZE];
        new Random(1).nextBytes(bytes);
        Files.write(tree.resolve("a"), bytes);
        file = Files.write(tree.resolve("b"), bytes);
        Files.write(tree.resolve("c"), bytes);
        StringBuilder rows = new StringBuilder("serverID,sampleTime,Load\n");
        for (int i = 0; i < 20_000; i++) {
            rows.append("web1,")
                    .append(1_700_000_000_000L + 1000L * i)
                    .append(',')
                    .append(i)
                    .append('\n');
        }
        counters = Files.writeString(folder.resolve("counters.csv"), rows);
        trace = folder.resolve("t.ds");
        characterization = folder.resolve("c.ds");
        assertThat(TestRun.of("csv2ds", "--infer", counters.toString(), trace.toString())
                        .code())
                .isZero();
        assertThat(TestRun.of("scan", tree.toString(), "-o", characterization.toString(), "--scanner", "histogram")
                        .code())
                .isZero();
    }

    /** Asserts that a reading fails as it should, unless the file only grows. */
    private static void assertRefused(Fault fault, Path changed, Reading reading) {
        try {
            reading.run();
            assertThat(fault).isEqualTo(Fault.GROWS);
        } catch (IOException | UncheckedIOException e) {
            assertThat(Errors.describe(e))
                    .contains(String.valueOf(changed.getFileName()))
                    .doesNotContain("Exception", "unexpected", "\n");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FULL")
    void aScanCountsThem(Fault fault) throws IOException {
        Path changing = new FaultyFiles(file, fault).path(tree);
        DataScanner.Options options = DataScanner.Options.defaults().withThreads(1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ScanSummary summary;
        try (ChunkSource source =
                        ChunkSources.open(List.of(changing), InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer =
                        CharacterizationWriter.create(Channels.newChannel(out), WriterOptions.DEFAULT)) {
            summary = new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
        boolean shrinks = fault == Fault.SHRINKS;
        boolean grows = fault == Fault.GROWS;
        assertThat(summary.shrunk()).isEqualTo(shrinks ? 1 : 0);
        assertThat(summary.unreadable()).isEqualTo(shrinks || grows ? 0 : 1);
        assertThat(summary.dataset().bytes()).isBetween(2L * SIZE, 2L * SIZE + SIZE / 2);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FULL")
    void aStrictScanFails(Fault fault) {
        Path changing = new FaultyFiles(file, fault).path(tree);
        assertRefused(fault, file, () -> Mimeo.scan(changing).close());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FULL")
    void aComparisonFails(Fault fault) {
        Path changing = new FaultyFiles(file, fault).path(tree);
        assertRefused(fault, file, () -> Mimeo.compare(changing, tree));
    }

    /** A file that is gone before it is listed was never one of the tree. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FULL", "IS_GONE"})
    void anAuditFails(Fault fault) {
        Path changing = new FaultyFiles(file, fault).path(tree);
        assertRefused(fault, file, () -> {
            try (DataSample original = DataSample.open(changing)) {
                Audit.run(
                        original,
                        characterization,
                        new ByteArrayInputStream(new byte[SIZE]),
                        SIZE,
                        Canaries.none(),
                        bytes -> {});
            }
        });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FULL")
    void aVerificationFails(Fault fault) {
        Path changing = new FaultyFiles(trace, fault).path(trace);
        assertRefused(fault, trace, () -> Verification.of(changing, 2, bytes -> {}));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FULL")
    void aRepackingFails(Fault fault) {
        Path changing = new FaultyFiles(trace, fault).path(trace);
        assertRefused(
                fault,
                trace,
                () -> Repacking.run(
                        List.of(trace, changing),
                        part -> Channels.newChannel(new ByteArrayOutputStream()),
                        new Repacking.Options(WriterOptions.DEFAULT, 1 << 16, 6, false, 0, false),
                        bytes -> {}));
    }

    /** A capture that ends early is converted, and counted as damaged. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FULL", "IS_GONE"})
    void aConversionOfACaptureFails(Fault fault) {
        Path capture = Path.of("..", "examples", "nfs", "office.pcap");
        Path changing = new FaultyFiles(capture, fault).path(capture);
        List<Manifest.Input> facts = new ArrayList<>();
        Reading reading = () -> {
            try (DataSeriesWriter writer = DataSeriesWriter.create(
                    Channels.newChannel(new ByteArrayOutputStream()), NfsConverter.types(), WriterOptions.DEFAULT)) {
                NfsConverter converter = new NfsConverter(writer, 1 << 16, 0, NfsConverter.Options.DEFAULT);
                facts.add(converter.read(new Capture(changing), InputHash.XXH64));
                converter.finish(Map.of());
            }
        };
        if (fault == Fault.SHRINKS) {
            assertThatCode(reading::run).doesNotThrowAnyException();
            assertThat(facts)
                    .singleElement()
                    .satisfies(input -> assertThat(input.damage()).isNotNull());
        } else {
            assertRefused(fault, capture, reading);
        }
    }

    /** A capture in a file. */
    private record Capture(Path path) implements CaptureGroups.Input {
        @Override
        public String name() {
            return String.valueOf(path.getFileName());
        }

        @Override
        public String source() {
            return path.toString();
        }

        @Override
        public InputStream open() throws IOException {
            return Inputs.open(path);
        }
    }

    /** Three files are equal; one that cannot be read to its end is reported and gets content of its own. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FULL", "IS_GONE"})
    void aTreeIsFilledWithoutThem(Fault fault, @TempDir Path root) throws IOException {
        Path changing = new FaultyFiles(file, fault).path(tree);
        List<String> unreadable = new ArrayList<>();
        EqualFiles equal = EqualFiles.find(changing, (path, reason) -> unreadable.add(path + ": " + reason));
        try (Characterization content = BundledCharacterizations.open("prose");
                FileList files = FileList.ofTree(changing, equal)) {
            TreeFiller.Summary summary = TreeFiller.of(root, content).build().fill(files, result -> {});
            assertThat(summary.failures()).isZero();
        }
        assertThat(unreadable).hasSize(fault == Fault.GROWS ? 0 : 1).allMatch(line -> line.startsWith(file + ": "));
        assertThat(root.resolve("c")).hasSameBinaryContentAs(root.resolve("a")).hasSize(SIZE);
        assertThat(root.resolve("b")).hasSize(fault == Fault.GROWS ? SIZE / 2 : SIZE);
        assertThat(Files.mismatch(root.resolve("b"), root.resolve("a"))).isNotNegative();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FULL")
    void anImportOfCountersFails(Fault fault, @TempDir Path garage) {
        Path changing = new FaultyFiles(counters, fault).path(counters);
        assertRefused(
                fault,
                counters,
                () -> CounterImport.run(
                        Map.of("RawData", List.of(changing)),
                        garage.resolve("garage"),
                        CounterImportOptions.defaults(garage),
                        path -> {}));
        if (fault != Fault.GROWS) {
            assertThat(garage.resolve("garage"))
                    .satisfiesAnyOf(
                            made -> assertThat(made).doesNotExist(),
                            made -> assertThat(made).isEmptyDirectory());
        }
    }
}
