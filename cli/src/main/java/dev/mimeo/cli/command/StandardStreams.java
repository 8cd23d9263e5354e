package dev.mimeo.cli.command;

import dev.mimeo.MimeoException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The standard streams that a process was started with. The system gives the number of one that is closed to the next file that is
 * opened, so that the process would read or overwrite that file in its place.
 *
 * <p>The launcher opens the null device for what is closed, and says so in a property. Without it, Linux tells what the descriptors
 * are: closed ones are taken here, and files that Java has opened for itself are told by their names.
 */
public final class StandardStreams implements AutoCloseable {

    /** A standard stream. */
    enum Stream {
        IN(0),
        OUT(1),
        ERR(2);

        private final int descriptor;

        Stream(int descriptor) {
            this.descriptor = descriptor;
        }
    }

    /** Set by the launcher to those of {@code in,out,err} that were closed. */
    private static final String CLOSED = "mimeo.closed";

    private static final String NULL_DEVICE = "/dev/null";

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final Set<Stream> closed;

    /** Keep the numbers of closed descriptors from being given to other files. */
    private final List<Closeable> placeholders;

    private StandardStreams(Set<Stream> closed, List<Closeable> placeholders) {
        this.closed = closed;
        this.placeholders = placeholders;
    }

    /** Examines the descriptors of the process, before it opens any file. */
    public static StandardStreams ofProcess() {
        Set<Stream> closed = EnumSet.noneOf(Stream.class);
        for (String name : System.getProperty(CLOSED, "").split(",")) {
            if (!name.isEmpty()) {
                closed.add(Stream.valueOf(name.toUpperCase(Locale.ROOT)));
            }
        }
        List<Closeable> placeholders = new ArrayList<>();
        try {
            if (Files.isDirectory(DESCRIPTORS)) {
                examine(closed, placeholders);
            }
        } catch (IOException e) {
            System.getLogger(StandardStreams.class.getName()).log(System.Logger.Level.DEBUG, "descriptors", e);
        }
        return new StandardStreams(closed, placeholders);
    }

    private static void examine(Set<Stream> closed, List<Closeable> placeholders) throws IOException {
        Map<Stream, String> open = new EnumMap<>(Stream.class);
        for (Stream stream : Stream.values()) {
            try {
                open.put(stream, target(DESCRIPTORS.resolve(Integer.toString(stream.descriptor))));
            } catch (NoSuchFileException e) {
                // The system gives the lowest number that is free.
                placeholders.add(new RandomAccessFile(NULL_DEVICE, "rw"));
                closed.add(stream);
            }
        }
        for (Map.Entry<Stream, String> entry : open.entrySet()) {
            // Java opens each of its files once: a second descriptor means that the first was given to the process.
            if (isOfJava(entry.getValue()) && descriptors(entry.getValue()) == 1) {
                closed.add(entry.getKey());
            }
        }
    }

    /** Returns whether a file is one that Java reads for itself: its own, those of the class path, archives of classes. */
    private static boolean isOfJava(String file) throws IOException {
        if (file.startsWith(Path.of(System.getProperty("java.home")).toRealPath() + "/") || file.endsWith(".jsa")) {
            return true;
        }
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            if (Files.exists(Path.of(entry))
                    && Path.of(entry).toRealPath().toString().equals(file)) {
                return true;
            }
        }
        return false;
    }

    private static int descriptors(String file) throws IOException {
        int count = 0;
        try (DirectoryStream<Path> links = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path link : links) {
                try {
                    count += target(link).equals(file) ? 1 : 0;
                } catch (NoSuchFileException e) {
                    // The descriptor of this very listing, or of another thread.
                    System.getLogger(StandardStreams.class.getName()).log(System.Logger.Level.DEBUG, "gone", e);
                }
            }
        }
        return count;
    }

    private static String target(Path link) throws IOException {
        return Files.readSymbolicLink(link).toString();
    }

    /** Returns standard input, of which every read fails if it is closed. */
    InputStream in() {
        // A FileInputStream asks for position and length to read many bytes, and a pipe has none.
        return isOpen(Stream.IN)
                ? new BufferedInputStream(new FileInputStream(FileDescriptor.in))
                : new ClosedInputStream();
    }

    /** Standard input that is closed. */
    private static final class ClosedInputStream extends InputStream {
        @Override
        public int read() throws IOException {
            throw MimeoException.of(
                    "standard input",
                    MimeoException.Reason.UNSUPPORTED,
                    "is closed: redirect it from a file or a pipe");
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            return read();
        }
    }

    /** Returns standard output, of which every write fails if it is closed. */
    OutputStream out() {
        return isOpen(Stream.OUT)
                ? new FileOutputStream(FileDescriptor.out)
                : new OutputStream() {
                    @Override
                    public void write(int value) throws IOException {
                        throw new MimeoException(
                                MimeoException.Reason.UNSUPPORTED, "is closed: redirect it to a file or a pipe");
                    }
                };
    }

    /** Returns standard error, which takes everything and gives it to nobody if it is closed. */
    OutputStream err() {
        return isOpen(Stream.ERR) ? new FileOutputStream(FileDescriptor.err) : OutputStream.nullOutputStream();
    }

    /** Gives up the numbers of closed descriptors. */
    @Override
    public void close() {
        for (Closeable placeholder : placeholders) {
            try {
                placeholder.close();
            } catch (IOException e) {
                System.getLogger(StandardStreams.class.getName()).log(System.Logger.Level.DEBUG, "placeholder", e);
            }
        }
    }

    private boolean isOpen(Stream stream) {
        return !closed.contains(stream);
    }
}
