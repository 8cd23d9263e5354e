package dev.mimeo.integrations.spark;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/** Operations of {@link HadoopFileSystem}: listing, attributes and reading. All others are refused. Stateless and thread-safe. */
final class HadoopProvider extends FileSystemProvider {

    static final HadoopProvider INSTANCE = new HadoopProvider();

    private HadoopProvider() {}

    private static HadoopPath of(Path path) {
        return ((HadoopPath) path).toAbsolutePath();
    }

    /** Not the scheme of any address: the provider is not installed. */
    @Override
    public String getScheme() {
        return "hadoop";
    }

    @Override
    public FileSystem newFileSystem(URI address, Map<String, ?> environment) {
        throw new UnsupportedOperationException("file systems are made with a configuration of Hadoop");
    }

    @Override
    public FileSystem getFileSystem(URI address) {
        throw new UnsupportedOperationException("file systems are made with a configuration of Hadoop");
    }

    @Override
    public Path getPath(URI address) {
        throw new UnsupportedOperationException("paths are made with a configuration of Hadoop");
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        if (!Set.of(StandardOpenOption.READ).containsAll(options)) {
            throw new ReadOnlyFileSystemException();
        }
        HadoopPath file = of(path);
        try {
            return HadoopInput.open(file.getFileSystem().files(), file.toHadoop());
        } catch (IOException e) {
            throw HadoopFileSystem.failure(path, e);
        }
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        HadoopPath folder = of(path);
        if (!folder.getFileSystem().status(folder).isDirectory()) {
            throw new NotDirectoryException(path.toString());
        }
        List<Path> entries = new ArrayList<>();
        try {
            for (FileStatus status : folder.getFileSystem().files().listStatus(folder.toHadoop())) {
                Path entry = ((HadoopPath) path).entry(status);
                if (filter.accept(entry)) {
                    entries.add(entry);
                }
            }
        } catch (IOException e) {
            throw HadoopFileSystem.failure(path, e);
        }
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return List.copyOf(entries).iterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        HadoopPath file = of(path);
        file.getFileSystem().status(file);
        for (AccessMode mode : modes) {
            if (mode != AccessMode.READ) {
                throw new AccessDeniedException(path.toString(), null, "files of Hadoop are only read");
            }
        }
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        if (type != BasicFileAttributes.class) {
            throw new UnsupportedOperationException(type.getName());
        }
        HadoopPath file = of(path);
        FileStatus known = ((HadoopPath) path).status();
        return type.cast(new HadoopAttributes(
                known != null ? known : file.getFileSystem().status(file)));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw new UnsupportedOperationException("attributes by name");
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return null;
    }

    @Override
    public boolean isSameFile(Path path, Path other) {
        return path.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    @Override
    public boolean isHidden(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().startsWith(".");
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException("the space of file systems of Hadoop");
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void delete(Path path) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void setAttribute(Path path, String attribute, @Nullable Object value, LinkOption... options) {
        throw new ReadOnlyFileSystemException();
    }
}
