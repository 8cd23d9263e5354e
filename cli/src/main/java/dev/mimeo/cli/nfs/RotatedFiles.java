package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.nfs.convert.NfsConverter;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files of tables, one for each interval of packet time. A file has its name when it is complete: {@code monday.000001.ds} for
 * {@code monday.ds}. For one thread at a time.
 */
final class RotatedFiles implements NfsConverter.Rotation, Closeable {

    private static final String SUFFIX = ".ds";

    private final MimeoSubcommand command;
    private final String base;
    private final long intervalNanos;
    private final WriterOptions packing;
    private final Stamps stamps;
    private int number;
    private long bytes;

    /** Start of the interval; none has begun if this is the least value. */
    private long start = Long.MIN_VALUE;

    private @Nullable Output output;
    private @Nullable DataSeriesWriter writer;

    /** Says how a file was made. */
    @FunctionalInterface
    interface Stamps {
        Map<String, String> of(int number) throws IOException;
    }

    /**
     * Names the files. Nothing is opened yet.
     *
     * @param target name that those of the files are derived from
     */
    RotatedFiles(MimeoSubcommand command, String target, long intervalNanos, WriterOptions packing, Stamps stamps) {
        this.command = command;
        this.base = target.endsWith(SUFFIX) ? target.substring(0, target.length() - SUFFIX.length()) : target;
        this.intervalNanos = intervalNanos;
        this.packing = packing;
        this.stamps = stamps;
    }

    @Override
    public boolean isDue(long packetNanos) {
        long interval = Math.floorDiv(packetNanos, intervalNanos) * intervalNanos;
        if (start == Long.MIN_VALUE) {
            start = interval;
        }
        boolean due = interval > start;
        start = Math.max(start, interval);
        return due;
    }

    @Override
    public Map<String, String> stamp() throws IOException {
        return stamps.of(number);
    }

    @Override
    public DataSeriesWriter next() throws IOException {
        complete();
        number++;
        String name = String.format(Locale.ROOT, "%s.%06d%s", base, number, SUFFIX);
        command.refuseDerived(name);
        Output next = command.outputs().openBinary(name, command.force());
        output = next;
        writer = DataSeriesWriter.create(next.channel(), NfsConverter.types(), packing);
        return writer;
    }

    /** Gives the current file its name. */
    void complete() throws IOException {
        DataSeriesWriter written = writer;
        Output file = output;
        if (written != null && file != null) {
            written.close();
            file.commit();
            bytes += file.bytes();
            writer = null;
            output = null;
        }
    }

    /** Returns the number of files. */
    int files() {
        return number;
    }

    /** Returns the bytes of the complete files. */
    long bytes() {
        return bytes;
    }

    /** Drops the current file, if it is not complete. */
    @Override
    public void close() throws IOException {
        DataSeriesWriter written = writer;
        Output file = output;
        if (written != null && file != null) {
            written.abort();
            written.close();
            file.close();
        }
    }
}
