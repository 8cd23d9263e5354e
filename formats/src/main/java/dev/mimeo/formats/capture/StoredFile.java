package dev.mimeo.formats.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes files that are there as a whole or not at all: beside their name, synced, then renamed. */
final class StoredFile {

    /** Gives a file its content. */
    @FunctionalInterface
    interface Content {
        /**
         * Writes the content.
         *
         * @return false to leave the file unwritten
         */
        boolean writeTo(OutputStream out) throws IOException;
    }

    private StoredFile() {}

    /**
     * Writes a file.
     *
     * @return its size; -1 if the content gave up, and there is no file then
     * @throws IOException if writing fails; there is no file then
     */
    static long write(Path target, StorageForm form, Content content) throws IOException {
        Path temporary = target.resolveSibling("." + target.getFileName() + ".tmp");
        boolean done = false;
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            OutputStream open = form.open(new Uncloseable(Channels.newOutputStream(channel)));
            boolean written;
            try (open) {
                written = content.writeTo(open);
            }
            if (!written) {
                return -1;
            }
            channel.force(true);
            long size = channel.size();
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            done = true;
            syncFolder(target);
            return size;
        } finally {
            if (!done) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    private static void syncFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        try (FileChannel channel = FileChannel.open(folder == null ? file : folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Not every system can sync a folder; the file itself is safe already.
            System.getLogger(StoredFile.class.getName()).log(System.Logger.Level.DEBUG, "cannot sync " + folder, e);
        }
    }

    /** Keeps the channel open for what follows the end of the compressed stream. */
    private static final class Uncloseable extends OutputStream {
        private final OutputStream out;

        Uncloseable(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
        }

        @Override
        public void write(byte[] data, int offset, int length) throws IOException {
            out.write(data, offset, length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() {
            // Its owner closes the channel.
        }
    }
}
