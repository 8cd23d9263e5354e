package dev.mimeo.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Sizes of inputs, for progress. */
final class Sizes {

    private Sizes() {}

    /** Returns the bytes of all files together. */
    static long total(List<Path> files) throws IOException {
        long size = 0;
        for (Path file : files) {
            size += Files.size(file);
        }
        return size;
    }
}
