package dev.mimeo.nfs.convert;

import dev.mimeo.internal.text.Failures;
import dev.mimeo.nfs.internal.pcap.CaptureFiles;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import dev.mimeo.nfs.internal.pcap.Packet;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A file of packets that is being read, and hashed on the way. Not thread-safe. */
final class OpenInput implements Closeable {

    /** Less than a reader asks for at a time, so that what it reads is not copied once more. */
    private static final int BUFFER = 1 << 16;

    private final CaptureGroups.Input input;
    private final @Nullable InputHash hash;
    private final @Nullable MessageDigest digest;
    private final InputStream raw;
    private final CaptureReader capture;
    private long packets;

    /**
     * Opens a file.
     *
     * @param hash hash that {@link #facts} will have, null if it will not be called
     * @throws IOException if it cannot be opened or is not a capture; the message starts with its source
     */
    OpenInput(CaptureGroups.Input input, @Nullable InputHash hash) throws IOException {
        this.input = input;
        this.hash = hash;
        // Loading what computes it takes longer than reading a small capture.
        digest = hash == null ? null : hash.digest();
        InputStream bytes = input.open();
        try {
            raw = new BufferedInputStream(digest == null ? bytes : new DigestInputStream(bytes, digest), BUFFER);
            capture = CaptureFiles.open(raw);
        } catch (IOException e) {
            bytes.close();
            throw named(e);
        }
    }

    /** Reads the next packet; false if there is none. */
    boolean next(Packet packet) throws IOException {
        try {
            boolean found = capture.next(packet);
            packets += found ? 1 : 0;
            return found;
        } catch (IOException e) {
            throw named(e);
        }
    }

    /** Returns the packets read so far. */
    long packets() {
        return packets;
    }

    CaptureReader capture() {
        return capture;
    }

    /** Reads what is left of the file and tells what is known of it, after its last packet. */
    Manifest.Input facts() throws IOException {
        long unpacked = capture.bytes();
        try {
            raw.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw named(e);
        }
        String text = Objects.requireNonNull(hash).text(Objects.requireNonNull(digest));
        return new Manifest.Input(input.name(), unpacked, text, packets, capture.damage());
    }

    private IOException named(IOException e) {
        return Failures.ofSource(
                input.source(), e, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }

    @Override
    public void close() throws IOException {
        capture.close();
    }
}
