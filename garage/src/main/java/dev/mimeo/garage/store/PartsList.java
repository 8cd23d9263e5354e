package dev.mimeo.garage.store;

import dev.mimeo.internal.files.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Packed files, the parts, whose rows one whole file has together. It is kept in a hidden file beside them, {@code .WHOLE.parts}, from before
 * the whole file appears until its parts are removed, so that nobody counts rows twice in the meantime.
 *
 * <p>The file has the name of a part in each line, in UTF-8, and a last line {@value #END}.
 *
 * @param whole the file with all rows; it need not exist yet
 * @param parts files in the same folder, in the order of their times
 */
public record PartsList(Path whole, List<Path> parts) {

    private static final String SUFFIX = ".parts";
    private static final String END = "end of parts";

    /** Copies the parts. */
    public PartsList {
        parts = List.copyOf(parts);
    }

    /** Returns whether a file is named as such a list is. */
    public static boolean isList(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(".") && name.endsWith(GarageTree.SUFFIX + SUFFIX);
    }

    /**
     * Reads a list.
     *
     * @throws PackedFile.DamagedException if it is not whole, or names a file in another folder
     */
    public static PartsList read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        if (lines.isEmpty() || !lines.get(lines.size() - 1).equals(END)) {
            throw new PackedFile.DamagedException(
                    file.toString(), "end", "expected '" + END + "'; remove the file by hand");
        }
        String name = String.valueOf(file.getFileName());
        Path whole = file.resolveSibling(name.substring(1, name.length() - SUFFIX.length()));
        List<Path> parts = new ArrayList<>();
        for (String line : lines.subList(0, lines.size() - 1)) {
            Path part = whole.resolveSibling(line);
            if (part.equals(whole)
                    || !whole.resolveSibling(String.valueOf(part.getFileName())).equals(part)) {
                throw new PackedFile.DamagedException(
                        file.toString(), "part " + line, "expected another file of the same folder");
            }
            parts.add(part);
        }
        return new PartsList(whole, parts);
    }

    /**
     * Writes the list.
     *
     * @throws FileAlreadyExistsException if there is one of the same whole file
     */
    public void write() throws IOException {
        List<String> lines = new ArrayList<>();
        parts.forEach(part -> lines.add(String.valueOf(part.getFileName())));
        lines.add(END);
        try (AtomicFile file = AtomicFile.create(file(), AtomicFile.Mode.NEW)) {
            Files.write(file.temporary(), lines, StandardCharsets.UTF_8);
            file.commit();
        }
    }

    /** Removes the list, if it is there. */
    public void delete() throws IOException {
        Files.deleteIfExists(file());
    }

    private Path file() {
        return whole.resolveSibling("." + whole.getFileName() + SUFFIX);
    }

    /**
     * Returns the parts of which the whole file was found as well.
     *
     * @param lists files of lists that were found; those that are gone by now are ignored
     * @param found says which packed files were found
     * @throws PackedFile.DamagedException if a list is damaged
     */
    public static Set<Path> replaced(Collection<Path> lists, Predicate<Path> found) throws IOException {
        Set<Path> replaced = new HashSet<>();
        for (Path file : lists) {
            PartsList list = readIfExists(file);
            if (list != null && found.test(list.whole)) {
                replaced.addAll(list.parts);
            }
        }
        return replaced;
    }

    private static @Nullable PartsList readIfExists(Path file) throws IOException {
        try {
            return read(file);
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
