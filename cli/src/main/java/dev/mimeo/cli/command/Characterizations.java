package dev.mimeo.cli.command;

import dev.mimeo.MimeoException;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationCatalog;
import dev.mimeo.characterization.FileCategory;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.text.SimilarNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Characterizations as they are named on the command line. */
public final class Characterizations {

    private Characterizations() {}

    /** The names of the characterizations that come with Mimeo. */
    public static final class BundledNames extends ValueNames {
        /** Takes the names of all of them. */
        public BundledNames() {
            super(Characterizations::bundledNames);
        }
    }

    /**
     * Returns the names of the characterizations that come with Mimeo, sorted.
     *
     * @throws UncheckedIOException if the application is damaged
     */
    public static List<String> bundledNames() {
        try {
            return BundledCharacterizations.list().stream()
                    .map(CharacterizationCatalog.Entry::name)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Opens a characterization.
     *
     * @param name a file, a pipe, {@code -} for standard input, or, where there is no such file, one that comes with Mimeo
     */
    public static Characterization open(String name, Terminal terminal) throws IOException {
        byte[] content = content(name, terminal);
        return content == null
                ? openFile(name)
                : Characterization.read(content, name.equals("-") ? "standard input" : name);
    }

    /**
     * Opens the file of a characterization.
     *
     * @throws IOException if there is none, with names that may be meant, or if it is something else, with how to make one
     */
    public static Characterization openFile(String name) throws IOException {
        checkFile(name);
        return Characterization.open(Outputs.path(name));
    }

    private static void checkFile(String name) throws IOException {
        checkExists(name);
        refuseFolder(name, categories(name));
        Path file = Outputs.path(name);
        if (SegmentFile.isSegment(file)) {
            throw new FileSystemException(
                    name,
                    null,
                    "a segment, which generate, compare, serve and run take; this command needs a characterization");
        }
        if (Files.isRegularFile(file) && !FileStart.isDataSeries(file)) {
            throw new FileSystemException(name, null, "not a characterization; make one with mimeo scan " + name);
        }
    }

    private static void refuseFolder(String name, Map<FileCategory, Path> categories) throws IOException {
        if (!categories.isEmpty()) {
            throw new FileSystemException(
                    name,
                    null,
                    "is a folder of categories: name the file of one, such as "
                            + categories.values().iterator().next());
        }
    }

    /**
     * Refuses a folder of categories where data is wanted: nobody wants to know how characterizations compress, but who compares
     * two such folders.
     *
     * @param name the folder
     * @param other what it is to be compared with
     * @throws IOException if all of the categories that the folder has are characterizations, and the other one is not such a folder
     */
    public static void refuseCategories(String name, String other) throws IOException {
        Map<FileCategory, Path> categories = filesOf(name);
        for (Path file : categories.values()) {
            if (!isOne(file.toString())) {
                return;
            }
        }
        if (filesOf(other).isEmpty()) {
            refuseFolder(name, categories);
        }
    }

    /**
     * Refuses the name of a file that does not exist, where a characterization may be meant.
     *
     * @throws IOException if it does not, with names that may be meant
     */
    public static void checkExists(String name) throws IOException {
        Path file = Outputs.path(name);
        if (Files.notExists(file)) {
            List<String> names = new ArrayList<>(bundledNames());
            names.addAll(Errors.neighbours(file));
            String last = String.valueOf(file.getFileName());
            String suggestion = Errors.brokenLink(file);
            if (suggestion.isEmpty()) {
                suggestion = SimilarNames.suggestion(last, names);
            }
            if (suggestion.isEmpty()) {
                suggestion = SimilarNames.suggestion(last.replaceFirst("\\.ds$", ""), bundledNames());
            }
            throw new FileSystemException(
                    name,
                    null,
                    "no such file or bundled characterization"
                            + (suggestion.isEmpty()
                                    ? ": check the name; mimeo characterizations lists the bundled ones"
                                    : suggestion));
        }
    }

    /** Refuses arguments of which the first is a characterization, and the second one is data. */
    public static void refuseSwapped(String data, String characterization, MimeoSubcommand command) throws IOException {
        if (isOne(data) && Files.exists(Outputs.path(characterization)) && !isOne(characterization)) {
            throw command.usageError(data + " is a characterization, and " + characterization
                    + " is not: write them the other way round");
        }
    }

    /** Returns whether a name is that of a file with a characterization, or of one that comes with Mimeo. */
    public static boolean isOne(String name) throws IOException {
        Path path = Outputs.path(name);
        if (name.equals("-") || (Files.exists(path) && !Files.isRegularFile(path))) {
            return false;
        }
        if (isBundled(name)) {
            return true;
        }
        try (Characterization characterization = Characterization.open(path)) {
            return characterization.chunkCount() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Refuses a damaged DataSeries file where a characterization or data may be meant: nobody wants to know how half of a
     * characterization compresses.
     *
     * @param other what it is to be compared with; of two DataSeries files the bytes are compared
     * @throws IOException if it is one, and the other is not a DataSeries file
     */
    public static void refuseDamaged(String name, String other) throws IOException {
        Path path = Outputs.path(name);
        if (!FileStart.isDataSeries(path) || FileStart.isDataSeries(Outputs.path(other))) {
            return;
        }
        try {
            Characterization.open(path).close();
        } catch (DataSeriesException e) {
            if (e.reason() != MimeoException.Reason.UNSUPPORTED) {
                throw new IOException(
                        e.getMessage()
                                + ": scan the data again, or give the file as standard input to compare its bytes",
                        e);
            }
        }
    }

    /** Opens one category of a folder of them. */
    public static Characterization open(String folder, String category) throws IOException {
        Map<FileCategory, Path> categories = categories(folder);
        for (Map.Entry<FileCategory, Path> entry : categories.entrySet()) {
            if (entry.getKey().label().equals(category)) {
                return Characterization.open(entry.getValue());
            }
        }
        throw MimeoException.of(
                folder,
                MimeoException.Reason.UNSUPPORTED,
                "has no category '" + category + "': "
                        + (categories.isEmpty()
                                ? "it is not a folder of categories"
                                : "there are "
                                        + String.join(
                                                ", ",
                                                categories.keySet().stream()
                                                        .map(FileCategory::label)
                                                        .toList())));
    }

    /**
     * Opens a characterization as {@link #open(String, Terminal)} does, and takes its bytes into a digest, which then tells it
     * from others.
     */
    public static Characterization open(String name, Terminal terminal, MessageDigest digest) throws IOException {
        byte[] content = content(name, terminal);
        if (content != null) {
            digest.update(content);
            return Characterization.read(content, name.equals("-") ? "standard input" : name);
        }
        checkFile(name);
        try (InputStream in = new DigestInputStream(Inputs.open(Outputs.path(name)), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return Characterization.open(Outputs.path(name));
    }

    /** Returns the content of what is no file, such as a pipe, or null for a file. */
    public static byte @Nullable [] content(String name, Terminal terminal) throws IOException {
        if (name.equals("-")) {
            return content(terminal.in(), "standard input");
        }
        if (isBundled(name)) {
            return BundledCharacterizations.bytes(name);
        }
        Path path = Outputs.path(name);
        if (!FileKinds.isStream(path)) {
            return null;
        }
        try (InputStream in = Inputs.open(path)) {
            return content(in, name);
        }
    }

    private static byte[] content(InputStream in, String name) throws IOException {
        // A stream of something else may be endless.
        byte[] start = in.readNBytes(FileStart.BYTES);
        if (!FileStart.isDataSeries(start)) {
            throw MimeoException.of(
                    name, MimeoException.Reason.CORRUPT, "not a characterization; make one with mimeo scan");
        }
        return new SequenceInputStream(new ByteArrayInputStream(start), in).readAllBytes();
    }

    private static boolean isBundled(String name) throws IOException {
        return BundledCharacterizations.isBundled(name, Path.of(""));
    }

    /**
     * Returns the files of a folder that {@code scan --categories} made, by category.
     *
     * @return empty if the name is not that of a folder
     * @throws IOException if it is that of a folder of something else
     */
    public static Map<FileCategory, Path> categories(String name) throws IOException {
        Map<FileCategory, Path> files = filesOf(name);
        if (files.isEmpty() && !name.equals("-") && Files.isDirectory(Outputs.path(name))) {
            throw new FileSystemException(
                    name, null, "not a characterization, nor a folder of them; make one with mimeo scan " + name);
        }
        return files;
    }

    private static Map<FileCategory, Path> filesOf(String name) throws IOException {
        Map<FileCategory, Path> files = new EnumMap<>(FileCategory.class);
        if (!name.equals("-") && Files.isDirectory(Outputs.path(name))) {
            for (FileCategory category : FileCategory.values()) {
                Path file = Outputs.path(name).resolve(category.label() + ".ds");
                if (Files.exists(file)) {
                    files.put(category, file);
                }
            }
        }
        return files;
    }

    /** Returns the file, in a folder of categories, of the shares of the categories in files whose extension does not say. */
    public static Path shares(Path folder) {
        return folder.resolve("shares.ds");
    }
}
