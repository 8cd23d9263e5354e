package dev.mimeo.benchmarks;

import dev.mimeo.characterization.CharacterizationCatalog;
import dev.mimeo.fidelity.CodecComparison;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.scan.DataScanner;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes the characterizations that come with Mimeo, each with the table that says how faithful it is.
 *
 * <pre>{@code
 * java -cp benchmarks.jar dev.mimeo.benchmarks.CharacterizationBundle LIST FOLDER
 * }</pre>
 *
 * <p>Each line of LIST has four columns, separated by tabs: name, data (a file or a folder), description, origin. All of the data is
 * scanned, so take some megabytes of it. FOLDER receives the files and their catalog.
 */
public final class CharacterizationBundle {

    private static final long SEED = 1;
    private static final int REPETITIONS = 5;

    private CharacterizationBundle() {}

    /** Makes the files; see the class. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: CharacterizationBundle LIST FOLDER");
            System.exit(2);
        }
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        List<CharacterizationCatalog.Entry> all = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] columns = line.split("\t", -1);
            if (columns.length != 4) {
                throw new IOException(arguments[0] + ": not four columns: " + line);
            }
            all.add(make(columns[0], Path.of(columns[1]), columns[2], columns[3], folder));
            System.out.println(columns[0]);
        }
        all.sort(Comparator.comparing(CharacterizationCatalog.Entry::name));
        CharacterizationCatalog.write(all, create(folder.resolve("catalog.ds")));
    }

    private static CharacterizationCatalog.Entry make(
            String name, Path data, String description, String origin, Path folder) throws IOException {
        DataScanner.Options defaults = DataScanner.Options.defaults();
        DataScanner.Options options = new DataScanner.Options(
                defaults.chunkSize(), 0, SEED, defaults.threads(), defaults.scanners(), name, false);
        try (MimickedCorpus mimicked = new MimickedCorpus(data, options)) {
            ComparisonResult result = mimicked.compare(
                    mimicked.generate(DataGenerators.DEFAULT),
                    ComparisonOptions.defaults().withRepetitions(REPETITIONS));
            Files.write(folder.resolve(name + ".ds"), mimicked.characterization());
            List<CharacterizationCatalog.Entry.CodecFidelity> fidelity = result.codecs().stream()
                    .map(CharacterizationBundle::fidelity)
                    .toList();
            return new CharacterizationCatalog.Entry(
                    name, description, origin, mimicked.dataset().bytes(), fidelity);
        }
    }

    private static CharacterizationCatalog.Entry.CodecFidelity fidelity(CodecComparison codec) {
        return new CharacterizationCatalog.Entry.CodecFidelity(
                codec.codec(),
                codec.ratio().original(),
                codec.ratio().deviation(),
                codec.chunkRatio().total().deviation(),
                codec.compressTime().deviation(),
                codec.decompressTime().deviation());
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }
}
