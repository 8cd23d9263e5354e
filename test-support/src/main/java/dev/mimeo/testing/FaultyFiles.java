package dev.mimeo.testing;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of the machine, one of which changes after it was listed, or a folder of which is on a disk that is full. Everything else
 * is as it is. Thread-safe.
 *
 * @param file the file, or the folder, by its path in the default file system
 * @param fault the change
 */
public record FaultyFiles(Path file, Fault fault) {

    /** A change of a file between the time that it is listed and that it is read to its end, or a full disk. */
    public enum Fault {
        /** It is removed before it is opened. */
        VANISHES,
        /** It is removed after its folder was listed. */
        IS_GONE,
        /** It is made unreadable before it is opened. */
        BECOMES_UNREADABLE,
        /** It ends at half of its size. */
        SHRINKS,
        /** It is listed with half of its size. */
        GROWS,
        /** Its second half is on damaged blocks. */
        FAILS,
        /** It is a folder: files in it can be made, but nothing can be written to them. */
        FULL
    }

    private static final FileSystem DEFAULT = FileSystems.getDefault();

    /** Returns a path in the file system with the fault. */
    public Path path(Path real) {
        Files files = new Files(this);
        return files.wrap(real);
    }

    private boolean concerns(Path real) {
        return real.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize());
    }

    private boolean isBelow(Path real) {
        return real.toAbsolutePath()
                .normalize()
                .startsWith(file.toAbsolutePath().normalize());
    }

    private FileChannel open(Path real, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        if (fault == Fault.FULL ? !options.contains(StandardOpenOption.WRITE) || !isBelow(real) : !concerns(real)) {
            return DEFAULT.provider().newFileChannel(real, options, attributes);
        }
        if (fault == Fault.VANISHES) {
            throw new NoSuchFileException(real.toString());
        }
        if (fault == Fault.BECOMES_UNREADABLE) {
            throw new AccessDeniedException(real.toString());
        }
        return new FaultyChannel(DEFAULT.provider().newFileChannel(real, options, attributes), fault);
    }

    /** The file system and its provider. */
    private static final class Files extends FileSystem {
        private final FaultyFiles faults;
        private final FileSystemProvider provider = new Provider();

        Files(FaultyFiles faults) {
            this.faults = faults;
        }

        private Path wrap(Path real) {
            return (Path) Proxy.newProxyInstance(
                    FaultyFiles.class.getClassLoader(),
                    new Class<?>[] {Path.class, Real.class},
                    (proxy, method, arguments) -> call(real, method, arguments));
        }

        private static @Nullable Object unwrapped(@Nullable Object object) {
            return object instanceof Real path ? path.real() : object;
        }

        private static Path real(Path path) {
            return path instanceof Real wrapped ? wrapped.real() : path;
        }

        private @Nullable Object call(Path real, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("real")) {
                return real;
            }
            if (method.getName().equals("getFileSystem")) {
                return this;
            }
            if (method.getName().equals("toFile")) {
                throw new UnsupportedOperationException();
            }
            Object[] given = arguments == null ? new Object[0] : arguments.clone();
            for (int i = 0; i < given.length; i++) {
                given[i] = unwrapped(given[i]);
            }
            try {
                Object result = method.invoke(real, given);
                if (result instanceof Path path) {
                    return wrap(path);
                }
                return result instanceof Iterator<?> paths ? wrapped(paths) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private Iterator<Path> wrapped(Iterator<?> paths) {
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return paths.hasNext();
                }

                @Override
                public Path next() {
                    return wrap((Path) paths.next());
                }
            };
        }

        @Override
        public FileSystemProvider provider() {
            return provider;
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return DEFAULT.getSeparator();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return List.of(wrap(DEFAULT.getRootDirectories().iterator().next()));
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return DEFAULT.getFileStores();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return Set.of("basic");
        }

        @Override
        public Path getPath(String first, String... more) {
            return wrap(DEFAULT.getPath(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            PathMatcher matcher = DEFAULT.getPathMatcher(pattern);
            return path -> matcher.matches(real(path));
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            return DEFAULT.getUserPrincipalLookupService();
        }

        @Override
        public WatchService newWatchService() throws IOException {
            return DEFAULT.newWatchService();
        }

        /** The path in the default file system, of a wrapped one. */
        private interface Real {
            Path real();
        }

        /** Does what the default provider does, with the fault. */
        private final class Provider extends FileSystemProvider {
            private final FileSystemProvider usual = DEFAULT.provider();

            @Override
            public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... more)
                    throws IOException {
                return faults.open(real(path), options, more);
            }

            @Override
            public SeekableByteChannel newByteChannel(
                    Path path, Set<? extends OpenOption> options, FileAttribute<?>... more) throws IOException {
                return faults.open(real(path), options, more);
            }

            @Override
            public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                    throws IOException {
                if (faults.fault == Fault.IS_GONE && faults.concerns(real(path))) {
                    throw new NoSuchFileException(path.toString());
                }
                A attributes = usual.readAttributes(real(path), type, options);
                return faults.fault == Fault.GROWS && faults.concerns(real(path))
                        ? halved(type, attributes)
                        : attributes;
            }

            private <A extends BasicFileAttributes> A halved(Class<A> type, A attributes) {
                return type.cast(Proxy.newProxyInstance(
                        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                            return method.getName().equals("size")
                                    ? (Object) (attributes.size() / 2)
                                    : method.invoke(attributes, given);
                        }));
            }

            @Override
            public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter)
                    throws IOException {
                DirectoryStream<Path> entries =
                        usual.newDirectoryStream(real(path), entry -> filter.accept(wrap(entry)));
                return new DirectoryStream<>() {
                    @Override
                    public Iterator<Path> iterator() {
                        return wrapped(entries.iterator());
                    }

                    @Override
                    public void close() throws IOException {
                        entries.close();
                    }
                };
            }

            @Override
            public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
                    throws IOException {
                return usual.readAttributes(real(path), names, options);
            }

            @Override
            public <V extends FileAttributeView> @Nullable V getFileAttributeView(
                    Path path, Class<V> type, LinkOption... options) {
                return usual.getFileAttributeView(real(path), type, options);
            }

            @Override
            public void setAttribute(Path path, String name, Object value, LinkOption... options) throws IOException {
                usual.setAttribute(real(path), name, value, options);
            }

            @Override
            public void checkAccess(Path path, AccessMode... modes) throws IOException {
                usual.checkAccess(real(path), modes);
            }

            @Override
            public FileStore getFileStore(Path path) throws IOException {
                return usual.getFileStore(real(path));
            }

            @Override
            public boolean isSameFile(Path path, Path other) throws IOException {
                return usual.isSameFile(real(path), real(other));
            }

            @Override
            public boolean isHidden(Path path) throws IOException {
                return usual.isHidden(real(path));
            }

            @Override
            public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
                usual.createDirectory(real(path), attributes);
            }

            @Override
            public void delete(Path path) throws IOException {
                usual.delete(real(path));
            }

            @Override
            public void copy(Path from, Path to, CopyOption... options) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void move(Path from, Path to, CopyOption... options) throws IOException {
                usual.move(real(from), real(to), options);
            }

            @Override
            public String getScheme() {
                return "faulty";
            }

            @Override
            public FileSystem newFileSystem(URI address, Map<String, ?> settings) {
                throw new UnsupportedOperationException();
            }

            @Override
            public FileSystem getFileSystem(URI address) {
                return Files.this;
            }

            @Override
            public Path getPath(URI address) {
                return wrap(usual.getPath(address));
            }
        }
    }
}
