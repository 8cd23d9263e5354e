package dev.mimeo.cli.command;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.files.Folders;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Small files of text that options name. */
public final class TextFiles {

    private static final long MOST_BYTES = 1 << 16;

    private TextFiles() {}

    /**
     * Reads the lines of a file.
     *
     * @param content what the file should have, for messages
     */
    public static List<String> lines(String file, String content) throws IOException {
        Path path = Outputs.path(file);
        Folders.refuse(path);
        if (Files.size(path) > MOST_BYTES) {
            throw MimeoException.of(
                    file, MimeoException.Reason.LIMIT, "has more than 64 KiB: name a file of " + content);
        }
        try {
            return Files.readAllLines(path);
        } catch (CharacterCodingException e) {
            throw new MimeoException(
                    file,
                    -1,
                    MimeoException.Reason.CORRUPT,
                    file + ": is not UTF-8 text: name a file of " + content,
                    e);
        }
    }
}
