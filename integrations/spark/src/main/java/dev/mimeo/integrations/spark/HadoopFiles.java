package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Finds and opens DataSeries files in file systems of Hadoop. Stateless and thread-safe. */
final class HadoopFiles {

    private HadoopFiles() {}

    /** Opens a file; the reader verifies all checksums. */
    static DataSeriesReader open(String file, Configuration configuration) throws IOException {
        Path path = path(file);
        return DataSeriesReader.open(HadoopInput.open(of(path, configuration), path), file, Checksums.ALL);
    }

    /**
     * Returns the path of an address, or of a path in the default file system of Hadoop.
     *
     * @throws IllegalArgumentException if the text is neither
     */
    static Path path(String address) {
        try {
            return new Path(address);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + address + "': is not an address: write it as hdfs://server/data or s3a://bucket/data", e);
        }
    }

    /**
     * Returns the file system of a path.
     *
     * @throws UnsupportedFileSystemException if Hadoop has none for its scheme
     */
    static FileSystem of(Path path, Configuration configuration) throws IOException {
        try {
            return path.getFileSystem(configuration);
        } catch (UnsupportedFileSystemException e) {
            throw unknown(path, e);
        } catch (RuntimeException e) {
            if (e.getCause() instanceof ClassNotFoundException) {
                throw unknown(path, e);
            }
            throw e;
        }
    }

    private static UnsupportedFileSystemException unknown(Path path, Exception cause) {
        UnsupportedFileSystemException named =
                new UnsupportedFileSystemException(path + ": Spark has no file system for "
                        + path.toUri().getScheme() + ": add the library that has it, such as hadoop-aws for s3a");
        named.initCause(cause);
        return named;
    }

    /**
     * Lists the files that an input stands for, as {@link InputFiles#list} does. Patterns are those of Hadoop.
     *
     * @return addresses, sorted; at least one
     * @throws NoSuchFileException if the input stands for no file
     * @throws IllegalArgumentException if a pattern has {@code **}, which Hadoop does not know
     */
    static List<String> list(String input, Configuration configuration) throws IOException {
        Path path = path(input);
        FileSystem files = of(path, configuration);
        List<String> found;
        try {
            FileStatus status = files.getFileStatus(path);
            found = status.isDirectory()
                    ? below(files, status.getPath())
                    : List.of(status.getPath().toString());
        } catch (FileNotFoundException e) {
            found = matching(files, path, input);
        }
        if (found.isEmpty()) {
            throw new NoSuchFileException(input, null, "no DataSeries file is there");
        }
        return found;
    }

    /** Returns whether an input is a folder. */
    static boolean isFolder(String input, Configuration configuration) throws IOException {
        Path path = path(input);
        try {
            return of(path, configuration).getFileStatus(path).isDirectory();
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    private static List<String> matching(FileSystem files, Path pattern, String input) throws IOException {
        if (input.contains("**")) {
            throw new IllegalArgumentException(
                    "'" + input + "': Hadoop file systems have no pattern '**'; name the folder instead");
        }
        FileStatus[] matches = files.globStatus(pattern);
        if (matches == null) {
            throw new NoSuchFileException(input);
        }
        return Stream.of(matches)
                .filter(FileStatus::isFile)
                .map(status -> status.getPath().toString())
                .sorted()
                .toList();
    }

    /** Returns the addresses of the visible DataSeries files in a folder and below, sorted. */
    static List<String> below(FileSystem files, Path folder) throws IOException {
        List<String> found = new ArrayList<>();
        int prefix = folder.toString().length();
        RemoteIterator<LocatedFileStatus> all = files.listFiles(folder, true);
        while (all.hasNext()) {
            String file = all.next().getPath().toString();
            if (InputFiles.isVisible(file.substring(prefix))) {
                found.add(file);
            }
        }
        found.sort(null);
        return found;
    }
}
