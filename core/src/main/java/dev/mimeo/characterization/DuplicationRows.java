package dev.mimeo.characterization;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Profiles of duplication as rows of {@link CharacterizationTypes#DUPLICATION_PROFILE}. */
final class DuplicationRows {

    private static final int MAX_ROWS = 4 * Long.SIZE;

    private DuplicationRows() {}

    static void write(DuplicationCharacterization cut, ExtentBuilder rows) {
        DuplicationCharacterization.Profile profile = cut.profile();
        write(cut.boundaries(), "occurrences", profile.occurrences(), rows);
        write(cut.boundaries(), "runs", profile.runs(), rows);
        write(cut.boundaries(), "distances", profile.distances(), rows);
        write(cut.boundaries(), "popularity", profile.popularity(), rows);
    }

    private static void write(String boundaries, String statistic, List<Long> counts, ExtentBuilder rows) {
        for (int i = 0; i < counts.size(); i++) {
            rows.addRow();
            rows.setString(0, boundaries);
            rows.setString(1, statistic);
            rows.setInt(2, i);
            rows.setLong(3, counts.get(i));
        }
    }

    /**
     * Reads the counts of an extent into lists by boundaries and statistic.
     *
     * @throws IllegalArgumentException if there are too many or they are out of order
     */
    static Map<String, Map<String, List<Long>>> read(Extent extent) throws IOException {
        Map<String, Map<String, List<Long>>> all = new TreeMap<>();
        for (int row = 0; row < extent.rows(); row++) {
            List<Long> counts = all.computeIfAbsent(extent.variables(0).utf8(row), key -> new TreeMap<>())
                    .computeIfAbsent(extent.variables(1).utf8(row), key -> new ArrayList<>());
            if (extent.ints(2)[row] != counts.size() || counts.size() >= MAX_ROWS) {
                throw new IllegalArgumentException("counts of duplication are out of order at row " + row);
            }
            counts.add(extent.longs(3)[row]);
        }
        return all;
    }

    static DuplicationCharacterization.Profile profile(Map<String, List<Long>> counts) {
        return new DuplicationCharacterization.Profile(
                counts.getOrDefault("occurrences", List.of()),
                counts.getOrDefault("runs", List.of()),
                counts.getOrDefault("distances", List.of()),
                counts.getOrDefault("popularity", List.of()));
    }
}
