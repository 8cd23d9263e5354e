package dev.mimeo.cli.command;

import dev.mimeo.dataseries.DataSeriesReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The first bytes of files, by which commands tell what they are given. */
public final class FileStart {

    /** Number of bytes that {@link #isDataSeries(byte[])} needs. */
    public static final int BYTES = 4;

    private static final byte[] DATASERIES = DataSeriesReader.MAGIC.getBytes(StandardCharsets.US_ASCII);

    private FileStart() {}

    /** Returns whether a regular file begins as a DataSeries file does. */
    public static boolean isDataSeries(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return isDataSeries(in.readNBytes(BYTES));
        }
    }

    /** Returns whether a stream that supports marks goes on as a DataSeries file begins; its bytes are still to be read. */
    public static boolean isDataSeries(InputStream in) throws IOException {
        in.mark(BYTES);
        boolean found = isDataSeries(in.readNBytes(BYTES));
        in.reset();
        return found;
    }

    /** Returns whether bytes begin as a DataSeries file does. */
    public static boolean isDataSeries(byte[] start) {
        return start.length >= BYTES && Arrays.equals(start, 0, BYTES, DATASERIES, 0, BYTES);
    }
}
