package dev.mimeo.cli.command;

import dev.mimeo.internal.bytes.NamedInput;
import dev.mimeo.internal.files.FileKinds;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Inputs of a run that are read as streams. */
public final class Inputs {

    private Inputs() {}

    /** Opens an input, which may be a pipe; its errors name it. */
    public static InputStream open(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory");
        }
        // The streams of files ask for the position when they count available or remaining bytes, and a pipe has none.
        return FileKinds.isSpecial(path)
                ? new FilterInputStream(new FileInputStream(path.toFile())) {}
                : NamedInput.ofFile(path);
    }
}
