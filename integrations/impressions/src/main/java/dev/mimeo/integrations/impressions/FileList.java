package dev.mimeo.integrations.impressions;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the files to be written, one after the other. Lines have at most 4096 bytes; paths in them are bytes, in no
 * particular encoding. Not thread-safe.
 */
public interface FileList extends Closeable {

    /**
     * Returns the next file, or null when there are no more. A line that cannot be understood is returned with its
     * {@linkplain Request#defect() defect}.
     *
     * @throws IOException if the list cannot be read
     */
    @Nullable Request next() throws IOException;

    /**
     * Reads lines of path and size, separated by a tab or, where the line has none, by its last space. Empty lines and
     * those that begin with {@code #} are ignored. A size is a decimal number of bytes, and may end in a point and zeros.
     *
     * @param in closed with the list
     */
    static FileList ofLines(InputStream in) {
        return new LineFileList(in, FileLineFormat.LIST);
    }

    /**
     * Reads the log of Impressions ({@code Actuallogfile}): lines of extension, number of the extension, size, depth and
     * path, separated by one space each.
     *
     * @param in closed with the list
     */
    static FileList ofImpressionsLog(InputStream in) {
        return new LineFileList(in, FileLineFormat.IMPRESSIONS_LOG);
    }

    /**
     * Reads a log of Impressions or lines of path and size, whichever the first line is.
     *
     * @param in closed with the list
     */
    static FileList ofLogOrLines(InputStream in) {
        return new LineFileList(in, null);
    }

    /**
     * Reads what a producer asks for while it runs: lines of path, space and size; {@code quit} or the end of the input ends
     * the list. Lines that begin with {@code #} are ignored; a last line without a line feed is defective.
     *
     * @param in closed with the list
     */
    static FileList ofRequests(InputStream in) {
        return new LineFileList(in, FileLineFormat.REQUEST);
    }

    /**
     * Reads requests as {@link #ofRequests} does from a regular file that grows or a named pipe that one writer opens after the other,
     * until {@code quit} or until the file is removed. A line that is incomplete when all writers have closed the pipe is defective,
     * and is not joined with the first line of the next writer.
     *
     * @throws IOException if there is no such file
     */
    static FileList following(Path file) throws IOException {
        return ofRequests(new FollowedInput(file));
    }

    /**
     * Lists the regular files of an existing tree, with the sizes and times of last modification they have. Symbolic links are not
     * followed. Of hard links to one file the first that is found is listed.
     *
     * @throws IOException if the root cannot be read
     */
    static FileList ofTree(Path root) throws IOException {
        return ofTree(root, EqualFiles.NONE);
    }

    /**
     * Lists the files as {@link #ofTree(Path)} does; a file that equals an earlier one gets the content of that.
     *
     * @param equal the equal files of this tree, found before any of them is written
     * @throws IOException if the root cannot be read
     */
    static FileList ofTree(Path root, EqualFiles equal) throws IOException {
        return new TreeFileList(root, equal);
    }

    /**
     * A file to be written. Immutable.
     *
     * @param number line in the list, or place in the tree, from 1
     * @param path relative to the root; what could be read of the line where {@code defect} is set
     * @param size bytes, at least 0
     * @param twin path of the file of this size whose content it is to have, or null for content of its own
     * @param original the file of a tree that this one is to be like, or null where only its path and size are known
     * @param modified time of the last modification that the file is to have, or null for the time at which it is written
     * @param defect why the line cannot be understood, or null
     */
    record Request(
            long number,
            FilePath path,
            long size,
            @Nullable FilePath twin,
            @Nullable Path original,
            @Nullable FileTime modified,
            @Nullable String defect) {

        /** Returns the request of a line, which tells neither a twin nor an original nor a time. */
        static Request ofLine(long number, FilePath path, long size, @Nullable String defect) {
            return new Request(number, path, size, null, null, null, defect);
        }
    }
}
