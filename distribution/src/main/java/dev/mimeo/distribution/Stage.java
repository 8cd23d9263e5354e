package dev.mimeo.distribution;

import dev.mimeo.cli.Main;
import dev.mimeo.internal.nativelibrary.NativeLibraryJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Makes the folders of the three distributions in {@code distribution/target/stage}. */
final class Stage {

    /** Files and folders of the repository that a reader of an archive needs; no link in them leads to anything else. */
    static final Set<String> DOCUMENTS = Set.of(
            "README.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "LICENSE",
            "NOTICE",
            "benchmarks/README.md",
            "docs",
            "examples");

    private final Path root;
    private final Path target;

    private Stage(Path root) {
        this.root = root;
        this.target = root.resolve("distribution/target");
    }

    /**
     * Makes the folders.
     *
     * @param args the folder of the repository, with the application and the manual pages built
     */
    public static void main(String[] args) throws IOException {
        Stage stage = new Stage(Path.of(args[0]));
        stage.addLicences(stage.make("full", jar -> true));
        stage.addLicences(stage.make("small", jar -> !jar.startsWith("duckdb")));
        Path image = stage.make("image", jar -> true);
        NativeLibraryJars.prepare(image.resolve("lib"));
        Path runtime = image.resolve("runtime");
        RuntimeImage.create(runtime, stage.target.resolve("java.log").toFile());
        PackedEngineFiles.pack(image.resolve("lib"), runtime);
        stage.addLicences(image);
    }

    private void addLicences(Path folder) throws IOException {
        Licences.write(root.resolve("distribution/src/main/licences"), folder);
    }

    /** Makes the folder of a distribution from the jars whose names match. */
    private Path make(String name, Predicate<String> jars) throws IOException {
        Path folder = target.resolve("stage").resolve(name);
        delete(folder);
        Path launcher = root.resolve("cli/src/main/launcher");
        copy(root.resolve("mimeo"), folder.resolve("bin/mimeo"));
        copy(launcher.resolve("mimeo.cmd"), folder.resolve("bin/mimeo.cmd"));
        copy(launcher.resolve("jvm-options.txt"), folder.resolve("lib/jvm-options.txt"));
        Path application = root.resolve("cli/target/mimeo.jar");
        copy(application, folder.resolve("mimeo.jar"));
        for (Path jar : libraries(application)) {
            if (jars.test(jar.getFileName().toString())) {
                copy(jar, folder.resolve("lib").resolve(jar.getFileName()));
            }
        }
        for (Path page : list(target.resolve("man1"))) {
            copy(page, folder.resolve("man/man1").resolve(page.getFileName()));
        }
        for (String document : DOCUMENTS) {
            copy(root.resolve(document), folder.resolve(document));
        }
        Path completion = folder.resolve("completions/mimeo");
        Files.createDirectories(completion.getParent());
        Files.writeString(completion, Main.completion());
        return folder;
    }

    /** Returns the jars on the class path of the application. Their folder also has those that earlier builds needed. */
    static List<Path> libraries(Path application) throws IOException {
        try (JarFile jar = new JarFile(application.toFile())) {
            String classPath = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return Stream.of(classPath.split(" "))
                    .map(application::resolveSibling)
                    .sorted()
                    .toList();
        }
    }

    /** Returns what is in a folder, sorted by name. */
    static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** Returns a folder and everything in it, each folder before what it holds. */
    static List<Path> walk(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : walk(from)) {
            Path copy = to.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(copy);
            } else {
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Deletes a folder with everything in it, if it is there. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            List<Path> files = walk(folder);
            for (int i = files.size() - 1; i >= 0; i--) {
                Files.delete(files.get(i));
            }
        }
    }
}
