package dev.mimeo.sql.internal;

import dev.mimeo.internal.bytes.GzipInput;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.CacheFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The native library of DuckDB in a distribution with its own Java. There it is compressed and beside the jar of the driver, and is
 * unpacked once into {@link CacheFolder}; where that is not possible, into a temporary file at every start.
 */
final class PackedEngine {

    /** The name that the driver gives its library on some system, compressed with gzip. */
    private static final String PACKED = "libduckdb_java.so_*.gz";

    /** CRC and length of the content, with which a file of gzip ends (RFC 1952). */
    private static final int TRAILER_BYTES = 8;

    private PackedEngine() {}

    /**
     * Loads the library if it is in a folder.
     *
     * @param folder folder of the driver's jar
     * @throws IOException if it cannot be unpacked
     * @throws UnsatisfiedLinkError if it cannot be loaded
     */
    static void load(Path folder) throws IOException {
        Path packed = find(folder);
        if (packed == null) {
            return;
        }
        try {
            System.load(unpackedOnce(packed, CacheFolder.create()).toString());
        } catch (IOException | UnsatisfiedLinkError e) {
            System.getLogger(PackedEngine.class.getName()).log(Level.DEBUG, "the cache cannot be used", e);
            loadTemporarily(packed);
        }
    }

    private static @Nullable Path find(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PACKED)) {
            for (Path file : files) {
                return file;
            }
            return null;
        }
    }

    /**
     * Unpacks a library unless that was done before. The name of the copy has the CRC and the length of the library, so each version has
     * one.
     *
     * @return the copy
     */
    static Path unpackedOnce(Path packed, Path cache) throws IOException {
        byte[] trailer = trailer(packed);
        Path library = cache.resolve("duckdb-" + HexFormat.of().formatHex(trailer) + ".so");
        if (!Files.exists(library)) {
            // Of processes that were killed at it.
            AtomicFile.removeAbandoned(cache, name -> name.equals(String.valueOf(library.getFileName())));
            try (AtomicFile copy = AtomicFile.create(library, AtomicFile.Mode.REPLACE)) {
                unpack(packed, Channels.newOutputStream(copy.channel()));
                copy.commit();
            }
        }
        return library;
    }

    private static void loadTemporarily(Path packed) throws IOException {
        Path library = Files.createTempFile("mimeo", ".so");
        try {
            try (OutputStream out = Files.newOutputStream(library)) {
                unpack(packed, out);
            }
            System.load(library.toString());
        } finally {
            if (!library.toFile().delete()) {
                // Windows deletes no library that is in use.
                library.toFile().deleteOnExit();
            }
        }
    }

    private static void unpack(Path packed, OutputStream out) throws IOException {
        try (InputStream in = GzipInput.open(Files.newInputStream(packed), 1 << 16)) {
            in.transferTo(out);
        }
    }

    private static byte[] trailer(Path packed) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(packed.toFile(), "r")) {
            byte[] trailer = new byte[TRAILER_BYTES];
            file.seek(Math.max(0, file.length() - TRAILER_BYTES));
            file.readFully(trailer);
            return trailer;
        }
    }
}
