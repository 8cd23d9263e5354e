package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Descriptions of types in files of their own. */
final class TypeFiles {

    /** Far above any description of a type. */
    private static final long MAX_BYTES = 16L << 20;

    private TypeFiles() {}

    /**
     * Reads a type.
     *
     * @throws IOException if the file cannot be read or describes no type
     */
    static ExtentType read(String file) throws IOException {
        Path path = Outputs.path(file);
        if (Files.isRegularFile(path) && Files.size(path) > MAX_BYTES) {
            throw new DataSeriesException(file, "is too large for the description of a type");
        }
        try {
            // Unlike a conversion of bytes to a string this refuses what is not UTF-8.
            return ExtentType.parse(Files.readString(path));
        } catch (CharacterCodingException e) {
            throw new IOException(file + ": is not UTF-8, as the description of a type should be", e);
        } catch (DataSeriesException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
