package dev.mimeo.cli;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.SharedCharacterization;
import dev.mimeo.generate.BundledCharacterizations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** Opens characterizations as they are named on the command line. */
final class Characterizations {

    private Characterizations() {}

    /**
     * Opens a characterization.
     *
     * @param name a file, {@code -} for standard input, or, where there is no such file, one that comes with Mimeo
     */
    static Characterization open(String name, Terminal terminal) throws IOException {
        byte[] content = content(name, terminal);
        return content == null
                ? Characterization.open(Outputs.path(name))
                : Characterization.read(content, name.equals("-") ? "standard input" : name);
    }

    /**
     * Opens a characterization as {@link #open(String, Terminal)} does, and takes its bytes into a digest, which then tells it
     * from others.
     */
    static Characterization open(String name, Terminal terminal, MessageDigest digest) throws IOException {
        byte[] content = content(name, terminal);
        if (content != null) {
            digest.update(content);
            return Characterization.read(content, name.equals("-") ? "standard input" : name);
        }
        try (InputStream in = new DigestInputStream(Files.newInputStream(Outputs.path(name)), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return Characterization.open(Outputs.path(name));
    }

    /** Returns the content of what is no file, or null for a file. */
    static byte @Nullable [] content(String name, Terminal terminal) throws IOException {
        if (name.equals("-")) {
            return terminal.in().readAllBytes();
        }
        boolean bundled = !Files.exists(Outputs.path(name))
                && BundledCharacterizations.list().stream()
                        .map(SharedCharacterization::name)
                        .anyMatch(name::equals);
        return bundled ? BundledCharacterizations.bytes(name) : null;
    }
}
