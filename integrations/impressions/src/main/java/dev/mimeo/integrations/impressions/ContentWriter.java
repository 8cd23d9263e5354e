package dev.mimeo.integrations.impressions;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.internal.files.FreeSpace;
import dev.mimeo.internal.files.FullTransfers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Writes files, one at a time. For one thread. */
final class ContentWriter {

    private static final int BUFFER_BYTES = 256 * 1024;

    private static final Set<OpenOption> OPEN =
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, LinkOption.NOFOLLOW_LINKS);

    private final Function<Characterization, PayloadSource> open;
    private final Set<FilePath> unfinished;
    private final Map<Characterization, PayloadSource> sources = new HashMap<>();
    private final byte[] data = new byte[BUFFER_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(data);

    /**
     * Prepares to write.
     *
     * @param open makes a source of content
     * @param unfinished holds the path of a file from when it is opened until it is complete
     */
    ContentWriter(Function<Characterization, PayloadSource> open, Set<FilePath> unfinished) {
        this.open = open;
        this.unfinished = unfinished;
    }

    /** Writes a file, whose content depends on nothing but the path it is derived from, its size and what it is to be like. */
    void write(Path target, FilePath path, FilePath origin, long size, Characterization content) throws IOException {
        PayloadSource source = sources.computeIfAbsent(content, open);
        source.seekObject(PayloadSource.keyOf(origin.bytes()));
        try (FileChannel out = opened(target)) {
            unfinished.add(path);
            // A file of the right size keeps it, whatever happens, so that filling a tree in place can be begun again.
            // Any
            // other is shorter than it should be until it is complete.
            long there = out.size();
            if (there != size) {
                FreeSpace.require(target, target.toString(), size - there, "needs %s more, and %s are free");
                out.truncate(0);
            }
            for (long left = size; left > 0; ) {
                int length = (int) Math.min(left, data.length);
                source.fill(data, 0, length);
                FullTransfers.write(out, buffer.clear().limit(length));
                left -= length;
            }
        }
        unfinished.remove(path);
    }

    private static FileChannel opened(Path target) throws IOException {
        try {
            return FileChannel.open(target, OPEN);
        } catch (IOException e) {
            if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
                // Another thread has made it since the path was checked, for a file below it.
                throw new RefusedPathException(ConfinedRoot.NOT_A_FILE);
            }
            throw e;
        }
    }
}
