package dev.mimeo.garage.load;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens input files; those that end with {@code .gz} or {@code .zst} are decompressed. */
final class InputFile {

    private InputFile() {}

    static InputStream open(Path file) throws IOException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        InputStream in = Files.newInputStream(file);
        try {
            if (name.endsWith(".gz")) {
                return new Decompressed(new GZIPInputStream(in, 1 << 16), file);
            }
            return name.endsWith(".zst") ? new Decompressed(new ZstdInputStream(in), file) : in;
        } catch (IOException e) {
            in.close();
            throw named(e, file);
        }
    }

    /** Names the file where a decompressor does not. */
    private static IOException named(IOException e, Path file) {
        return e instanceof ZipException || e instanceof EOFException || e instanceof ZstdIOException
                ? new LoadException(
                        file + ": cannot be decompressed: it is damaged, cut short or not what its name says", e)
                : e;
    }

    /** Decompressed content of a file. */
    private static final class Decompressed extends FilterInputStream {
        private final Path file;

        Decompressed(InputStream in, Path file) {
            super(in);
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            try {
                return in.read();
            } catch (IOException e) {
                throw named(e, file);
            }
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            try {
                return in.read(to, from, length);
            } catch (IOException e) {
                throw named(e, file);
            }
        }
    }
}
