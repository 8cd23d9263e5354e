package dev.mimeo.cli;

import dev.mimeo.testing.MarkdownPage;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Words that start the command line, as it was compiled, in a Java of its own. Tests start it some hundred times: the classes are put
 * into a jar once, and those that most commands load into an archive that Java maps into memory.
 */
public final class MimeoProcess {

    /** Holds what all processes of a build share. */
    private static final Path FOLDER = Path.of("target/test-process").toAbsolutePath();

    private static @Nullable List<String> shared;

    private MimeoProcess() {}

    /** Returns the words, to which the arguments of the command line may be added. */
    public static List<String> command(String... optionsOfJava) {
        List<String> words = new ArrayList<>();
        words.add(java());
        // A test is over before better code is compiled.
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        words.addAll(List.of(optionsOfJava));
        words.addAll(shared());
        words.add("dev.mimeo.cli.Main");
        return words;
    }

    /** Returns the same with arguments of the command line. */
    public static ProcessBuilder builder(String... arguments) {
        List<String> words = command();
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns the options with the archive and the class path. */
    private static synchronized List<String> shared() {
        if (shared == null) {
            try {
                Files.createDirectories(FOLDER);
                // Other processes of the build run tests at the same time.
                try (FileChannel channel =
                        FileChannel.open(FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                    channel.lock();
                    shared = options();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return shared;
    }

    private static List<String> options() throws IOException {
        List<String> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path place = Path.of(entry);
            if (!Files.isDirectory(place)) {
                path.add(entry);
            } else if (!place.endsWith("test-classes")) {
                path.add(jar(place).toString());
            }
        }
        String classPath = String.join(File.pathSeparator, path);
        Path archive = FOLDER.resolve("classes.jsa");
        Path trained = FOLDER.resolve("classes.txt");
        String state = state(path);
        if (!Files.exists(archive)
                || !Files.exists(trained)
                || !Files.readString(trained).equals(state)) {
            Files.deleteIfExists(archive);
            // An optimisation: where it fails, processes just start slower.
            new StartArchive(classPath, Files.createDirectories(FOLDER.resolve("train")))
                    .make(
                            archive,
                            MarkdownPage.ROOT.resolve("LICENSE"),
                            MarkdownPage.ROOT.resolve("examples/nfs/office.pcap"));
            Files.writeString(trained, state);
        }
        // Without a log, as nothing is to be said where the archive does not fit.
        return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr", "-cp", classPath);
    }

    /** Returns a jar with the classes of a folder, which is written if a class is newer. */
    private static Path jar(Path classes) throws IOException {
        Path root = MarkdownPage.ROOT.toAbsolutePath().normalize();
        String name = root.relativize(classes.toAbsolutePath()).toString().replace(File.separatorChar, '_');
        Path jar = FOLDER.resolve(name + ".jar");
        List<Path> files;
        try (Stream<Path> walk = Files.walk(classes)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        if (Files.exists(jar) && files.stream().noneMatch(file -> isNewer(file, jar))) {
            return jar;
        }
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(1);
            for (Path file : files) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return jar;
    }

    private static boolean isNewer(Path file, Path than) {
        try {
            return Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(than)) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the jars with their sizes and times, which Java compares with those that an archive was made for. */
    private static String state(List<String> jars) throws IOException {
        StringBuilder state = new StringBuilder();
        for (String name : jars) {
            Path jar = Path.of(name);
            state.append(name);
            if (Files.exists(jar)) {
                state.append(' ').append(Files.size(jar)).append(' ').append(Files.getLastModifiedTime(jar));
            }
            state.append('\n');
        }
        return state.toString();
    }
}
