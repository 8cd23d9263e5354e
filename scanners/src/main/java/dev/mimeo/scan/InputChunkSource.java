package dev.mimeo.scan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads files, trees, devices and streams: all their chunks, or those of given ranks. */
final class InputChunkSource implements ChunkSource {

    private final String name;
    private final int chunkSize;
    private final InputWalker walker;
    private final ObjectReader.Opener opener;
    private final SkipLog log;
    private final SegmentPool pool;
    private final long bytes;
    private final long population;
    private final long @Nullable [] ranks;

    private int nextRank;
    private long firstChunk; // rank of the first chunk of the object after the current one
    private long objects;
    private @Nullable OpenObject current;
    private boolean closed;

    /**
     * Prepares a source.
     *
     * @param bytes size of all objects, or -1 if there are streams
     * @param population chunks of all objects, or -1 likewise
     * @param ranks ascending ranks of the chunks to read, or null for all; only for objects of known size
     */
    InputChunkSource(
            List<Path> inputs,
            ChunkSources.SourceOptions options,
            ObjectReader.Opener opener,
            long bytes,
            long population,
            long @Nullable [] ranks) {
        this.name = name(inputs, opener);
        this.chunkSize = options.chunkSize();
        this.log = new SkipLog(options.strict());
        this.walker = new InputWalker(inputs, opener, log);
        this.opener = opener;
        this.pool = new SegmentPool(chunkSize);
        this.bytes = bytes;
        this.population = population;
        this.ranks = ranks;
    }

    private static String name(List<Path> inputs, ObjectReader.Opener opener) {
        String text = opener.nameOf(inputs.get(0));
        String first = inputs.get(0).equals(InputWalker.STDIN) ? text : "'" + text + "'";
        return inputs.size() == 1 ? first : first + " and " + (inputs.size() - 1) + " more";
    }

    @Override
    public @Nullable Segment next() throws IOException {
        if (closed) {
            // It would go on with the next object, and leave out the rest of this one.
            throw new IllegalStateException(name + ": nothing can be read, as this is closed");
        }
        Segment segment = pool.take();
        while (pool.room(segment) >= chunkSize) {
            OpenObject object = current != null ? current : openNext();
            if (object == null) {
                break;
            }
            if (!readRun(object, segment)) {
                object.reader.close();
                current = null;
            }
        }
        return segment.chunks() == 0 ? null : segment;
    }

    /** Opens the next object that has chunks to read. */
    private @Nullable OpenObject openNext() throws IOException {
        while (ranks == null || nextRank < ranks.length) {
            InputWalker.Entry entry = walker.next();
            if (entry == null) {
                return null;
            }
            long chunks = entry.isStream() ? Long.MAX_VALUE : chunks(entry.size(), chunkSize);
            long base = firstChunk;
            firstChunk = entry.isStream() ? base : base + chunks;
            if (ranks != null && ranks[nextRank] >= firstChunk) {
                continue;
            }
            Segment.SourceObject object = new Segment.SourceObject(objects++, opener.nameOf(entry.path()));
            try {
                current = new OpenObject(object, entry, opener.open(entry), base, chunks);
                return current;
            } catch (IOException e) {
                failed(object, entry, e);
                skipRanks(firstChunk);
            }
        }
        return null;
    }

    /**
     * Reads consecutive chunks of an object into a segment, as many as are wanted and fit.
     *
     * @return whether the object has more to read
     */
    private boolean readRun(OpenObject object, Segment segment) throws IOException {
        long first = object.next;
        long count = object.chunks - first;
        if (ranks != null) {
            first = ranks[nextRank] - object.base;
            count = 1;
            while (nextRank + count < ranks.length && ranks[nextRank + (int) count] == object.base + first + count) {
                count++;
            }
            count = Math.min(count, object.chunks - first);
        }
        count = Math.min(count, pool.room(segment) / chunkSize);
        long position = first * chunkSize;
        long wanted = count * chunkSize;
        if (!object.entry.isStream()) {
            wanted = Math.min(wanted, object.entry.size() - position);
        }
        if (wanted <= 0) {
            return false;
        }
        int read;
        try {
            read = object.reader.read(position, segment.data(), segment.size(), (int) wanted);
        } catch (IOException e) {
            failed(object.source, object.entry, e);
            skipRanks(object.base + object.chunks);
            return false;
        }
        for (int done = 0; done < read; done += chunkSize) {
            segment.add(object.source, position + done, Math.min(chunkSize, read - done));
        }
        if (read < wanted) {
            if (!object.entry.isStream()) {
                log.shrunk(object.source.name(), object.entry.size(), position + read);
                skipRanks(object.base + object.chunks);
            }
            return false;
        }
        object.next = first + count;
        nextRank += ranks == null ? 0 : (int) count;
        return ranks == null
                ? object.next < object.chunks
                : nextRank < ranks.length && ranks[nextRank] < object.base + object.chunks;
    }

    private void failed(Segment.SourceObject object, InputWalker.Entry entry, IOException failure) throws IOException {
        if (entry.named()) {
            throw SkipLog.failure(object.name(), failure);
        }
        log.unreadable(object.name(), failure);
    }

    /** Gives up the chosen chunks below a rank. */
    private void skipRanks(long end) {
        while (ranks != null && nextRank < ranks.length && ranks[nextRank] < end) {
            nextRank++;
        }
    }

    /** Returns how many chunks an object has. */
    static long chunks(long size, int chunkSize) {
        return size / chunkSize + (size % chunkSize == 0 ? 0 : 1);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void recycle(Segment segment) {
        pool.give(segment);
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public long population() {
        return population;
    }

    @Override
    public boolean sampled() {
        return ranks != null;
    }

    @Override
    public List<ScanSummary.SkippedSource> skipped() {
        return log.listed();
    }

    @Override
    public long skippedCount(ScanSummary.SkippedSource.Reason reason) {
        return log.count(reason);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        if (current != null) {
            current.reader.close();
            current = null;
        }
    }

    private static final class OpenObject {
        final Segment.SourceObject source;
        final InputWalker.Entry entry;
        final ObjectReader reader;
        final long base; // rank of the first chunk
        final long chunks;
        long next; // chunk within the object

        OpenObject(Segment.SourceObject source, InputWalker.Entry entry, ObjectReader reader, long base, long chunks) {
            this.source = source;
            this.entry = entry;
            this.reader = reader;
            this.base = base;
            this.chunks = chunks;
        }
    }
}
