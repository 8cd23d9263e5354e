package dev.mimeo.garage.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.query.GarageQuery.Script;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Texts of scripts, which may stand in files. */
final class ScriptTexts {

    private static final int MAX_BYTES = 1 << 20;

    /** Default script that combines the results. */
    private static final String ALL = "SELECT * FROM ApplyResult";

    private ScriptTexts() {}

    /**
     * Returns the text of a script.
     *
     * @param script null for the one that gives all rows
     * @throws IOException if its file cannot be read or has more than 1 MiB
     */
    static String text(@Nullable Script script) throws IOException {
        if (script == null) {
            return ALL;
        }
        if (!script.inFile()) {
            return script.text();
        }
        try {
            Path file = Path.of(script.text());
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(file + ": a script has at most " + MAX_BYTES + " bytes");
            }
            return Files.readString(file, UTF_8);
        } catch (CharacterCodingException e) {
            throw new IOException(script.text() + ": is not UTF-8 text", e);
        } catch (InvalidPathException e) {
            throw new MimeoException(
                    MimeoException.Reason.QUERY, "'" + script.text() + "' is not a path: " + e.getReason());
        }
    }
}
