package dev.mimeo.garage.store;

import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.files.TreeWalk;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The packed files of a garage: a tree of folders, or several of them. */
public final class GarageTree {

    /** Suffix of packed files. */
    public static final String SUFFIX = ".gar";

    private GarageTree() {}

    /**
     * Returns the packed files below roots, sorted by their paths below their root; of files that have the same path below
     * several roots, which are replicas, the first. A root may also be a file, which is listed once. The parts of a {@link PartsList} are not among them
     * if the whole file is. Hidden files, those in hidden folders, and symbolic links are not among them either.
     *
     * @throws NoSuchFileException if a root is not there
     * @throws FileSystemException if a root is a pipe or a device
     * @throws IOException if a folder cannot be read
     */
    public static List<Path> files(Collection<Path> roots) throws IOException {
        TreeMap<String, Path> found = new TreeMap<>();
        Map<Path, Path> single = new LinkedHashMap<>();
        for (Path root : roots) {
            if (!Files.exists(root)) {
                throw new NoSuchFileException(root.toString());
            }
            if (FileKinds.isSpecial(root)) {
                // Opening a pipe would wait for somebody who writes to it.
                throw new FileSystemException(
                        root.toString(), null, "is a pipe or a device, not a packed file: copy it to a file");
            }
            if (!Files.isDirectory(root)) {
                single.putIfAbsent(root.toRealPath(), root);
                continue;
            }
            List<Path> lists = new ArrayList<>();
            TreeWalk walk = TreeWalk.of(root, GarageTree::passVanished);
            for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
                if (isBelowHidden(root.relativize(entry.path()))) {
                    continue;
                }
                if (isPacked(entry.path()) && entry.attributes().isRegularFile()) {
                    found.putIfAbsent(root.relativize(entry.path()).toString(), entry.path());
                } else if (PartsList.isList(entry.path())) {
                    lists.add(entry.path());
                }
            }
            PartsList.replaced(lists, found::containsValue)
                    .forEach(part -> found.remove(root.relativize(part).toString()));
        }
        List<Path> files = new ArrayList<>(single.values());
        for (Path file : found.values()) {
            if (single.isEmpty() || !single.containsKey(file.toRealPath())) {
                files.add(file);
            }
        }
        return files;
    }

    /** Others may pack and remove files while the tree is walked. */
    private static void passVanished(Path path, IOException reason) throws IOException {
        if (!(reason instanceof NoSuchFileException)) {
            throw reason;
        }
    }

    /** Returns whether a folder of a path is hidden, as those of snapshots and of deleted files are. */
    private static boolean isBelowHidden(Path below) {
        Path folder = below.getParent();
        return folder != null
                && StreamSupport.stream(folder.spliterator(), false)
                        .anyMatch(name -> name.toString().startsWith("."));
    }

    private static boolean isPacked(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(SUFFIX) && !name.startsWith(".");
    }

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

        private static final String LIST_SUFFIX = ".parts";
        private static final String END = "end of parts";

        /** Copies the parts. */
        public PartsList {
            parts = List.copyOf(parts);
        }

        /** Returns whether a file is named as such a list is. */
        public static boolean isList(Path file) {
            String name = String.valueOf(file.getFileName());
            return name.startsWith(".") && name.endsWith(SUFFIX + LIST_SUFFIX);
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
            Path whole = file.resolveSibling(name.substring(1, name.length() - LIST_SUFFIX.length()));
            List<Path> parts = new ArrayList<>();
            for (String line : lines.subList(0, lines.size() - 1)) {
                Path part = whole.resolveSibling(line);
                if (part.equals(whole)
                        || !whole.resolveSibling(String.valueOf(part.getFileName()))
                                .equals(part)) {
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
                Files.write(file.byName(), lines, StandardCharsets.UTF_8);
                file.commit();
            } catch (IOException e) {
                throw Failures.ofFile(whole, e);
            }
        }

        /** Removes the list, if it is there. */
        public void delete() throws IOException {
            Files.deleteIfExists(file());
        }

        private Path file() {
            return whole.resolveSibling("." + whole.getFileName() + LIST_SUFFIX);
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
}
