package dev.mimeo.fuzz;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.formats.trace.TraceConverter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The first byte chooses a format. The others are converted and come back as they were, or are refused. */
public final class TraceFuzz {

    /** The inputs that are kept rely on the order. */
    private static final List<TraceConverter> CONVERTERS = Stream.of(
                    "blkparse", "blktrace", "ellard", "lsf", "msr-cambridge", "spc", "srt", "strace", "wc98")
            .map(TraceConverter::named)
            .toList();

    private TraceFuzz() {}

    private record Rows(Queue<Extent> extents) implements ExtentSource {
        @Override
        public @Nullable Extent next() {
            return extents.poll();
        }

        @Override
        public void close() {}
    }

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        TraceConverter converter = CONVERTERS.get((data[0] & 0xff) % CONVERTERS.size());
        Rows rows = new Rows(new ArrayDeque<>());
        try {
            converter.convert(
                    new ByteArrayInputStream(data, 1, data.length - 1),
                    rows.extents::add,
                    TraceConverter.Options.DEFAULT);
        } catch (MimeoException e) {
            Check.oneLine(e);
            return;
        }
        if (converter.isLossless()) {
            ByteArrayOutputStream back = new ByteArrayOutputStream();
            converter.print(rows, back, TraceConverter.Options.DEFAULT);
            Check.that(
                    Arrays.equals(back.toByteArray(), 0, back.size(), data, 1, data.length),
                    "%s: other bytes come back",
                    converter.name());
        }
    }
}
