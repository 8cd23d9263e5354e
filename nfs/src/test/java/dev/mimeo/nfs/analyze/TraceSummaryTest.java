package dev.mimeo.nfs.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.convert.CaptureGroups;
import dev.mimeo.nfs.convert.CaptureSummary;
import dev.mimeo.nfs.convert.InputHash;
import dev.mimeo.nfs.convert.NfsConverter;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.LoadInterval;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A summary of a trace is that of its capture. */
@Tag("thorough")
final class TraceSummaryTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    static Stream<Path> captures() throws IOException {
        Path example = MarkdownPage.ROOT.resolve("examples/nfs/office.pcap");
        Path shared = MarkdownPage.ROOT.resolve("../shared/data/nfs/captures");
        if (!Files.isDirectory(shared)) {
            return Stream.of(example);
        }
        try (Stream<Path> files = Files.list(shared)) {
            return Stream.concat(Stream.of(example), files.sorted().toList().stream());
        }
    }

    private static CaptureGroups.Input input(Path capture) {
        return new CaptureGroups.Input() {
            @Override
            public String name() {
                return capture.toString();
            }

            @Override
            public InputStream open() throws IOException {
                return Files.newInputStream(capture);
            }
        };
    }

    private Path convert(Path capture) throws IOException {
        Path file = folder.resolve("trace.ds");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer = DataSeriesWriter.create(
                        channel, NfsConverter.types(), WriterOptions.DEFAULT.withCodecs("none"))) {
            NfsConverter converter =
                    new NfsConverter(writer, 1 << 14, 0, NfsConverter.Options.DEFAULT.withOtherPrograms(true));
            converter.read(input(capture), InputHash.XXH64);
            converter.finish(Map.of());
        }
        return file;
    }

    @ParameterizedTest
    @MethodSource("captures")
    void summaryIsThatOfTheCapture(Path capture) throws IOException {
        Path trace = convert(capture);
        for (LatencyBounds bounds : LatencyBounds.values()) {
            List<LoadInterval> expectedIntervals = new ArrayList<>();
            List<LoadInterval> intervals = new ArrayList<>();
            CaptureSummary expected = new CaptureSummary(ParserOptions.DEFAULT, options(bounds, expectedIntervals));
            expected.read(input(capture));
            TrafficSummary traffic = expected.finish();
            TraceSummary summary =
                    TraceSummary.of(List.of(trace), TraceScan.Options.all(1), options(bounds, intervals), bytes -> {});
            assertThat(summary.traffic()).isEqualTo(traffic);
            assertThat(intervals).isEqualTo(expectedIntervals);
            assertThat(summary.counters().byName())
                    .isEqualTo(expected.counters().byName());
            assertThat(List.of(summary.firstPacketNanos(), summary.lastPacketNanos()))
                    .containsExactly(expected.firstPacketNanos(), expected.lastPacketNanos());
        }
    }

    private static SummaryOptions options(LatencyBounds bounds, List<LoadInterval> intervals) {
        return new SummaryOptions(
                bounds,
                List.of(0.5, 0.999),
                20,
                new SummaryOptions.LoadGrouping(
                        EnumSet.allOf(SummaryOptions.LoadKey.class), 1_000_000_000L, intervals::add),
                200_000L);
    }
}
