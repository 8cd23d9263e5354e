package dev.mimeo.cli.command;

import dev.mimeo.internal.files.AtomicFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A folder that a run writes: fill {@link #folder()}, then {@link #commit()}. Closing without a commit leaves nothing behind.
 * For one thread at a time.
 */
public final class OutputFolder implements AutoCloseable {

    private static final Pattern PARTITION = Pattern.compile("[^=]+=.+");
    private static final Pattern PARTITION_FILE = Pattern.compile("data_\\d+\\.parquet");

    private final Outputs outputs;
    private final Path target;
    private final Path temporary;
    private final AtomicFile lock;

    OutputFolder(Outputs outputs, Path target, Path temporary, AtomicFile lock) {
        this.outputs = outputs;
        this.target = target;
        this.temporary = temporary;
        this.lock = lock;
    }

    /** Refuses to replace a folder that no former run wrote. */
    static void refuseForeign(Path folder, String name, Predicate<String> ownFolder, Predicate<String> ownFile)
            throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(name, null, "is not a folder: choose another name");
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String fileName = String.valueOf(file.getFileName());
                if (ownFolder.test(fileName) && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    refuseForeign(file, name, ownFolder, ownFile);
                } else if (!ownFile.test(fileName) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw new FileSystemException(
                            name, null, "has " + fileName + ", which is not replaced: choose another name");
                }
            }
        }
    }

    /** Returns whether a folder of partitions has a folder of this name. */
    static boolean isPartition(String name) {
        return PARTITION.matcher(name).matches();
    }

    /** Returns whether a partition has a file of this name. */
    static boolean isPartitionFile(String name) {
        return PARTITION_FILE.matcher(name).matches();
    }

    /** Makes sure that the files in a folder outlast a crash of the system. */
    static void sync(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    sync(file);
                } else {
                    AtomicFile.sync(file);
                }
            }
        }
        AtomicFile.syncFolder(folder);
    }

    /** Deletes a file, or a folder and the files in it. */
    static void delete(Path temporary) throws IOException {
        if (Files.isDirectory(temporary, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(temporary)) {
                for (Path file : files) {
                    delete(file);
                }
            }
        }
        Files.deleteIfExists(temporary);
    }

    /** Deletes a file, or a folder in which another thread may go on to make files by their names: it does not find it under another one. */
    static void deleteInUse(Path temporary) throws IOException {
        if (!Files.isDirectory(temporary, LinkOption.NOFOLLOW_LINKS)) {
            delete(temporary);
            return;
        }
        Path renamed = AtomicFile.temporaryBeside(temporary);
        Files.move(temporary, renamed);
        delete(renamed);
    }

    /** Returns the folder that has the files until {@link #commit()}. */
    public Path folder() {
        return temporary;
    }

    /** Returns where it will be, absolute. */
    public Path target() {
        return target;
    }

    /** Declares the folder complete, and gives it its name. */
    public void commit() throws IOException {
        outputs.commitFolder(temporary, target);
    }

    @Override
    public void close() throws IOException {
        try {
            outputs.discard(temporary);
        } finally {
            outputs.discard(lock);
        }
    }
}
