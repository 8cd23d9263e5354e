package dev.mimeo.garage.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.garage.internal.scope.ScopePattern;
import dev.mimeo.garage.query.GarageQuery.ListFile;
import dev.mimeo.garage.query.GarageQuery.Scope;
import dev.mimeo.garage.query.GarageQuery.Source;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.GarageTree.PartsList;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the files of a source under the roots of a garage. A path that is there under several roots is one file with replicas.
 * Only {@code *.gar} files are part of a garage, hidden files and folders are not, and symbolic links are not followed, so that
 * nothing outside is read. The parts of a {@link PartsList} are not found where the whole file is.
 */
final class GarageFiles {

    /** The longest list file, in bytes. */
    private static final long MAX_LIST_BYTES = 256L << 20;

    private GarageFiles() {}

    /**
     * Returns the files of a source, sorted by their paths.
     *
     * @param roots folders of the garage, at least one; of replicas the first is read first
     * @throws MimeoException if the pattern or a path of a list is wrong
     * @throws IOException if a root or a list cannot be read
     * @throws IllegalArgumentException if the source is a query
     */
    static List<GarageFile> find(Source source, List<Path> roots) throws IOException {
        for (Path root : roots) {
            if (!Files.isDirectory(root)) {
                throw Files.exists(root)
                        ? new NotDirectoryException(root.toString())
                        : new NoSuchFileException(root.toString());
            }
        }
        if (source instanceof Scope scope) {
            return matching(ScopePattern.parse(scope.text()), roots);
        }
        if (source instanceof ListFile list) {
            return listed(path(list.file()), roots);
        }
        throw new IllegalArgumentException("a query has no files: " + source);
    }

    private static List<GarageFile> matching(ScopePattern pattern, List<Path> roots) throws IOException {
        Map<String, GarageFile> found = new TreeMap<>();
        for (Path root : roots) {
            Path start = root;
            for (String name : pattern.folder()) {
                start = resolve(start, name);
            }
            if (Files.isDirectory(start) && start.toRealPath().startsWith(root.toRealPath())) {
                Collector collector = new Collector(root, start, pattern, found);
                Files.walkFileTree(start, collector);
                PartsList.replaced(collector.lists, whole -> found.containsKey(slashed(root.relativize(whole))))
                        .forEach(part -> found.remove(slashed(root.relativize(part))));
            }
        }
        return List.copyOf(found.values());
    }

    private static final class Collector extends SimpleFileVisitor<Path> {
        private final Path root;
        private final Path start;
        private final ScopePattern pattern;
        private final Map<String, GarageFile> found;
        private final List<Path> lists = new ArrayList<>();

        Collector(Path root, Path start, ScopePattern pattern, Map<String, GarageFile> found) {
            this.root = root;
            this.start = start;
            this.pattern = pattern;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(start) || !isHidden(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws MimeoException {
            String path = slashed(root.relativize(file));
            boolean isPacked = path.endsWith(GarageTree.SUFFIX) && !isHidden(file);
            if (attributes.isRegularFile() && isPacked && pattern.matches(path)) {
                add(found, path, file, attributes);
            } else if (PartsList.isList(file)) {
                lists.add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        /** Others may pack and remove files while the tree is walked. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException reason) throws IOException {
            if (reason instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw reason;
        }

        private static boolean isHidden(Path path) {
            return String.valueOf(path.getFileName()).startsWith(".");
        }
    }

    private static void add(Map<String, GarageFile> found, String path, Path file, BasicFileAttributes attributes) {
        GarageFile other = found.get(path);
        if (other == null) {
            long modified = attributes.lastModifiedTime().toMillis();
            found.put(path, new GarageFile(path, List.of(file), attributes.size(), modified));
        } else {
            List<Path> replicas = new ArrayList<>(other.replicas());
            replicas.add(file);
            found.put(path, new GarageFile(path, replicas, other.sizeBytes(), other.modifiedMillis()));
        }
    }

    private static List<GarageFile> listed(Path list, List<Path> roots) throws IOException {
        if (Files.size(list) > MAX_LIST_BYTES) {
            throw MimeoException.of(
                    list, Reason.UNSUPPORTED, "a list of files has at most " + (MAX_LIST_BYTES >> 20) + " MiB");
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(list, UTF_8);
        } catch (CharacterCodingException e) {
            throw new IOException(list + ": is not UTF-8 text", e);
        }
        Set<String> paths = new TreeSet<>();
        for (String line : lines) {
            if (!line.isBlank() && !line.startsWith("#")) {
                paths.add(String.join("/", ScopePattern.names(line.strip())));
            }
        }
        List<GarageFile> found = new ArrayList<>();
        for (String path : paths) {
            found.add(locate(path, roots));
        }
        return List.copyOf(found);
    }

    /**
     * Looks for a file by its path. One that is not there has no places: it fails when its turn comes, as one that is damaged
     * does.
     *
     * @throws MimeoException if the path leaves the garage
     */
    static GarageFile locate(String name, List<Path> roots) throws IOException {
        String path = String.join("/", ScopePattern.names(name));
        Map<String, GarageFile> found = new TreeMap<>();
        for (Path root : roots) {
            Path file = resolve(root, path);
            if (Files.isRegularFile(file) && file.toRealPath().startsWith(root.toRealPath())) {
                add(found, path, file, Files.readAttributes(file, BasicFileAttributes.class));
            }
        }
        return found.getOrDefault(path, new GarageFile(path, List.of(), 0, 0));
    }

    private static String slashed(Path path) {
        List<String> names = new ArrayList<>();
        path.forEach(name -> names.add(name.toString()));
        return String.join("/", names);
    }

    /** Returns a path in the file system of its folder. */
    private static Path resolve(Path folder, String name) throws MimeoException {
        try {
            return folder.resolve(name);
        } catch (InvalidPathException e) {
            throw new MimeoException(MimeoException.Reason.QUERY, "'" + name + "' is not a path: " + e.getReason());
        }
    }

    private static Path path(String name) throws MimeoException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new MimeoException(MimeoException.Reason.QUERY, "'" + name + "' is not a path: " + e.getReason());
        }
    }
}
