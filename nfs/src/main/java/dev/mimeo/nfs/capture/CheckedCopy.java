package dev.mimeo.nfs.capture;

import dev.mimeo.formats.trace.TraceInputs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** Copies captures piece by piece, and compares a compressed capture with its original by checksums. Thread-safe. */
final class CheckedCopy {

    /** Names of captures that are not compressed. */
    private static final Pattern CAPTURE = Pattern.compile(".*\\.(pcap|pcapng|cap)\\d*");

    private static final int PIECE = 1 << 20;

    private CheckedCopy() {}

    /** Returns whether a file of this name is a capture that is not compressed. */
    static boolean isPlainCapture(String name) {
        return CAPTURE.matcher(name).matches();
    }

    /** Decides whether to give up after a number of bytes. */
    @FunctionalInterface
    interface Question {
        boolean ask(long bytes) throws IOException;
    }

    /**
     * Copies a stream to its end.
     *
     * @param giveUp asked after each piece
     * @return false if the copy was given up
     */
    static boolean copy(InputStream in, OutputStream out, Question giveUp) throws IOException {
        byte[] piece = new byte[PIECE];
        long done = 0;
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
            out.write(piece, 0, count);
            done += count;
            if (giveUp.ask(done)) {
                return false;
            }
        }
        return true;
    }

    /** Adds the bytes of a file to a checksum. */
    static void read(Path file, CRC32C crc) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            add(in, crc);
        }
    }

    /**
     * Reads a stored file back.
     *
     * @param original the file that it was made from, for the message
     * @param crc checksum of the bytes of the original
     * @throws FileSystemException if the stored file has other bytes
     */
    static void checkSame(Path stored, Path original, CRC32C crc) throws IOException {
        CRC32C back = new CRC32C();
        try (InputStream in = unpacked(stored)) {
            add(in, back);
        }
        if (back.getValue() != crc.getValue()) {
            throw new FileSystemException(
                    stored.toString(), null, "is not what " + original + " is: remove one of them");
        }
    }

    private static void add(InputStream in, CRC32C crc) throws IOException {
        copy(in, new CheckedOutputStream(OutputStream.nullOutputStream(), crc), done -> false);
    }

    private static InputStream unpacked(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        InputStream in = Files.newInputStream(file);
        // A plain copy may be of a file that was packed before.
        return isPlainCapture(name) ? in : TraceInputs.unpacked(in);
    }
}
