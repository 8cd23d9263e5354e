package dev.mimeo.generate;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The characterizations that come with Mimeo, of data that is free to characterize, so that one can generate without data
 * of one's own. They are resources of the artifact {@code mimeo-characterizations}; without it on the class path there are none.
 * Stateless and thread-safe.
 *
 * <pre>{@code
 * try (Characterization prose = BundledCharacterizations.open("prose")) { ... }
 * }</pre>
 */
public final class BundledCharacterizations {

    private static final String FOLDER = "META-INF/mimeo/characterizations/";
    private static final String CATALOG = "catalog.ds";

    private BundledCharacterizations() {}

    /**
     * Returns what there is, sorted by name.
     *
     * @throws IOException if the application is damaged
     */
    public static List<CharacterizationCatalog.Entry> list() throws IOException {
        byte[] catalog = resource(CATALOG);
        return catalog == null ? List.of() : CharacterizationCatalog.read(catalog, "bundled " + CATALOG);
    }

    /**
     * Opens the characterization of a name that a person wrote: a file, or where there is no such file one that comes with Mimeo.
     *
     * @param name a path or the name of a bundled one
     * @param base folder where a relative path begins
     * @throws NoSuchFileException if there is neither; the message says where the file was looked for and which names there are
     * @throws IOException if it cannot be read
     */
    public static Characterization resolve(String name, Path base) throws IOException {
        if (isBundled(name, base)) {
            return open(name);
        }
        Path file = file(name, base);
        if (Files.notExists(file)) {
            throw new NoSuchFileException(
                    file.toString(),
                    null,
                    "no such file, and no bundled characterization '" + name + "': these are "
                            + String.join(
                                    ", ",
                                    list().stream()
                                            .map(CharacterizationCatalog.Entry::name)
                                            .toList()));
        }
        return Characterization.open(file);
    }

    /**
     * Returns whether {@link #resolve} opens a bundled characterization for a name, and not a file.
     *
     * @throws IOException if the application is damaged
     */
    public static boolean isBundled(String name, Path base) throws IOException {
        return list().stream().map(CharacterizationCatalog.Entry::name).anyMatch(name::equals)
                && Files.notExists(file(name, base));
    }

    private static Path file(String name, Path base) {
        return base.resolve(name).toAbsolutePath().normalize();
    }

    /**
     * Opens one.
     *
     * @throws IllegalArgumentException if there is none of this name; the message lists those that there are
     * @throws IOException if the application is damaged
     */
    public static Characterization open(String name) throws IOException {
        return Characterization.read(bytes(name), name);
    }

    /**
     * Returns the file of one.
     *
     * @throws IllegalArgumentException if there is none of this name; the message lists those that there are
     * @throws IOException if the application is damaged
     */
    public static byte[] bytes(String name) throws IOException {
        List<String> names =
                list().stream().map(CharacterizationCatalog.Entry::name).toList();
        if (!names.contains(name)) {
            throw new IllegalArgumentException(
                    "no bundled characterization '" + name + "'; there are: " + String.join(", ", names));
        }
        byte[] file = resource(name + ".ds");
        if (file == null) {
            throw new MimeoException(
                    Reason.UNSUPPORTED, "bundled characterization " + name + " is missing: install Mimeo again");
        }
        return file;
    }

    private static byte @Nullable [] resource(String name) throws IOException {
        // The loader, as on the module path the files are in another module.
        try (InputStream in = BundledCharacterizations.class.getClassLoader().getResourceAsStream(FOLDER + name)) {
            return in == null ? null : in.readAllBytes();
        }
    }
}
