package dev.mimeo.internal.files;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The folder of this user for files that are made once for many runs, {@code $XDG_CACHE_HOME/mimeo} or {@code ~/.cache/mimeo}. The user
 * may delete it at any time.
 */
public final class CacheFolder {

    private CacheFolder() {}

    /**
     * Creates the folder if it is not there.
     *
     * @throws IOException if it cannot be created, its name is not a path, or the user has no home
     */
    public static Path create() throws IOException {
        String base = System.getenv("XDG_CACHE_HOME");
        if (base == null || base.isBlank()) {
            String home = System.getProperty("user.home", "");
            if (!Path.of(home).isAbsolute()) {
                throw new MimeoException(
                        Reason.UNSUPPORTED, "the home of this user is not known: set XDG_CACHE_HOME to a folder");
            }
            base = home + "/.cache";
        }
        try {
            return Files.createDirectories(Path.of(base, "mimeo").toAbsolutePath());
        } catch (InvalidPathException e) {
            throw new MimeoException("", -1, Reason.UNSUPPORTED, "XDG_CACHE_HOME is not a path: " + e.getReason(), e);
        }
    }
}
