package dev.mimeo.nfs.convert;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.analyze.TraceScan;
import dev.mimeo.nfs.analyze.TraceSummary;
import dev.mimeo.nfs.internal.pcap.CaptureFiles;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/** Summaries of a capture, and of the trace that it is converted to. */
final class Summaries {

    private Summaries() {}

    static TrafficSummary ofCapture(byte[] capture, SummaryOptions options) throws IOException {
        CaptureSummary summary = new CaptureSummary(ParserOptions.DEFAULT, options);
        summary.read(CaptureSummaryTest.input(capture));
        return summary.finish();
    }

    /** @param file the trace, which is created */
    static TrafficSummary ofTrace(byte[] capture, SummaryOptions options, Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer = DataSeriesWriter.create(
                        channel, NfsConverter.types(), WriterOptions.DEFAULT.withCodecs("none"));
                CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(capture))) {
            NfsConverter converter =
                    new NfsConverter(writer, 1 << 16, 0, NfsConverter.Options.DEFAULT.withOtherPrograms(true));
            converter.read(reader);
            converter.finish(Map.of());
        }
        return TraceSummary.of(List.of(file), TraceScan.Options.all(1), options, bytes -> {})
                .traffic();
    }
}
