package dev.mimeo.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A compressed file system as the system under test: images made by {@code mksquashfs}, where it is installed. */
final class SquashFs {

    /** Compressors of {@code mksquashfs}. */
    static final List<String> COMPRESSORS = List.of("gzip", "lz4", "zstd", "xz");

    private SquashFs() {}

    /**
     * An image.
     *
     * @param bytes its size
     * @param seconds wall-clock time that it took to make it, on one CPU
     */
    record Image(long bytes, double seconds) {}

    static boolean isInstalled() throws IOException {
        try {
            return run(List.of("mksquashfs", "-version")) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes an image of a file in blocks of 128 KiB, without looking for duplicates. */
    static Image make(Path file, String compressor) throws IOException {
        Path image = Files.createTempFile("mimeo-squashfs", ".img");
        try {
            List<String> command = new ArrayList<>(List.of("mksquashfs", file.toString(), image.toString()));
            command.addAll(List.of("-noappend", "-no-duplicates", "-no-progress", "-processors", "1"));
            command.addAll(List.of("-b", "131072", "-comp", compressor));
            long start = System.nanoTime();
            int code = run(command);
            double seconds = (System.nanoTime() - start) * 1e-9;
            if (code != 0) {
                throw new IOException("mksquashfs failed with code " + code);
            }
            return new Image(Files.size(image), seconds);
        } finally {
            Files.deleteIfExists(image);
        }
    }

    private static int run(List<String> command) throws IOException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
