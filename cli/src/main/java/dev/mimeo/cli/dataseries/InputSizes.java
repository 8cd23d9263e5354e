package dev.mimeo.cli.dataseries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/** Sizes of inputs, for progress. */
final class InputSizes {

    private InputSizes() {}

    /** Returns the bytes of all files together. */
    static long total(List<Path> files) throws IOException {
        return LongStream.of(each(files)).sum();
    }

    /** Returns the bytes of each file. */
    static long[] each(List<Path> files) throws IOException {
        long[] sizes = new long[files.size()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = Files.size(files.get(i));
        }
        return sizes;
    }
}
