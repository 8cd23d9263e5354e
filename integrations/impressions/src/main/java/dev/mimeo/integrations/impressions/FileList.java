package dev.mimeo.integrations.impressions;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Supplies the files to be written, one after the other. Not thread-safe. */
public interface FileList extends Closeable {

    /**
     * Returns the next file, or null when there are no more. A line that cannot be understood is returned with its
     * {@linkplain FileRequest#defect() defect}.
     */
    @Nullable FileRequest next() throws IOException;

    /**
     * Reads lines of path and size, separated by a tab or, where the line has none, by its last space. Empty lines and
     * those that begin with {@code #} are ignored. A size is a decimal number of bytes, and may end in {@code .} and
     * zeros.
     *
     * @param in UTF-8, at most 4096 bytes a line; closed with the list
     */
    static FileList ofLines(InputStream in) {
        return new LineFileList(in, LineFormat.PATH_SIZE);
    }

    /**
     * Reads the log of Impressions ({@code Actuallogfile}): lines of extension, number of the extension, size, depth and
     * path, separated by one space each.
     *
     * @param in UTF-8, at most 4096 bytes a line; closed with the list
     */
    static FileList ofImpressionsLog(InputStream in) {
        return new LineFileList(in, LineFormat.IMPRESSIONS_LOG);
    }

    /**
     * Lists the regular files of an existing tree, with the sizes they have. Symbolic links are not followed.
     *
     * @throws IOException if the root cannot be read
     */
    static FileList ofTree(Path root) throws IOException {
        return new TreeFileList(root);
    }
}
