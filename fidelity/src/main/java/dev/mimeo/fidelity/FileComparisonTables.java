package dev.mimeo.fidelity;

import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import dev.mimeo.internal.text.AlignedText;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.DisplayWidth;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.report.PageTable;
import dev.mimeo.report.PageTable.Cell;
import dev.mimeo.report.PageTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Renders comparisons of the files of a tree: as text, Markdown, JSON and tables of a page. */
final class FileComparisonTables {

    /** Files that a text lists. */
    private static final int LISTED_AS_TEXT = 10;

    /** Files that a page lists. */
    private static final int LISTED_ON_PAGE = 50;

    /** Unpaired files that are named. */
    private static final int NAMED = 3;

    /** Columns of a text. */
    private static final int WIDTH = 100;

    /** Columns before the name of a file, apart from those of the name of a codec. */
    private static final int NUMBERS_WIDTH = 37;

    private FileComparisonTables() {}

    /** Returns what was compared and what was not, as parts of a sentence. */
    static List<String> sentences(FileComparisons files) {
        List<String> sentences = new ArrayList<>();
        sentences.add(Counts.of(files.files(), "file") + " compared with "
                + (files.byPath() ? "files of the same path" : "bytes at the same offset") + ", ratios only");
        List<String> original = onlyOriginal(files);
        if (files.onlyOriginal() > 0) {
            sentences.add("original without synthetic data, not compared: " + names(files.onlyOriginal(), original));
        }
        List<String> synthetic = onlySynthetic(files);
        if (files.onlySynthetic() > 0) {
            sentences.add("synthetic without original, not compared: " + names(files.onlySynthetic(), synthetic));
        }
        return sentences;
    }

    private static List<String> onlyOriginal(FileComparisons files) {
        return names(files, file -> file.originalBytes() > 0);
    }

    private static List<String> onlySynthetic(FileComparisons files) {
        return names(files, file -> file.originalBytes() <= 0);
    }

    /** Returns the names of some of the files that one side has and the other has not. */
    private static List<String> names(FileComparisons files, Predicate<FileComparisons.FileRatios> kind) {
        return files.unpaired().stream()
                .filter(kind)
                .map(FileComparisons.FileRatios::name)
                .toList();
    }

    private static String names(long count, List<String> names) {
        List<String> first = names.stream()
                .limit(NAMED)
                .map(name -> shortened(name, WIDTH / NAMED - 8))
                .toList();
        return String.format(
                Locale.ROOT,
                "%s (%s%s)",
                Counts.of(count, "file"),
                String.join(", ", first),
                count > first.size() ? ", …" : "");
    }

    /** Returns lines of at most {@value #WIDTH} columns, apart from tables with extreme numbers. */
    static String text(FileComparisons files) {
        StringBuilder text = new StringBuilder();
        String head = "by file    ";
        for (String sentence : sentences(files)) {
            int colon = sentence.indexOf(": ");
            line(text, "%s%s", head, colon < 0 ? sentence : sentence.substring(0, colon + 1));
            head = " ".repeat(head.length());
            if (colon >= 0) {
                line(text, "%s%s", head + "  ", shortened(sentence.substring(colon + 2), WIDTH - head.length() - 2));
            }
        }
        if (files.files() == 0) {
            return text.toString();
        }
        AlignedText codecs = new AlignedText("%-5s | %7s  %7s  %6s | %9s %9s ")
                .addTitles("", "all files together", "files, mean of |dev%|")
                .add("codec", "orig", "synth", "dev%", "by count", "by bytes");
        for (FileComparisons.CodecFiles codec : files.codecs()) {
            codecs.add(
                    codec.codec(),
                    ComparisonTable.fixed(3, codec.total().original()),
                    ComparisonTable.fixed(3, codec.total().synthetic()),
                    ComparisonTable.percent(codec.total().deviation()),
                    ComparisonTable.fixed(1, 100 * codec.meanDeviation()),
                    ComparisonTable.fixed(1, 100 * codec.byteMeanDeviation()));
        }
        int codecWidth = files.codecs().stream()
                .mapToInt(codec -> codec.codec().length())
                .max()
                .orElse(0);
        int room = WIDTH - NUMBERS_WIDTH - Math.max(5, codecWidth);
        AlignedText worst =
                new AlignedText("%8s  %-5s  %10s  %11s  %-s").add("worst%", "codec", "mean|dev%|", "size", "file");
        List<FileComparisons.FileRatios> listed =
                files.worst().stream().limit(LISTED_AS_TEXT).toList();
        for (FileComparisons.FileRatios file : listed) {
            worst.add(
                    ComparisonTable.percent(file.worstDeviation()),
                    files.codecs().get(file.worstCodec()).codec(),
                    ComparisonTable.fixed(1, 100 * file.meanDeviation()),
                    ByteSizes.format(file.originalBytes()),
                    shortened(file.name(), room));
        }
        text.append(codecs).append(worst);
        if (listed.size() < files.files()) {
            line(
                    text,
                    "the worst %d of %s; JSON, CSV and HTML list more",
                    listed.size(),
                    Counts.of(files.files(), "file"));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing())
                .append('\n');
    }

    /** Returns the end of a name, which says more than its beginning, without characters that move the cursor. */
    private static String shortened(String name, int most) {
        String printable = Failures.oneLine(name).replace('\t', '?');
        return DisplayWidth.of(printable) <= most ? printable : "…" + DisplayWidth.end(printable, most - 1);
    }

    /** Returns the worst files as a table of GitHub's Markdown. */
    static String markdown(FileComparisons files) {
        StringBuilder text = new StringBuilder();
        text.append('\n')
                .append(ComparisonExport.cell(String.join("; ", sentences(files))))
                .append(".\n");
        text.append("\n| file | size |");
        files.codecs()
                .forEach(codec -> text.append(' ')
                        .append(ComparisonExport.cell(codec.codec()))
                        .append(", deviation |"));
        text.append("\n|---|---:|")
                .append("---:|".repeat(files.codecs().size()))
                .append("\n| all together | |");
        for (FileComparisons.CodecFiles codec : files.codecs()) {
            text.append(markdown(codec.total().deviation()));
        }
        text.append("\n| mean of the absolute values by bytes | |");
        for (FileComparisons.CodecFiles codec : files.codecs()) {
            text.append(String.format(Locale.ROOT, " %.1f %% |", 100 * codec.byteMeanDeviation()));
        }
        for (FileComparisons.FileRatios file :
                files.worst().stream().limit(LISTED_ON_PAGE).toList()) {
            text.append("\n| ")
                    .append(ComparisonExport.cell(file.name()))
                    .append(" | ")
                    .append(ByteSizes.format(file.originalBytes()))
                    .append(" |");
            file.ratios().forEach(ratio -> text.append(markdown(ratio.deviation())));
        }
        return text.append('\n').toString();
    }

    private static String markdown(double deviation) {
        return " " + ComparisonTable.percent(deviation) + " % |";
    }

    /** Puts everything into an object. */
    static void json(ObjectNode node, FileComparisons files) {
        node.put("pairing", files.byPath() ? "path" : "offset");
        node.put("files", files.files());
        rest(node.putObject("onlyOriginal"), files.onlyOriginal(), onlyOriginal(files));
        rest(node.putObject("onlySynthetic"), files.onlySynthetic(), onlySynthetic(files));
        ArrayNode codecs = node.putArray("codecs");
        for (FileComparisons.CodecFiles codec : files.codecs()) {
            ObjectNode entry = codecs.addObject();
            entry.put("codec", codec.codec());
            ComparisonJson.figure(entry.putObject("ratio"), codec.total());
            entry.put("meanDeviation", codec.meanDeviation());
            entry.put("byteMeanDeviation", codec.byteMeanDeviation());
        }
        ArrayNode worst = node.putArray("worst");
        for (FileComparisons.FileRatios file : files.worst()) {
            ObjectNode entry = worst.addObject();
            entry.put("file", file.name());
            entry.put("originalBytes", file.originalBytes());
            entry.put("syntheticBytes", file.syntheticBytes());
            entry.put("worstDeviation", file.worstDeviation());
            entry.put("meanDeviation", file.meanDeviation());
            ArrayNode ratios = entry.putArray("codecs");
            for (int i = 0; i < file.ratios().size(); i++) {
                ObjectNode ratio = ratios.addObject();
                ratio.put("codec", files.codecs().get(i).codec());
                ComparisonJson.figure(ratio.putObject("ratio"), file.ratios().get(i));
            }
        }
    }

    private static void rest(ObjectNode node, long count, List<String> names) {
        node.put("files", count);
        names.forEach(node.putArray("names")::add);
    }

    /** Returns the deviations of all files together beside those of single files. */
    static PageTable codecs(FileComparisons files) {
        List<Column> columns = new ArrayList<>(List.of(Column.ofText("codec")));
        for (String name : List.of("original", "synthetic", "deviation, %")) {
            columns.add(Column.ofNumbers("all files together", name));
        }
        columns.add(Column.ofNumbers("single files, mean of the absolute deviations, %", "by count"));
        columns.add(Column.ofNumbers("single files, mean of the absolute deviations, %", "by bytes"));
        List<List<Cell>> rows = new ArrayList<>();
        for (FileComparisons.CodecFiles codec : files.codecs()) {
            rows.add(List.of(
                    Cell.of(codec.codec()),
                    Cell.of(ReportTables.format("%.3f", codec.total().original())),
                    Cell.of(ReportTables.format("%.3f", codec.total().synthetic())),
                    Cell.of(ReportTables.signed(codec.total().deviation())),
                    Cell.of(ReportTables.format("%.1f", 100 * codec.meanDeviation())),
                    Cell.of(ReportTables.format("%.1f", 100 * codec.byteMeanDeviation()))));
        }
        return new PageTable(
                "Ratios of files, each compressed as one stream. Deviations of single files cancel where their mean is much larger"
                        + " than the deviation of all files together.",
                columns,
                rows,
                "");
    }

    /** Returns the files with the largest deviations. */
    static PageTable worst(FileComparisons files, Tolerance goal) {
        List<Column> columns = new ArrayList<>(List.of(Column.ofText("file"), Column.ofNumbers("size")));
        files.codecs().forEach(codec -> columns.add(Column.ofNumbers("deviation of the ratio, %", codec.codec())));
        List<List<Cell>> rows = new ArrayList<>();
        for (FileComparisons.FileRatios file :
                files.worst().stream().limit(LISTED_ON_PAGE).toList()) {
            List<Cell> row =
                    new ArrayList<>(List.of(Cell.of(file.name()), Cell.of(ByteSizes.format(file.originalBytes()))));
            file.ratios()
                    .forEach(ratio ->
                            row.add(ReportTables.deviation(new Deviation("", ratio.deviation(), 0), goal.ratio())));
            rows.add(row);
        }
        String caption = rows.size() < files.files()
                ? ReportTables.format(
                        "The %d of %,d files whose ratios deviate most, worst first.", rows.size(), files.files())
                : "All files, those whose ratios deviate most first.";
        return new PageTable(caption, columns, rows, ReportTables.legend(goal));
    }
}
