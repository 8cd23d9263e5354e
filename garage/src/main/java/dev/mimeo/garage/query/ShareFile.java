package dev.mimeo.garage.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.internal.bytes.GzipInput;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Results of some files as bytes: a database with the rows and the outcomes, or an error of the script. A gzip stream
 * of one byte that tells which, and the database or the message. Both ends are the same version of this library.
 */
final class ShareFile {

    private static final int ROWS = 0;
    private static final int WRONG_SCRIPT = 1;
    private static final int MAX_MESSAGE_BYTES = 1 << 16;

    private ShareFile() {}

    /** @param out left open */
    static void write(Path database, OutputStream out) throws IOException {
        GZIPOutputStream packed = new FastGzip(out);
        packed.write(ROWS);
        Files.copy(database, packed);
        packed.finish();
    }

    /** @param out left open */
    static void write(SqlException problem, OutputStream out) throws IOException {
        byte[] message = String.valueOf(problem.getMessage()).getBytes(UTF_8);
        GZIPOutputStream packed = new FastGzip(out);
        packed.write(WRONG_SCRIPT);
        packed.write(message, 0, Math.min(message.length, MAX_MESSAGE_BYTES));
        packed.finish();
    }

    /**
     * Reads rows into a file.
     *
     * @throws SqlException if it says what is wrong with the script instead
     */
    static void read(InputStream in, Path database) throws IOException {
        InputStream unpacked = GzipInput.open(in, 1 << 16);
        int kind = unpacked.read();
        if (kind == WRONG_SCRIPT) {
            throw new SqlException(new String(unpacked.readNBytes(MAX_MESSAGE_BYTES), UTF_8));
        }
        if (kind != ROWS) {
            throw new EOFException("a share of a query ends early");
        }
        Files.createDirectories(database.toAbsolutePath().getParent());
        Files.copy(unpacked, database, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes a database, if it is there. */
    static void delete(Path database) throws IOException {
        Files.deleteIfExists(database);
        Database.deleteCompanions(database);
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
