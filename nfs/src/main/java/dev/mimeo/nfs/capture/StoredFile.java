package dev.mimeo.nfs.capture;

import dev.mimeo.internal.files.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;

/** Compressed files that are there as a whole or not at all. */
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
        try (AtomicFile file = AtomicFile.create(target, AtomicFile.Mode.REPLACE)) {
            boolean written;
            try (OutputStream open = form.open(new Uncloseable(Channels.newOutputStream(file.channel())))) {
                written = content.writeTo(open);
            }
            if (!written) {
                return -1;
            }
            long size = file.channel().size();
            file.commit();
            return size;
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
