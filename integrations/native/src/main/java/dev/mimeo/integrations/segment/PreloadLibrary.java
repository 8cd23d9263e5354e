package dev.mimeo.integrations.segment;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.files.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The library that replaces what unchanged programs write, compiled on this machine from its source in C: Linux with glibc only.
 * Thread-safe.
 */
public final class PreloadLibrary {

    private static final List<String> SOURCES = List.of("mimeo.h", "mimeo.c", "mimeo-preload.c");
    private static final int MAX_OUTPUT = 4096;

    private PreloadLibrary() {}

    /**
     * Returns the library in a folder, where it is compiled if it is not there yet. Its name has a checksum of the source.
     *
     * @param folder that exists
     * @param compiler the C compiler, and options of it after blanks, such as {@code cc -m64}
     * @throws MimeoException if this is not Linux, or there is no such compiler, or it fails
     * @throws IOException if the library cannot be written
     */
    public static Path compiled(Path folder, String compiler) throws IOException {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
            throw new MimeoException(
                    MimeoException.Reason.UNSUPPORTED,
                    "the preloaded library needs Linux: use the C library, or a pool");
        }
        CRC32C crc = new CRC32C();
        List<byte[]> contents = new ArrayList<>();
        for (String source : SOURCES) {
            contents.add(resource(source));
            crc.update(contents.get(contents.size() - 1));
        }
        Path library = folder.resolve(String.format(
                Locale.ROOT, "mimeo-preload-%08x-%s.so", crc.getValue(), System.getProperty("os.arch", "unknown")));
        if (!Files.exists(library)) {
            compile(contents, compiler, library);
        }
        return library;
    }

    private static void compile(List<byte[]> contents, String compiler, Path library) throws IOException {
        Path folder = Files.createTempDirectory("mimeo-preload");
        try (AtomicFile file = AtomicFile.create(library, AtomicFile.Mode.REPLACE)) {
            for (int i = 0; i < SOURCES.size(); i++) {
                Files.write(folder.resolve(SOURCES.get(i)), contents.get(i));
            }
            Path source = folder.resolve(SOURCES.get(SOURCES.size() - 1));
            List<String> command = new ArrayList<>(List.of(compiler.strip().split("\\s+")));
            command.addAll(List.of(
                    "-std=c11",
                    "-O2",
                    "-shared",
                    "-fPIC",
                    "-fvisibility=hidden",
                    "-pthread",
                    "-o",
                    file.byName().toString(),
                    source.toString(),
                    "-ldl"));
            run(command);
            file.commit();
        } finally {
            for (String source : SOURCES) {
                Files.deleteIfExists(folder.resolve(source));
            }
            Files.deleteIfExists(folder);
        }
    }

    private static void run(List<String> command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new MimeoException(
                    MimeoException.Reason.UNSUPPORTED,
                    "no C compiler (" + command.get(0) + "), which the preloaded library is compiled with once:"
                            + " install gcc or clang, or name one in the environment variable CC");
        }
        process.getOutputStream().close();
        try (InputStream output = process.getInputStream()) {
            String first = new String(output.readNBytes(MAX_OUTPUT), StandardCharsets.UTF_8);
            output.transferTo(OutputStream.nullOutputStream());
            if (process.waitFor() != 0) {
                throw new MimeoException(
                        MimeoException.Reason.UNSUPPORTED,
                        command.get(0) + " cannot compile the preloaded library: " + first.strip());
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the preloaded library was compiled");
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = PreloadLibrary.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new MimeoException(
                        MimeoException.Reason.UNSUPPORTED, "the application lacks " + name + ": build it again");
            }
            return in.readAllBytes();
        }
    }
}
