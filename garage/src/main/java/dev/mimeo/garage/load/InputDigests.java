package dev.mimeo.garage.load;

import dev.mimeo.internal.bytes.Digests;
import dev.mimeo.internal.bytes.NamedInput;
import dev.mimeo.internal.files.FileVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Digests of the contents of inputs, with the options that packing depends on. What is digested is what was read: an input that changed
 * since this was made is an error. For one thread at a time.
 */
final class InputDigests {

    private static final int BUFFER = 1 << 17;

    private final List<CounterSource> sources;
    private final String settings;
    private final Map<Path, byte[]> known = new HashMap<>();
    private final Map<Path, FileVersion> versions = new HashMap<>();

    /** @throws IOException if an input does not exist */
    InputDigests(List<CounterSource> sources, CounterImportOptions options) throws IOException {
        for (CounterSource source : sources) {
            versions.put(source.file(), FileVersion.of(source.file()));
        }
        this.sources = sources;
        this.settings = options.digestText();
    }

    /** Returns a digest, in hexadecimal digits, of some of the inputs. */
    String of(BitSet inputs) throws IOException {
        MessageDigest digest = Digests.sha256();
        digest.update(settings.getBytes(StandardCharsets.UTF_8));
        for (int i = inputs.nextSetBit(0); i >= 0; i = inputs.nextSetBit(i + 1)) {
            CounterSource source = sources.get(i);
            digest.update((byte) 0);
            digest.update(source.label().getBytes(StandardCharsets.UTF_8));
            digest.update(content(source.file()));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private byte[] content(Path file) throws IOException {
        byte[] found = known.get(file);
        if (found == null) {
            MessageDigest digest = Digests.sha256();
            byte[] buffer = new byte[BUFFER];
            try (InputStream in = NamedInput.ofFile(file)) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    digest.update(buffer, 0, read);
                }
            }
            requireUnchanged(file);
            found = digest.digest();
            known.put(file, found);
        }
        return found;
    }

    /**
     * Refuses an input that changed, of which some rows may have been read and others not.
     *
     * @throws LoadException if it did
     */
    void requireUnchanged(Path file) throws IOException {
        if (!FileVersion.of(file).equals(versions.get(file))) {
            throw new LoadException(file + ": has changed while it was read; pack again");
        }
    }
}
