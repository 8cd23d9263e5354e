package dev.mimeo.garage.load;

import dev.mimeo.internal.files.FullTransfers;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a server and day that are not packed yet: a file to which each is appended and synced, so that what ends the
 * program, or the system, costs the sample at most that was being written. For one thread, and one process by a lock.
 *
 * <p>Lines of fields between tabs: {@code S}, time, time of the sample before or nothing, in milliseconds, starts a sample;
 * {@code N}, table, names of counters, where they are others than before in this file; {@code R}, table, instance or nothing,
 * values; {@code E} ends the sample. What has no end does not count.
 */
final class SampleLog implements Closeable {

    private final Path file;
    private final FileChannel channel;
    private final Map<String, List<String>> names = new HashMap<>();
    private @Nullable Long lastTime;

    private SampleLog(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens a file, which is made if it is not there. A sample at its end that is not whole is removed.
     *
     * @throws LoadException if another process writes to it, or it is damaged
     */
    static SampleLog open(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException e) {
                throw new LoadException(file + ": another sampler writes to it", e);
            }
            if (lock == null) {
                throw new LoadException(file + ": another sampler writes to it");
            }
            SampleLog log = new SampleLog(file, channel);
            SampleLogReader.Summary found = log.read((time, previous, rows) -> log.lastTime = time);
            channel.truncate(found.bytes());
            return log;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Reads all samples. Through the channel: closing another one of the file would give up the lock.
     *
     * @throws LoadException if the file is damaged
     */
    SampleLogReader.Summary read(SampleLogReader.SampleReader reader) throws IOException {
        channel.position(0);
        try {
            return SampleLogReader.read(file, Channels.newInputStream(channel), reader);
        } finally {
            // Samples that follow must not overwrite others, even if these cannot be read.
            channel.position(channel.size());
        }
    }

    /** Returns the time of the last sample, null if there is none. */
    @Nullable Long lastTime() {
        return lastTime;
    }

    /** Appends a sample; it is on disk when this returns. */
    void append(long time, @Nullable Long previous, List<SampleRow> rows) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append("S\t")
                .append(time)
                .append('\t')
                .append(previous == null ? "" : previous.toString())
                .append('\n');
        for (SampleRow row : rows) {
            if (!row.names().equals(names.get(row.table()))) {
                names.put(row.table(), row.names());
                text.append("N\t").append(row.table());
                row.names().forEach(name -> text.append('\t').append(name));
                text.append('\n');
            }
            text.append("R\t").append(row.table()).append('\t').append(row.instance() == null ? "" : row.instance());
            row.values().forEach(value -> text.append('\t').append(value));
            text.append('\n');
        }
        text.append("E\n");
        FullTransfers.write(channel, ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
        channel.force(false);
        lastTime = time;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
