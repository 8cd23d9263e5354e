package dev.mimeo.garage.summary;

import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Carries a plan out, such that an interrupted run can be finished.
 *
 * <p>The plan is first written to a journal in the root of the garage, {@value #JOURNAL}: a line for each step, the path and the
 * columns to drop, or {@code \E=} and the error of columns to be encoded anew, between tabs, after {@code \U} if the file was not
 * summarized as it was; and a last line that says that it is whole. Each step can be done twice without harm: a file that is gone
 * is not deleted again, columns that are gone are not dropped again, rounding what is rounded changes nothing, and a file is replaced
 * by a rename. The journal is removed at the end, after the summaries have been stored; where there is one, {@link #resume} does what
 * it says. Not thread-safe.
 */
public final class Thinning {

    /** Name of the journal in the root of a garage. */
    public static final String JOURNAL = "thin.journal";

    private static final String END = "end of plan";

    /** Starts a field with an error; no escaped name starts so. */
    private static final String ERROR = "\\E=";

    /** The field of a file that was not summarized as it was: its summaries do not hold after the change either. */
    private static final String UNSUMMARIZED = "\\U";

    private final Path root;
    private final SummaryStore summaries;
    private final Consumer<String> progress;

    /**
     * Makes a thinning.
     *
     * @param summaries summaries of the garage
     * @param progress given the source of each step that is done
     */
    public Thinning(Path root, SummaryStore summaries, Consumer<String> progress) {
        this.root = root;
        this.summaries = summaries;
        this.progress = progress;
    }

    /** Returns whether there is a journal of a run that did not end. */
    public static boolean isInterrupted(Path root) {
        return Files.exists(root.resolve(JOURNAL));
    }

    /**
     * Carries a plan out.
     *
     * @throws IllegalStateException if there is a journal of another run
     * @throws IOException if a step fails; the journal stays then
     */
    public void run(ThinningPlan plan) throws IOException {
        if (isInterrupted(root)) {
            throw new IllegalStateException("an earlier run was interrupted");
        }
        List<String> lines = new ArrayList<>();
        for (ThinningPlan.Step step : plan.steps()) {
            List<String> fields = new ArrayList<>(List.of(escaped(step.source())));
            if (!step.summarized() && !step.columns().isEmpty()) {
                fields.add(UNSUMMARIZED);
            }
            if (step.maxError() > 0) {
                fields.add(ERROR + step.maxError());
            } else {
                step.columns().forEach(column -> fields.add(escaped(column)));
            }
            lines.add(String.join("\t", fields));
        }
        lines.add(END);
        Path journal = root.resolve(JOURNAL);
        try (AtomicFile file = AtomicFile.create(journal, AtomicFile.Mode.NEW)) {
            Files.write(file.byName(), lines, StandardCharsets.UTF_8);
            file.commit();
        } catch (IOException e) {
            throw Failures.ofFile(journal, e);
        }
        resume();
    }

    /**
     * Does what the journal of a run says that did not end.
     *
     * @throws PackedFile.DamagedException if it is not a whole journal
     * @throws IOException if a step fails; the journal stays then
     */
    public void resume() throws IOException {
        Path journal = root.resolve(JOURNAL);
        List<String> lines = Files.readAllLines(journal, StandardCharsets.UTF_8);
        if (lines.isEmpty() || !lines.get(lines.size() - 1).equals(END)) {
            throw new PackedFile.DamagedException(
                    journal.toString(), "end", "expected '" + END + "'; remove the file by hand");
        }
        Set<Path> folders = new HashSet<>();
        for (String line : lines.subList(0, lines.size() - 1)) {
            List<String> fields = new ArrayList<>(List.of(line.split("\t", -1)));
            String source = unescaped(fields.remove(0));
            boolean isSummarized = !fields.remove(UNSUMMARIZED);
            Path file = root.resolve(source).normalize();
            if (!file.startsWith(root.normalize())) {
                throw new PackedFile.DamagedException(
                        journal.toString(), "path " + source, "expected one below the root");
            }
            Path folder = AtomicFile.folderOf(file);
            if (Files.isDirectory(folder) && folders.add(folder)) {
                AtomicFile.removeAbandoned(folder, name -> name.endsWith(GarageTree.SUFFIX));
            }
            if (fields.isEmpty()) {
                Files.deleteIfExists(file);
                summaries.markDeleted(source);
            } else {
                rewrite(file, fields);
                if (isSummarized) {
                    try (PackedFile rewritten = PackedFile.open(file)) {
                        summaries.markRewritten(source, rewritten);
                    }
                }
            }
            progress.accept(source);
        }
        summaries.commit();
        Files.delete(journal);
    }

    /** @param changes those of a step, as they are in its line of the journal */
    private static void rewrite(Path file, List<String> changes) throws IOException {
        if (changes.get(0).startsWith(ERROR)) {
            reencode(file, maxError(changes.get(0)));
        } else {
            Set<String> columns = new TreeSet<>();
            changes.forEach(change -> columns.add(unescaped(change)));
            drop(file, columns);
        }
    }

    /** Rewrites a file without columns, copying the packed bytes of the others. */
    private static void drop(Path file, Set<String> columns) throws IOException {
        try (PackedFile source = PackedFile.open(file);
                PackedFileWriter writer =
                        PackedFileWriter.replace(file, source.description(), PackedFileWriter.Options.LOSSLESS)) {
            writer.copy(source, (table, column) -> !columns.contains(table.name() + "." + column.name()));
            replace(source, writer);
        }
    }

    private static double maxError(String field) throws PackedFile.DamagedException {
        try {
            double error = Double.parseDouble(field.substring(ERROR.length()));
            if (error > 0 && error < 1) {
                return error;
            }
        } catch (NumberFormatException e) {
            throw wrongError(field);
        }
        throw wrongError(field);
    }

    private static PackedFile.DamagedException wrongError(String field) {
        return new PackedFile.DamagedException(
                JOURNAL, field, "expected an error above 0 and less than 1; remove the file by hand");
    }

    /** Encodes columns of a file anew. */
    private static void reencode(Path file, double maxError) throws IOException {
        try (PackedFile source = PackedFile.open(file);
                PackedFileWriter writer =
                        PackedFileWriter.replace(file, source.description(), ThinningPlan.options(maxError))) {
            writer.reencode(source);
            replace(source, writer);
        }
    }

    private static void replace(PackedFile source, PackedFileWriter writer) throws IOException {
        // Windows replaces no file that is open.
        source.close();
        writer.commit();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                char next = text.charAt(++i);
                plain.append(next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
