package dev.mimeo.garage.load;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import dev.mimeo.internal.bytes.GzipInput;
import dev.mimeo.internal.bytes.NamedInput;
import dev.mimeo.internal.bytes.UnreadableRestException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.ZipException;

/** Opens input files; those that end with {@code .gz} or {@code .zst} are decompressed. */
final class InputFile {

    private static final int BUFFER = 1 << 16;

    private InputFile() {}

    static InputStream open(Path file) throws IOException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        InputStream in = NamedInput.ofFile(file);
        if (name.endsWith(".gz")) {
            return NamedInput.open(in, packed -> GzipInput.open(packed, BUFFER), e -> named(e, file));
        }
        return name.endsWith(".zst") ? NamedInput.open(in, ZstdInputStream::new, e -> named(e, file)) : in;
    }

    /** Returns where something is, for messages. The records of Parquet are rows, and those of texts lines. */
    static String place(Path file, long number) {
        boolean hasRows = file.toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
        return file + (hasRows ? ": row " : ": line ") + number;
    }

    /** Names the file where a decompressor does not. */
    private static IOException named(IOException e, Path file) {
        return e instanceof ZipException
                        || e instanceof UnreadableRestException
                        || e instanceof EOFException
                        || e instanceof ZstdIOException
                ? new LoadException(
                        file + ": cannot be decompressed: it is damaged, cut short or not what its name says", e)
                : e;
    }
}
