package dev.mimeo.garage.summary;

import dev.mimeo.garage.codec.Scheme;
import dev.mimeo.garage.internal.NamePattern;
import dev.mimeo.garage.internal.scope.ScopePattern;
import dev.mimeo.garage.store.Catalog.DayRange;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plan for thinning out a garage.
 *
 * @param root root of the garage
 * @param steps changes, in order
 */
public record ThinningPlan(Path root, List<Step> steps) {

    /**
     * Change to one file.
     *
     * @param source its path below the root, with slashes
     * @param columns columns to drop, or that become shorter, {@code TABLE.COLUMN}; empty to delete the file
     * @param maxError largest relative error of columns to be encoded anew, 0 if columns are dropped or the file is deleted
     * @param bytes size of the file
     * @param savedBytes bytes saved: of dropped columns their packed bytes
     * @param summarized whether the file, as it is, is summarized
     */
    public record Step(
            String source, Set<String> columns, double maxError, long bytes, long savedBytes, boolean summarized) {

        /** Copies the columns, in their order. */
        public Step {
            columns = Collections.unmodifiableSet(new LinkedHashSet<>(columns));
        }
    }

    /**
     * Selection of files, and the change to make to them.
     *
     * @param scope pattern over paths below the root, as {@link java.nio.file.FileSystem#getPathMatcher} takes it after {@code
     *     glob:}; null for all
     * @param before only files whose last day is before that one; null for all
     * @param idleCounter only files in which this counter stayed below a limit, by their summaries; null for all
     * @param idleLimit the limit
     * @param columns patterns of columns to drop, with {@code *} and {@code ?}; empty to drop none
     * @param reencoding settings for encoding floating point columns anew; null not to; with neither, whole files are deleted
     */
    public record Rules(
            @Nullable String scope,
            @Nullable LocalDate before,
            @Nullable String idleCounter,
            double idleLimit,
            List<String> columns,
            @Nullable Reencoding reencoding) {

        /** Copies the patterns. */
        public Rules {
            columns = List.copyOf(columns);
        }
    }

    /**
     * Settings for encoding columns anew.
     *
     * @param maxError largest relative error of a value, above 0 and less than 1
     * @param scratch folder for a trial, which tells what it would save
     */
    public record Reencoding(double maxError, Path scratch) {

        /** Checks the error. */
        public Reencoding {
            if (!(maxError > 0 && maxError < 1)) {
                throw new IllegalArgumentException("the error must be above 0 and less than 1, got " + maxError);
            }
        }
    }

    /** Copies the steps. */
    public ThinningPlan {
        steps = List.copyOf(steps);
    }

    /**
     * Finds out what to do; nothing is changed.
     *
     * @param files packed files of the garage
     * @throws IllegalArgumentException if no summary has the counter of the rules
     * @throws IOException if a file cannot be read
     */
    public static ThinningPlan of(Path root, List<Path> files, SummaryStore summaries, Rules rules) throws IOException {
        PathMatcher scope = ScopePattern.glob(rules.scope());
        Set<String> idle =
                rules.idleCounter() == null ? Set.of() : summaries.sourcesBelow(rules.idleCounter(), rules.idleLimit());
        List<NamePattern> columns =
                rules.columns().stream().map(NamePattern::new).toList();
        List<Step> steps = new ArrayList<>();
        for (Path file : files) {
            Path relative = root.relativize(file);
            String source = source(relative);
            if (!scope.matches(relative) || (rules.idleCounter() != null && !idle.contains(source))) {
                continue;
            }
            try (PackedFile packed = PackedFile.open(file)) {
                DayRange days = DayRange.of(packed);
                if (rules.before() != null && (days == null || !days.last().isBefore(rules.before()))) {
                    continue;
                }
                Reencoding reencoding = rules.reencoding();
                boolean deletes = columns.isEmpty() && reencoding == null;
                Set<String> changed = new TreeSet<>();
                long saved = reencoding != null
                        ? reencoded(packed, reencoding, changed)
                        : deletes ? packed.sizeBytes() : dropped(packed, columns, changed);
                if (deletes || !changed.isEmpty()) {
                    boolean summarized = summaries.isSummarized(source, packed);
                    double error = reencoding == null ? 0 : reencoding.maxError();
                    steps.add(new Step(source, changed, error, packed.sizeBytes(), saved, summarized));
                }
            }
        }
        return new ThinningPlan(root, steps);
    }

    /** Returns a path below the root as it is in summaries, with slashes on every system. */
    public static String source(Path relative) {
        return relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
    }

    private static long reencoded(PackedFile file, Reencoding reencoding, Set<String> changed) throws IOException {
        Path trial = reencoding.scratch().resolve("trial" + GarageTree.SUFFIX);
        try (PackedFileWriter writer =
                PackedFileWriter.replace(trial, file.description(), options(reencoding.maxError()))) {
            changed.addAll(writer.reencode(file));
            return file.sizeBytes() - writer.commit();
        } finally {
            Files.deleteIfExists(trial);
        }
    }

    /** Returns how columns are encoded anew. */
    static PackedFileWriter.Options options(double maxError) {
        return new PackedFileWriter.Options(Scheme.AUTO, maxError, Map.of());
    }

    private static long dropped(PackedFile file, List<NamePattern> patterns, Set<String> dropped) {
        long bytes = 0;
        for (TableSchema table : file.tables()) {
            for (int i = 0; i < table.columns().size(); i++) {
                String name = table.columns().get(i).name();
                if (!ColumnSchema.isFixed(name) && patterns.stream().anyMatch(pattern -> pattern.matches(name))) {
                    dropped.add(table.name() + "." + name);
                    bytes += file.packedBytes(table.name(), i);
                }
            }
        }
        return bytes;
    }

    /** Returns the first step whose file is not summarized, or null if there is none. */
    public @Nullable Step firstWithoutSummary() {
        return steps.stream().filter(step -> !step.summarized()).findFirst().orElse(null);
    }

    /** Returns whether a file is there. */
    boolean exists(Step step) {
        return Files.exists(root.resolve(step.source()));
    }
}
