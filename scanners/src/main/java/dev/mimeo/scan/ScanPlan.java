package dev.mimeo.scan;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.files.PathNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A scan whose segments are worked on elsewhere. Made by {@link DataScanner#plan}; immutable. */
public final class ScanPlan {

    /**
     * Location of the bytes of a segment, so that any machine that has the same files can read it. Made by
     * {@link DataScanner#plan}.
     *
     * <p>Immutable and thread-safe.
     */
    public static final class SegmentPlan implements Serializable {

        private static final long serialVersionUID = 1L;

        private final int chunkSize;
        private final ArrayList<Run> runs = new ArrayList<>();

        /**
         * Consecutive chunks of an object.
         *
         * @param address address of the file, as any name can be written so
         * @param number number of the object
         * @param offset offset of the first chunk in it, bytes
         * @param bytes bytes of all of the chunks
         */
        private record Run(String address, long number, long offset, int bytes) implements Serializable {}

        /** Notes where the chunks of a segment are. */
        SegmentPlan(Segment segment, int chunkSize, PathNames names) {
            this.chunkSize = chunkSize;
            for (int from = 0; from < segment.chunks(); from = segment.runEnd(from)) {
                int last = segment.runEnd(from) - 1;
                Segment.SourceObject object = segment.source(from);
                runs.add(new Run(
                        names.path(object.name()).toUri().toString(),
                        object.number(),
                        segment.sourceOffset(from),
                        segment.offset(last) + segment.length(last) - segment.offset(from)));
            }
            runs.trimToSize();
        }

        /** Returns the bytes of the segment. */
        public int bytes() {
            return runs.stream().mapToInt(Run::bytes).sum();
        }

        /**
         * Reads the segment.
         *
         * @param paths turns an address into a path
         */
        Segment read(Function<URI, Path> paths) throws IOException {
            byte[] data = data(paths);
            return filled(new Segment(data), paths);
        }

        /** Returns the segment, whose data is read only if it is asked for. */
        Segment unread(Function<URI, Path> paths) {
            Supplier<byte[]> reader = () -> {
                try {
                    return data(paths);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
            return filled(new Segment(reader), paths);
        }

        private Segment filled(Segment segment, Function<URI, Path> paths) {
            for (Run run : runs) {
                Segment.SourceObject object =
                        new Segment.SourceObject(run.number, path(run, paths).toString());
                for (int done = 0; done < run.bytes; done += chunkSize) {
                    segment.add(object, run.offset + done, Math.min(chunkSize, run.bytes - done));
                }
            }
            return segment;
        }

        private byte[] data(Function<URI, Path> paths) throws IOException {
            ObjectReader.Opener opener = ObjectReader.opener(InputStream.nullInputStream());
            byte[] data = new byte[bytes()];
            int at = 0;
            for (Run run : runs) {
                Path path = path(run, paths);
                try (ObjectReader reader = opener.open(InputWalker.Entry.ofInput(path, run.offset + run.bytes))) {
                    int read = reader.read(run.offset, data, at, run.bytes);
                    if (read < run.bytes) {
                        throw new MimeoException(
                                Reason.TRUNCATED,
                                "it became smaller while it was scanned: it ends after " + (run.offset + read)
                                        + " bytes, or is another file here");
                    }
                } catch (IOException e) {
                    throw SkipLog.failure(path.toString(), e);
                }
                at += run.bytes;
            }
            return data;
        }

        private static Path path(Run run, Function<URI, Path> paths) {
            return paths.apply(URI.create(run.address));
        }
    }

    private final ChunkSource source;
    private final List<SegmentPlan> segments;
    private final PathNames names;

    /**
     * Lists the segments of a source that reads nothing, see {@link #listing}.
     *
     * @param names has the paths of the objects
     */
    ScanPlan(ChunkSource source, int chunkSize, PathNames names) throws IOException {
        List<SegmentPlan> found = new ArrayList<>();
        for (Segment segment = source.next(); segment != null; segment = source.next()) {
            found.add(new SegmentPlan(segment, chunkSize, names));
            source.recycle(segment);
        }
        this.source = source;
        this.segments = List.copyOf(found);
        this.names = names;
    }

    /** Returns the segments, in the order of the data. */
    public List<SegmentPlan> segments() {
        return segments;
    }

    /** Returns the path of an address, on the machine that planned. */
    Path path(URI address) {
        return names.path(address);
    }

    /** Returns the source that was listed, for what it knows of the data set. */
    ChunkSource source() {
        return source;
    }

    /** Returns an opener of objects that can be opened but are not read: their bytes stay as they are in the array. */
    static ObjectReader.Opener listing(ObjectReader.Opener opener) {
        return entry -> {
            // An input that cannot be opened is skipped or refused here, as in any scan.
            opener.open(entry).close();
            return new ObjectReader() {
                @Override
                public int read(long position, byte[] data, int offset, int length) {
                    return length;
                }

                @Override
                public void close() {}
            };
        };
    }
}
