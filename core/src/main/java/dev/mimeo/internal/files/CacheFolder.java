package dev.mimeo.internal.files;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The folder of this user for files that are made once for many runs, {@code $XDG_CACHE_HOME/mimeo} or {@code ~/.cache/mimeo}. The user
 * may delete it at any time.
 */
public final class CacheFolder {

    private CacheFolder() {}

    /**
     * Creates the folder if it is not there.
     *
     * @throws IOException if it cannot be created, its name is not a path, or the user has no home; its message tells how to choose another
     */
    public static Path create() throws IOException {
        return create(System.getenv(), System.getProperty("user.home", ""));
    }

    /**
     * Creates the folder in an environment.
     *
     * @param userHome the home that Java knows; a user without an entry in the list of users has none there, but may have one in the
     *     environment
     */
    static Path create(Map<String, String> environment, String userHome) throws IOException {
        try {
            Path folder = base(environment, userHome).resolve("mimeo").toAbsolutePath();
            try {
                return Files.createDirectories(folder);
            } catch (IOException e) {
                throw new MimeoException(
                        folder.toString(),
                        -1,
                        Reason.UNSUPPORTED,
                        folder + ": this folder cannot be created: set XDG_CACHE_HOME to one that can be written",
                        e);
            }
        } catch (InvalidPathException e) {
            throw new MimeoException("", -1, Reason.UNSUPPORTED, "XDG_CACHE_HOME is not a path: " + e.getReason(), e);
        }
    }

    private static Path base(Map<String, String> environment, String userHome) throws MimeoException {
        String named = environment.getOrDefault("XDG_CACHE_HOME", "");
        if (!named.isBlank()) {
            return Path.of(named);
        }
        for (String home : new String[] {environment.getOrDefault("HOME", ""), userHome}) {
            if (Path.of(home).isAbsolute()) {
                return Path.of(home, ".cache");
            }
        }
        throw new MimeoException(
                Reason.UNSUPPORTED, "the home of this user is not known: set XDG_CACHE_HOME to a folder");
    }
}
