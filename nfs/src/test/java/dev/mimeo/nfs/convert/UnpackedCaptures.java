package dev.mimeo.nfs.convert;

import dev.mimeo.formats.trace.TraceInputs;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Captures without their compression. Each is unpacked once for all tests, as that takes longer than what most of them do with it. */
final class UnpackedCaptures {

    private static final Map<Path, Path> FILES = new HashMap<>();

    private UnpackedCaptures() {}

    /** Returns a file with the packets of a capture, which nobody may change. */
    static synchronized Path file(Path capture) throws IOException {
        Path known = FILES.get(capture);
        if (known == null) {
            known = Files.createTempFile("capture", ".pcap");
            known.toFile().deleteOnExit();
            try (InputStream in = TraceInputs.unpacked(new BufferedInputStream(Files.newInputStream(capture)))) {
                Files.copy(in, known, StandardCopyOption.REPLACE_EXISTING);
            }
            FILES.put(capture, known);
        }
        return known;
    }

    /** Returns a file with the packets of a capture with Kerberos; the README beside them tells of each. */
    static Path ofKerberos(String name) throws IOException {
        URL capture =
                Objects.requireNonNull(UnpackedCaptures.class.getResource("/dev/mimeo/nfs/captures/" + name), name);
        return file(Path.of(URI.create(capture.toString())));
    }

    static byte[] bytes(Path capture) throws IOException {
        return Files.readAllBytes(file(capture));
    }
}
