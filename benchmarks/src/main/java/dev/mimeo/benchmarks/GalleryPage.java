package dev.mimeo.benchmarks;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationCatalog;
import dev.mimeo.characterization.DatasetCharacterization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The page of the documentation that shows the bundled characterizations. */
final class GalleryPage {

    private static final String HEAD = """
            <!-- Written by dev.mimeo.benchmarks.Gallery. -->

            # Gallery

            Mimeo comes with characterizations of real data that anybody may use. Every command accepts their names in place of a
            characterization, and `mimeo characterizations` lists them:

            ```
            mimeo generate postgresql --size 64MiB -o synthetic.bin
            mimeo characterizations postgresql
            ```

            Each number is the compression ratio of the original as one stream, or for dedup its bytes over its distinct bytes in
            content-defined chunks of 8 KiB on average. In parentheses is the deviation of as much synthetic data, generated from the
            characterization alone: `synthetic / original - 1`, in %. The originals are excerpts of some
            megabytes, in which small files of text or code are joined. As they are public, they were scanned with
            `--anonymity free`, and with `--effort best`; the defaults deviate more.

            """;

    private GalleryPage() {}

    /**
     * Returns the page.
     *
     * @param folder has the files of the characterizations
     */
    static String render(List<CharacterizationCatalog.Entry> entries, Path folder) throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        page.append(Markdown.table(ratioHead(entries.get(0)), ratios(entries)));
        page.append("\n## Origins\n\n");
        List<List<String>> rows = new ArrayList<>();
        for (CharacterizationCatalog.Entry entry : entries) {
            Path file = folder.resolve(entry.name() + ".ds");
            try (Characterization characterization = Characterization.open(file)) {
                DatasetCharacterization dataset = characterization.dataset();
                rows.add(List.of(
                        entry.name(),
                        entry.content(),
                        format("%.1f", entry.originalBytes() / 1e6),
                        format("%d", dataset.chunkSize() >> 10),
                        dataset.sampled() ? format("%d of %d", dataset.chunks(), dataset.population()) : "all",
                        format("%.0f", Files.size(file) / 1e3),
                        entry.origin(),
                        entry.licence()));
            }
        }
        page.append(Markdown.table(
                List.of("name", "content", "MB", "chunk, KiB", "chunks scanned", "file, KB", "origin", "licence"),
                rows));
        return page.toString();
    }

    private static List<String> ratioHead(CharacterizationCatalog.Entry entry) {
        List<String> head = new ArrayList<>(List.of("name"));
        entry.fidelity().forEach(codec -> head.add(codec.codec()));
        head.add("dedup");
        return head;
    }

    /** A row for each piece, and the means of the absolute deviations. */
    private static List<List<String>> ratios(List<CharacterizationCatalog.Entry> entries) {
        List<List<String>> rows = new ArrayList<>();
        double[] sums = new double[entries.get(0).fidelity().size() + 1];
        for (CharacterizationCatalog.Entry entry : entries) {
            rows.add(row(entry));
            List<CharacterizationCatalog.Entry.CodecFidelity> fidelity = entry.fidelity();
            for (int i = 0; i < fidelity.size(); i++) {
                sums[i] += Math.abs(fidelity.get(i).ratioDeviation());
            }
            sums[fidelity.size()] += Math.abs(entry.duplicationDeviation());
        }
        List<String> means = new ArrayList<>(List.of("mean deviation"));
        for (double sum : sums) {
            means.add(format("%.1f", 100 * sum / entries.size()));
        }
        rows.add(means);
        return rows;
    }

    /** Returns the name of a piece, and its ratios and duplication with their deviations. */
    static List<String> row(CharacterizationCatalog.Entry entry) {
        List<String> row = new ArrayList<>(List.of(entry.name()));
        for (CharacterizationCatalog.Entry.CodecFidelity codec : entry.fidelity()) {
            row.add(cell(codec.ratio(), codec.ratioDeviation()));
        }
        row.add(cell(entry.duplication(), entry.duplicationDeviation()));
        return row;
    }

    private static String cell(double ratio, double deviation) {
        // A deviation that rounds to zero has no sign.
        return format("%.2f (%+.1f)", ratio, 100 * deviation).replaceFirst("[-+]0\\.0\\)", "0.0)");
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
