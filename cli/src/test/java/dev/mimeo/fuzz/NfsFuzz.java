package dev.mimeo.fuzz;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.nfs.convert.NfsConverter;
import dev.mimeo.nfs.internal.pcap.CaptureFiles;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Captures are converted, whatever they hold, or are refused as no captures; in memory that their size justifies. */
public final class NfsFuzz {

    private static final NfsConverter.Options ALL = NfsConverter.Options.DEFAULT.withOtherPrograms(true);

    /** A conversion starts with half a MiB; not a quarter of what any one allocation may have. */
    private static final long MOST_BYTES = 8L << 20;

    private static final int MOST_PER_BYTE = 64;

    private NfsFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        Check.allocates(MOST_BYTES + (long) MOST_PER_BYTE * data.length, data.length, () -> convert(data));
    }

    private static void convert(byte[] data) throws IOException {
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                        Channels.newChannel(OutputStream.nullOutputStream()),
                        NfsConverter.types(),
                        WriterOptions.DEFAULT.withCodecs("none"));
                CaptureReader capture = open(data)) {
            NfsConverter converter = new NfsConverter(writer, 1 << 16, 0, ALL);
            if (capture != null) {
                read(capture, converter);
            }
            converter.finish(Map.of());
        }
    }

    /** Packed data may turn out to be damaged anywhere. */
    private static void read(CaptureReader capture, NfsConverter converter) {
        try {
            converter.read(capture);
        } catch (IOException e) {
            Check.oneLine(e);
        }
    }

    private static @Nullable CaptureReader open(byte[] data) {
        try {
            return CaptureFiles.open(new ByteArrayInputStream(data));
        } catch (IOException e) {
            Check.oneLine(e);
            return null;
        }
    }
}
