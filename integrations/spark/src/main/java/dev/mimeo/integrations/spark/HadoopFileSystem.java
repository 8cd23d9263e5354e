package dev.mimeo.integrations.spark;

import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.AtomicOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * A file system of Hadoop as one of Java, to be read only. So code that reads files by {@link Path} reads HDFS and object stores too,
 * and needs no types of Hadoop. File systems with the same root are equal. Thread-safe.
 */
final class HadoopFileSystem extends FileSystem {

    private final org.apache.hadoop.fs.FileSystem files;
    private final String scheme;
    private final @Nullable String authority;

    private HadoopFileSystem(org.apache.hadoop.fs.FileSystem files, String scheme, @Nullable String authority) {
        this.files = files;
        this.scheme = scheme;
        this.authority = authority;
    }

    /**
     * Returns the path of a file.
     *
     * @param address its address, or a path in the default file system of Hadoop
     * @throws IOException if there is no such file system
     */
    static HadoopPath path(String address, Configuration configuration) throws IOException {
        org.apache.hadoop.fs.Path path = HadoopFiles.path(address);
        org.apache.hadoop.fs.FileSystem found = HadoopFiles.of(path, configuration);
        URI uri = found.makeQualified(path).toUri();
        HadoopFileSystem system = new HadoopFileSystem(found, uri.getScheme(), uri.getAuthority());
        return new HadoopPath(system, true, HadoopPath.names(uri.getPath()), null);
    }

    /**
     * Returns the path of a file of any file system.
     *
     * @param name its address, or a path in a mounted file system; a file that is there comes before an address of the same text
     * @throws IOException if there is no such file system
     */
    static Path any(String name, Configuration configuration) throws IOException {
        Path mounted = Path.of(name);
        if (!InputFiles.isAddress(name) || Files.exists(mounted)) {
            return mounted;
        }
        HadoopPath path = path(name, configuration);
        return path.getFileSystem().root().equals("file://") ? Path.of(path.toUri()) : path;
    }

    /** Opens an output that appears under its name when it is complete, and then replaces what was there. */
    static AtomicOutput output(Path target) throws IOException {
        return target instanceof HadoopPath path
                ? HadoopOutput.create(path)
                : AtomicFile.create(target, AtomicFile.Mode.REPLACE);
    }

    /** Finds the path of a name or an address. */
    @FunctionalInterface
    interface PathFinder<T> {
        Path find(T place) throws IOException;
    }

    /** Returns a lookup for code of other modules, which throws {@link UncheckedIOException} where there is no such file system. */
    static <T> Function<T, Path> unchecked(PathFinder<T> lookup) {
        return place -> {
            try {
                return lookup.find(place);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** Returns the path of an address of any file, also in a mounted file system. */
    static Path path(URI address, Configuration configuration) throws IOException {
        return "file".equals(address.getScheme())
                ? Path.of(address)
                : path(new org.apache.hadoop.fs.Path(address).toString(), configuration);
    }

    org.apache.hadoop.fs.FileSystem files() {
        return files;
    }

    /** Returns scheme and authority, such as {@code hdfs://server}. */
    String root() {
        return scheme + "://" + (authority == null ? "" : authority);
    }

    /** Returns a path as Hadoop has it. */
    org.apache.hadoop.fs.Path toHadoop(HadoopPath path) {
        String absolute = path.toAbsolutePath().toString();
        return new org.apache.hadoop.fs.Path(scheme, authority, absolute.substring(root().length()));
    }

    /** Returns what is known of a file. */
    FileStatus status(HadoopPath path) throws IOException {
        FileStatus known = path.status();
        try {
            return known != null ? known : files.getFileStatus(toHadoop(path));
        } catch (IOException e) {
            throw failure(path, e);
        }
    }

    /** Returns an exception of Java for one of Hadoop. */
    static IOException failure(Path path, IOException e) {
        IOException named = e instanceof FileNotFoundException
                ? new NoSuchFileException(path.toString())
                : e instanceof AccessControlException ? new AccessDeniedException(path.toString()) : null;
        if (named == null) {
            return e;
        }
        named.initCause(e);
        return named;
    }

    @Override
    public FileSystemProvider provider() {
        return HadoopProvider.INSTANCE;
    }

    /** Does nothing: Hadoop shares its file systems in a process. */
    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(new HadoopPath(this, true, List.of(), null));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    /** Returns a path: absolute if it starts with a slash or the address of this file system. */
    @Override
    public HadoopPath getPath(String first, String... more) {
        String text = more.length == 0 ? first : first + "/" + String.join("/", more);
        String address = root() + "/";
        boolean isAddress = text.startsWith(address);
        String names = isAddress ? text.substring(address.length()) : text;
        return new HadoopPath(this, isAddress || text.startsWith("/"), HadoopPath.names(names), null);
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        throw new UnsupportedOperationException("paths of Hadoop are matched by their text");
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("files of Hadoop are only read");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("folders of Hadoop cannot be watched");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HadoopFileSystem system && system.root().equals(root());
    }

    @Override
    public int hashCode() {
        return root().hashCode();
    }
}
