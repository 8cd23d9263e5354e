package dev.mimeo.scan;

import dev.mimeo.characterization.FileCategory;
import dev.mimeo.internal.files.FullTransfers;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the bytes of one object: by position if it is a file, in order if it is a stream. Not thread-safe. */
interface ObjectReader extends Closeable {

    /**
     * Reads until a range is full or the object ends.
     *
     * @param position position in the object; streams are always read in order
     * @return number of bytes read, less than {@code length} only at the end
     */
    int read(long position, byte[] data, int offset, int length) throws IOException;

    /** Opens objects; replaced in tests that need failing ones. */
    @FunctionalInterface
    interface Opener {
        ObjectReader open(InputWalker.Entry entry) throws IOException;

        /** Returns whether a file is part of the data set. */
        default boolean reads(Path file) {
            return true;
        }

        /** Returns whether all objects are streams, because the size of a file does not tell how many bytes are read from it. */
        default boolean readsStreams() {
            return false;
        }

        /** Returns the name of an input in messages. */
        default String nameOf(Path input) {
            return input.toString();
        }
    }

    /** Returns an opener that reads the values of a field of DataSeries files. */
    static Opener fieldOpener(String typePattern, String fieldName) {
        return new Opener() {
            @Override
            public ObjectReader open(InputWalker.Entry entry) throws IOException {
                return FieldReader.open(entry.path(), typePattern, fieldName);
            }

            @Override
            public boolean readsStreams() {
                return true;
            }
        };
    }

    /** Returns an opener of the files of one category. */
    static Opener categoryOpener(CategorizedFiles files, FileCategory category) {
        return new Opener() {
            @Override
            public ObjectReader open(InputWalker.Entry entry) throws IOException {
                return ofEntry(entry);
            }

            @Override
            public boolean reads(Path file) {
                return files.of(file) == category;
            }
        };
    }

    /** Returns an opener of files and streams of the file system, and of a stream for standard input. */
    static Opener opener(InputStream stdin) {
        return streamOpener(stdin, "standard input");
    }

    /** Returns an opener of files and streams of the file system, and of a named stream in the place of {@code -}. */
    static Opener streamOpener(InputStream stream, String name) {
        return new Opener() {
            @Override
            public ObjectReader open(InputWalker.Entry entry) throws IOException {
                return entry.path().equals(InputWalker.STDIN) ? ofStream(stream, () -> {}) : ofEntry(entry);
            }

            @Override
            public String nameOf(Path input) {
                return input.equals(InputWalker.STDIN) ? name : input.toString();
            }
        };
    }

    private static ObjectReader ofEntry(InputWalker.Entry entry) throws IOException {
        if (entry.isStream()) {
            InputStream stream = Files.newInputStream(entry.path());
            return ofStream(stream, stream);
        }
        return ofFile(entry.path());
    }

    private static ObjectReader ofFile(Path path) throws IOException {
        SeekableByteChannel channel = Files.newByteChannel(path);
        return new ObjectReader() {
            @Override
            public int read(long position, byte[] data, int offset, int length) throws IOException {
                return FullTransfers.read(channel, position, data, offset, length);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    /** @param owned closed with the reader */
    private static ObjectReader ofStream(InputStream stream, Closeable owned) {
        return new ObjectReader() {
            @Override
            public int read(long position, byte[] data, int offset, int length) throws IOException {
                return stream.readNBytes(data, offset, length);
            }

            @Override
            public void close() throws IOException {
                owned.close();
            }
        };
    }
}
