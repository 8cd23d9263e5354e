package dev.mimeo.benchmarks;

import dev.mimeo.characterization.CharacterizationCatalog;
import dev.mimeo.fidelity.CodecComparison;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes the characterizations that come with Mimeo, compares what is generated from each with its original, and writes the page
 * that shows them. Runs in the root of a checkout:
 *
 * <pre>{@code
 * java -cp benchmarks/target/benchmarks.jar dev.mimeo.benchmarks.Gallery DATA [NAME...]
 * }</pre>
 *
 * <p>Folder {@code DATA/NAME} has the original of each characterization in {@value #TABLE}. With names, only these are made
 * again. One thread works, so that others can use the machine.
 */
public final class Gallery {

    /** Tab-separated list of the pieces, sorted by name, with the columns of {@link Exhibit}. */
    static final String TABLE = "characterizations/gallery.tsv";

    /** Folder of the characterizations and of their catalog. */
    static final String FOLDER = "characterizations/src/main/resources/META-INF/mimeo/characterizations";

    static final String PAGE = "docs/reference/gallery.md";

    /** Greatest size of a characterization, in bytes, so that all together stay small. */
    static final int MAX_BYTES = 120_000;

    /** Fraction of {@link #MAX_BYTES} that the next, smaller sample aims at, because sizes vary between samples. */
    private static final double MARGIN = 0.95;

    private static final String CATALOG = "catalog.ds";
    private static final long SEED = 1;
    private static final List<String> CODECS = List.of("lz4", "snappy", "zlib:6", "zstd:3", "bzip2:9", "xz:6");

    /**
     * All that generators and reports need, at the highest effort: the files are made once and used often. The originals are
     * public, so generated data may repeat their frequent strings, which makes it more accurate.
     */
    private static final List<ScannerSpec> SCANNERS = List.of(
            ScannerSpec.parse("histogram"),
            ScannerSpec.parse("repetition"),
            ScannerSpec.parse("duplicates"),
            ScannerSpec.parse("mimic,effort=best,anonymity=free"));

    /** Number of chunks that each fast codec compresses one by one. */
    private static final int FAST_CHUNKS = 2000;

    /** Number of chunks that each slow codec compresses one by one. */
    private static final int SLOW_CHUNKS = 40;

    /**
     * A line of the table.
     *
     * @param name name of the characterization, and of the folder of its original
     * @param chunkSize size of its chunks, in bytes
     * @param content phrase that says what the data is
     * @param origin source of the data, with its version
     * @param licence licence of the data
     */
    record Exhibit(String name, int chunkSize, String content, String origin, String licence) {

        private static Exhibit parse(String line) throws IOException {
            String[] columns = line.split("\t", -1);
            if (columns.length != 5) {
                throw new IOException(TABLE + ": has not five columns: " + line);
            }
            return new Exhibit(
                    columns[0], Math.toIntExact(ByteSizes.parse(columns[1])), columns[2], columns[3], columns[4]);
        }
    }

    private Gallery() {}

    /** Makes the files, as the class describes it. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            System.err.println("usage: Gallery DATA [NAME...]");
            System.exit(2);
        }
        Path data = Path.of(arguments[0]);
        Path folder = Path.of(FOLDER);
        Set<String> named =
                Set.of(List.of(arguments).subList(1, arguments.length).toArray(String[]::new));
        Map<String, CharacterizationCatalog.Entry> made = new TreeMap<>();
        if (!named.isEmpty()) {
            catalog(folder).forEach(entry -> made.put(entry.name(), entry));
        }
        List<Exhibit> pieces = table(Path.of(TABLE));
        for (Exhibit piece : pieces) {
            if (named.isEmpty() || named.contains(piece.name())) {
                CharacterizationCatalog.Entry entry = make(piece, data.resolve(piece.name()), folder);
                made.put(piece.name(), entry);
                System.out.println(String.join("  ", GalleryPage.row(entry)));
            }
        }
        List<CharacterizationCatalog.Entry> entries = new ArrayList<>();
        for (Exhibit piece : pieces) {
            CharacterizationCatalog.Entry entry = made.get(piece.name());
            if (entry == null) {
                throw new IOException(TABLE + ": " + piece.name() + " was never made: give its name");
            }
            entries.add(entry);
        }
        CharacterizationCatalog.write(
                entries,
                FileChannel.open(
                        folder.resolve(CATALOG),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE));
        Files.writeString(Path.of(PAGE), GalleryPage.render(entries, folder));
    }

    /** Reads the table. */
    static List<Exhibit> table(Path file) throws IOException {
        List<Exhibit> pieces = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            pieces.add(Exhibit.parse(line));
        }
        return pieces;
    }

    /** Reads the catalog in a folder of characterizations. */
    static List<CharacterizationCatalog.Entry> catalog(Path folder) throws IOException {
        return CharacterizationCatalog.read(Files.readAllBytes(folder.resolve(CATALOG)), CATALOG);
    }

    private static CharacterizationCatalog.Entry make(Exhibit piece, Path data, Path folder) throws IOException {
        try (MimickedCorpus mimicked = scan(piece, data)) {
            ComparisonResult result = mimicked.compare(
                    mimicked.generate(DataGenerators.DEFAULT),
                    ComparisonOptions.defaults()
                            .withCodecs(CODECS)
                            .withChunkSize(piece.chunkSize())
                            .withChunks(FAST_CHUNKS, SLOW_CHUNKS)
                            .withRepetitions(1));
            Files.write(folder.resolve(piece.name() + ".ds"), mimicked.characterization());
            ComparisonResult.MeasuredPair duplication = result.content().duplication().stream()
                    .filter(cut -> cut.boundaries().startsWith("fastcdc:"))
                    .findFirst()
                    .orElseThrow()
                    .ratio();
            return new CharacterizationCatalog.Entry(
                    piece.name(),
                    piece.content(),
                    piece.origin(),
                    piece.licence(),
                    mimicked.dataset().bytes(),
                    duplication.original(),
                    duplication.deviation(),
                    result.codecs().stream().map(Gallery::fidelity).toList());
        }
    }

    /** Scans all chunks of a piece; if the file is too large then, scans random samples of them until it is small enough. */
    private static MimickedCorpus scan(Exhibit piece, Path data) throws IOException {
        long sample = 0;
        while (true) {
            MimickedCorpus mimicked = new MimickedCorpus(
                    data,
                    DataScanner.Options.defaults()
                            .withChunkSize(piece.chunkSize())
                            .withSample(sample)
                            .withSeed(SEED)
                            .withThreads(1)
                            .withScanners(SCANNERS)
                            .withName(piece.name())
                            .withStrict(true));
            int size = mimicked.characterization().length;
            if (size <= MAX_BYTES) {
                return mimicked;
            }
            sample = (long) (MARGIN * MAX_BYTES / size * mimicked.dataset().chunks());
            mimicked.close();
            if (sample == 0) {
                throw new IOException(data + ": a file of one chunk has " + size + " bytes, more than " + MAX_BYTES);
            }
        }
    }

    private static CharacterizationCatalog.Entry.CodecFidelity fidelity(CodecComparison codec) {
        return new CharacterizationCatalog.Entry.CodecFidelity(
                codec.codec(),
                codec.ratio().original(),
                codec.ratio().deviation(),
                codec.chunkRatio().total().deviation());
    }
}
