package dev.mimeo.integrations.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * A path in a {@link HadoopFileSystem}. Its text is an address, such as {@code hdfs://server/data}; that of a relative path has only
 * names. Paths are ordered by their bytes in UTF-8, as those of Linux are. Immutable and thread-safe.
 */
final class HadoopPath implements Path {

    private final HadoopFileSystem files;
    private final boolean absolute;
    private final List<String> names;

    /** Status of the file when its folder was listed or its real path was asked for; null otherwise. */
    private final @Nullable FileStatus status;

    HadoopPath(HadoopFileSystem files, boolean absolute, List<String> names, @Nullable FileStatus status) {
        this.files = files;
        this.absolute = absolute;
        this.names = List.copyOf(names);
        this.status = status;
    }

    /** Returns the names in a text, which are divided by slashes. */
    static List<String> names(String text) {
        return Arrays.stream(text.split("/")).filter(name -> !name.isEmpty()).toList();
    }

    private HadoopPath absolute(List<String> some) {
        return new HadoopPath(files, true, some, null);
    }

    private HadoopPath relative(List<String> some) {
        return new HadoopPath(files, false, some, null);
    }

    /** Returns a path that is absolute if this one is. */
    private HadoopPath like(List<String> some) {
        return new HadoopPath(files, absolute, some, null);
    }

    /** Returns the path of an entry of this folder. */
    HadoopPath entry(FileStatus found) {
        List<String> all = new ArrayList<>(names);
        all.add(found.getPath().getName());
        return new HadoopPath(files, absolute, all, found);
    }

    @Nullable FileStatus status() {
        return status;
    }

    /** Returns the path as Hadoop has it. */
    org.apache.hadoop.fs.Path toHadoop() {
        return files.toHadoop(this);
    }

    @Override
    public HadoopFileSystem getFileSystem() {
        return files;
    }

    @Override
    public boolean isAbsolute() {
        return absolute;
    }

    @Override
    public @Nullable HadoopPath getRoot() {
        return absolute ? absolute(List.of()) : null;
    }

    @Override
    public @Nullable HadoopPath getFileName() {
        return names.isEmpty() ? null : relative(names.subList(names.size() - 1, names.size()));
    }

    @Override
    public @Nullable HadoopPath getParent() {
        return names.isEmpty() || (names.size() == 1 && !absolute) ? null : like(names.subList(0, names.size() - 1));
    }

    @Override
    public int getNameCount() {
        return names.size();
    }

    @Override
    public HadoopPath getName(int index) {
        return subpath(index, index + 1);
    }

    @Override
    public HadoopPath subpath(int from, int to) {
        if (from < 0 || from >= to || to > names.size()) {
            throw new IllegalArgumentException(
                    "names " + from + " to " + to + " of " + names.size() + " in '" + this + "'");
        }
        return relative(names.subList(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof HadoopPath path
                && path.files.equals(files)
                && path.absolute == absolute
                && path.names.size() <= names.size()
                && names.subList(0, path.names.size()).equals(path.names);
    }

    @Override
    public boolean endsWith(Path other) {
        if (!(other instanceof HadoopPath path) || !path.files.equals(files)) {
            return false;
        }
        int from = names.size() - path.names.size();
        return from >= 0
                && (!path.absolute || (absolute && from == 0))
                && names.subList(from, names.size()).equals(path.names);
    }

    @Override
    public HadoopPath normalize() {
        List<String> kept = new ArrayList<>();
        for (String name : names) {
            boolean isUp = name.equals("..");
            if (isUp && !kept.isEmpty() && !kept.get(kept.size() - 1).equals("..")) {
                kept.remove(kept.size() - 1);
            } else if (!name.equals(".") && !(isUp && absolute)) {
                kept.add(name);
            }
        }
        return kept.size() == names.size() ? this : like(kept);
    }

    private HadoopPath same(Path other) {
        if (other instanceof HadoopPath path && path.files.equals(files)) {
            return path;
        }
        throw new ProviderMismatchException("'" + other + "' is not in the file system of '" + this + "'");
    }

    @Override
    public HadoopPath resolve(Path other) {
        HadoopPath path = same(other);
        if (path.absolute || (names.isEmpty() && !absolute)) {
            return path;
        }
        List<String> all = new ArrayList<>(names);
        all.addAll(path.names);
        return like(all);
    }

    @Override
    public HadoopPath relativize(Path other) {
        HadoopPath path = same(other);
        if (path.absolute != absolute) {
            throw new IllegalArgumentException("only one of '" + this + "' and '" + other + "' is absolute");
        }
        int common = 0;
        while (common < names.size()
                && common < path.names.size()
                && names.get(common).equals(path.names.get(common))) {
            common++;
        }
        List<String> way = new ArrayList<>();
        for (int i = common; i < names.size(); i++) {
            way.add("..");
        }
        way.addAll(path.names.subList(common, path.names.size()));
        return relative(way);
    }

    @Override
    public URI toUri() {
        return toHadoop().toUri();
    }

    /** Relative paths are below the root: there is no current folder. */
    @Override
    public HadoopPath toAbsolutePath() {
        return absolute ? this : absolute(names);
    }

    @Override
    public HadoopPath toRealPath(LinkOption... options) throws IOException {
        HadoopPath real = toAbsolutePath().normalize();
        return new HadoopPath(files, true, real.names, files.status(real));
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("folders of Hadoop cannot be watched");
    }

    /** Returns the text without the root of the file system. */
    private String local() {
        return (absolute ? "/" : "") + String.join("/", names);
    }

    @Override
    public int compareTo(Path other) {
        return Arrays.compareUnsigned(
                local().getBytes(UTF_8), same(other).local().getBytes(UTF_8));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HadoopPath path
                && path.files.equals(files)
                && path.absolute == absolute
                && path.names.equals(names);
    }

    @Override
    public int hashCode() {
        return Objects.hash(files, absolute, names);
    }

    @Override
    public String toString() {
        return (absolute ? files.root() : "") + local();
    }
}
