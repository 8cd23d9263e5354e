package dev.mimeo.cli.dataseries;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.Inputs;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.internal.text.StrictUtf8;
import java.io.IOException;
import java.io.InputStream;

/** Descriptions of types in files of their own. */
final class TypeFiles {

    /** Maximum size in bytes: far more than a type with records of 2 GiB needs. */
    private static final int MAX_BYTES = 64 << 20;

    private TypeFiles() {}

    /**
     * Reads a type.
     *
     * @throws IOException if the file cannot be read or describes no type
     */
    static ExtentType read(String file) throws IOException {
        try (InputStream in = Inputs.open(Outputs.path(file))) {
            return read(in, file);
        }
    }

    /**
     * Reads a type from a stream.
     *
     * @param name the stream in messages
     * @throws IOException if the stream cannot be read or describes no type
     */
    static ExtentType read(InputStream in, String name) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw MimeoException.of(name, MimeoException.Reason.LIMIT, "is too long for the description of a type");
        }
        String xml = StrictUtf8.decode(bytes);
        if (xml == null) {
            throw MimeoException.of(
                    name, MimeoException.Reason.CORRUPT, "is not UTF-8, as the description of a type should be");
        }
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw Failures.ofSource(name, e, String.valueOf(e.getMessage()));
        }
    }
}
