package dev.mimeo.internal.files;

import dev.mimeo.internal.text.ByteSizes;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The free space of a file system. */
public final class FreeSpace {

    private FreeSpace() {}

    /**
     * Refuses content that does not fit, before it fills the file system. Does nothing where the free space is unknown.
     *
     * @param place an existing file or folder of the file system
     * @param name source of the failure
     * @param bytes bytes that will be written in addition to what is there
     * @param shortage end of the message, a format with two strings: these bytes and those that are free
     * @throws FileSystemException if there is less
     */
    public static void require(Path place, String name, long bytes, String shortage) throws FileSystemException {
        long usable = usable(place);
        if (bytes > usable) {
            boolean isRounded = ByteSizes.format(bytes).equals(ByteSizes.format(usable));
            throw new FileSystemException(
                    name,
                    null,
                    "no space: "
                            + String.format(Locale.ROOT, shortage, text(bytes, isRounded), text(usable, isRounded)));
        }
    }

    private static String text(long bytes, boolean isExact) {
        return isExact ? bytes + " bytes" : ByteSizes.format(bytes);
    }

    private static long usable(Path place) {
        try {
            FileStore store = Files.getFileStore(place);
            // Some file systems of programs have no numbers.
            return store.getTotalSpace() > 0 ? store.getUsableSpace() : Long.MAX_VALUE;
        } catch (IOException e) {
            // In a changed root, for example, mounts are not listed.
            System.getLogger(FreeSpace.class.getName())
                    .log(System.Logger.Level.DEBUG, "no free space is known of " + place, e);
            return Long.MAX_VALUE;
        }
    }
}
