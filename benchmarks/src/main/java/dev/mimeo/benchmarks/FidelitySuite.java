package dev.mimeo.benchmarks;

import dev.mimeo.codec.Codecs;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Scans every corpus of a folder, generates as much from the characterization alone, compares, and puts the outcome into a
 * Markdown file.
 *
 * <pre>{@code
 * java -cp benchmarks.jar dev.mimeo.benchmarks.FidelitySuite CORPORA README.md [GENERATOR [CODEC,CODEC...]]
 * }</pre>
 *
 * <p>Every sub-folder of CORPORA is a corpus. The table replaces what stands between the markers in the file, or is
 * appended where there are none.
 */
public final class FidelitySuite {

    private static final String CODECS = "lz4,zlib:1,zlib:6,bzip2:9,xz:6,zstd:3";
    private static final int REPETITIONS = 9;

    private FidelitySuite() {}

    /** Runs the suite; see the class. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2 || arguments.length > 4) {
            System.err.println("usage: FidelitySuite CORPORA FILE.md [GENERATOR [CODEC,CODEC...]]");
            System.exit(2);
        }
        String generator = arguments.length > 2 ? arguments[2] : "mimic";
        List<String> codecs = Codecs.parseList(arguments.length > 3 ? arguments[3] : CODECS);
        List<FidelityTable.Row> rows = new ArrayList<>();
        for (Path corpus : folders(Path.of(arguments[0]))) {
            FidelityTable.Row row = run(corpus, generator, codecs);
            rows.add(row);
            System.out.println(FidelityTable.line(row));
        }
        FidelityTable.update(Path.of(arguments[1]), FidelityTable.render(generator, rows));
    }

    private static List<Path> folders(Path root) throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static FidelityTable.Row run(Path corpus, String generator, List<String> codecs) throws IOException {
        ComparisonOptions options =
                ComparisonOptions.defaults().withCodecs(codecs).withRepetitions(REPETITIONS);
        try (MimickedCorpus mimicked = new MimickedCorpus(corpus, MimickedCorpus.optionsFor(List.of(generator)))) {
            ComparisonResult result = mimicked.compare(mimicked.generate(generator), options);
            return new FidelityTable.Row(
                    String.valueOf(corpus.getFileName()), mimicked.characterization().length, result);
        }
    }
}
