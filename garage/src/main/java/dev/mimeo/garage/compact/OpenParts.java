package dev.mimeo.garage.compact;

import dev.mimeo.garage.store.PackedFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Packed files that are read together. */
record OpenParts(List<PackedFile> files) implements Closeable {

    /**
     * Opens files.
     *
     * @throws IOException if one of them cannot be opened; none stays open then
     */
    static OpenParts of(List<Path> paths) throws IOException {
        OpenParts open = new OpenParts(new ArrayList<>());
        try {
            for (Path path : paths) {
                open.files.add(PackedFile.open(path));
            }
            return open;
        } catch (IOException | RuntimeException | Error e) {
            open.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (PackedFile file : files) {
            try {
                file.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
