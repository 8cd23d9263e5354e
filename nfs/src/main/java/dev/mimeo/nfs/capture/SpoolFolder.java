package dev.mimeo.nfs.capture;

import dev.mimeo.internal.files.FileVersion;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The captures that a program leaves in a folder. Thread-safe. */
final class SpoolFolder {

    private SpoolFolder() {}

    /** A capture as it was seen. */
    record Waiting(Path file, FileVersion version) {
        /** Returns its bytes. */
        long size() {
            return version.sizeBytes();
        }
    }

    /**
     * Lists the captures that are not compressed, the oldest first.
     *
     * @param prefix beginning of their names
     */
    static List<Waiting> list(Path folder, String prefix) throws IOException {
        List<Waiting> found = new ArrayList<>();
        try (DirectoryStream<Path> list = Files.newDirectoryStream(folder, file -> {
            String name = String.valueOf(file.getFileName());
            return name.startsWith(prefix) && CheckedCopy.isPlainCapture(name);
        })) {
            for (Path file : list) {
                try {
                    BasicFileAttributes attributes =
                            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    if (attributes.isRegularFile()) {
                        found.add(new Waiting(file, FileVersion.of(attributes)));
                    }
                } catch (NoSuchFileException e) {
                    // It has just been removed.
                    System.getLogger(SpoolFolder.class.getName()).log(System.Logger.Level.DEBUG, "gone", e);
                }
            }
        }
        found.sort(Comparator.comparing((Waiting waiting) -> waiting.version().modified())
                .thenComparing(Waiting::file));
        return found;
    }

    /** Returns the bytes of captures. */
    static long sum(List<Waiting> waiting) {
        return waiting.stream().mapToLong(Waiting::size).sum();
    }
}
