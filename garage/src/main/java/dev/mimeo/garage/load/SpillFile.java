package dev.mimeo.garage.load;

import dev.mimeo.internal.text.Failures;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Rows that do not fit into memory, in a file that is gone when it is closed. For one thread at a time. */
final class SpillFile implements Closeable {

    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final FileChannel channel;
    private long size;

    /** Position of the rows of a table. */
    record SpilledRows(CounterTable table, long position) {}

    private SpillFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Makes a file in a folder, which is made if it is not there. */
    static SpillFile create(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = Files.createTempFile(folder, "rows", ".spill");
        return new SpillFile(
                file,
                FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
    }

    SpilledRows write(DayTable rows) throws IOException {
        SpilledRows segment = new SpilledRows(rows.table(), size);
        channel.position(size);
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER));
        try {
            rows.write(out);
            out.flush();
        } catch (IOException e) {
            throw Failures.ofFile(file, e);
        }
        size = channel.position();
        return segment;
    }

    /** Adds rows to a table; returns how many values it had already. */
    long read(SpilledRows segment, DayTable rows) throws IOException, CellConflict {
        channel.position(segment.position());
        return rows.merge(new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel), BUFFER)));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
