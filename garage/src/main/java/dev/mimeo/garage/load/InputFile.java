package dev.mimeo.garage.load;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Opens input files; those that end with {@code .gz} or {@code .zst} are decompressed. */
final class InputFile {

    private InputFile() {}

    static InputStream open(Path file) throws IOException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        InputStream in = Files.newInputStream(file);
        try {
            if (name.endsWith(".gz")) {
                return new GZIPInputStream(in, 1 << 16);
            }
            return name.endsWith(".zst") ? new ZstdInputStream(in) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }
}
