package dev.mimeo.garage.compact;

import dev.mimeo.garage.internal.scope.ScopePattern;
import dev.mimeo.garage.load.CounterImportOptions.FilePeriod;
import dev.mimeo.garage.store.Catalog.DayRange;
import dev.mimeo.garage.store.PackedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Plan for joining the packed files of a server and a period.
 *
 * @param groups files that become one, in the order of the names of these
 * @param problems why other files cannot be joined, a line for each file that would have been made
 */
public record CompactionPlan(List<Group> groups, List<String> problems) {

    /**
     * Files that become one.
     *
     * @param whole file with the rows of all, in the same folder; it does not exist yet
     * @param parts two files or more
     * @param bytes size of the parts together
     */
    public record Group(Path whole, List<Path> parts, long bytes) {

        /** Copies the parts. */
        public Group {
            parts = List.copyOf(parts);
        }
    }

    /**
     * Selection of files.
     *
     * @param period days whose files become one; not {@link FilePeriod#DAY}
     * @param before only periods that end before that day
     * @param scope pattern over paths below the root, as {@link java.nio.file.FileSystem#getPathMatcher} takes it after {@code
     *     glob:}; null for all
     */
    public record Rules(
            FilePeriod period, LocalDate before, @Nullable String scope) {

        /** Checks the period. */
        public Rules {
            if (period == FilePeriod.DAY) {
                throw new IllegalArgumentException("files of a day are the shortest: give a longer period");
            }
        }
    }

    /** A file that may become part of another. */
    private record Candidate(Path file, long bytes) {}

    /** Copies the lists. */
    public CompactionPlan {
        groups = List.copyOf(groups);
        problems = List.copyOf(problems);
    }

    /**
     * Finds out what to do; nothing is changed.
     *
     * @param root root of the garage
     * @param files packed files of the garage
     * @throws IOException if a file cannot be read
     */
    public static CompactionPlan of(Path root, List<Path> files, Rules rules) throws IOException {
        PathMatcher scope = ScopePattern.glob(rules.scope());
        Map<Path, List<Candidate>> byWhole = new TreeMap<>();
        for (Path file : files) {
            if (!scope.matches(root.relativize(file))) {
                continue;
            }
            try (PackedFile packed = PackedFile.open(file)) {
                DayRange days = DayRange.of(packed);
                String server = packed.description().server();
                if (days != null && !server.isEmpty() && isWithin(days, rules)) {
                    Path whole = file.resolveSibling(rules.period().fileName(server, days.first()));
                    byWhole.computeIfAbsent(whole, path -> new ArrayList<>())
                            .add(new Candidate(file, packed.sizeBytes()));
                }
            }
        }
        List<Group> groups = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Map.Entry<Path, List<Candidate>> entry : byWhole.entrySet()) {
            List<Path> parts = entry.getValue().stream().map(Candidate::file).toList();
            if (parts.size() < 2) {
                continue;
            }
            String problem = problem(entry.getKey(), parts);
            if (problem == null) {
                long bytes =
                        entry.getValue().stream().mapToLong(Candidate::bytes).sum();
                groups.add(new Group(entry.getKey(), parts, bytes));
            } else {
                problems.add(problem);
            }
        }
        return new CompactionPlan(groups, problems);
    }

    private static boolean isWithin(DayRange days, Rules rules) {
        LocalDate end = rules.period().end(days.first());
        return days.last().isBefore(end) && !end.isAfter(rules.before());
    }

    private static @Nullable String problem(Path whole, List<Path> parts) throws IOException {
        if (Files.exists(whole)) {
            return whole + ": exists already, and " + (parts.size() - (parts.contains(whole) ? 1 : 0))
                    + " more files of its period: unpack all of them and pack them together";
        }
        try (OpenParts open = OpenParts.of(parts)) {
            JoinedTable.of(open.files());
            return null;
        } catch (JoinedTable.Conflict e) {
            return String.valueOf(e.getMessage());
        }
    }
}
