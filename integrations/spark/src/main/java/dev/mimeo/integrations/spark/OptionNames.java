package dev.mimeo.integrations.spark;

import dev.mimeo.internal.text.SimilarNames;
import java.util.List;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The names of options, see {@link DataSeriesSource}. */
final class OptionNames {

    /** The options of reads and writes: a table of SQL has those of both. */
    private static final List<String> KNOWN = List.of(
            "path", "paths", "type", "binary", "index", "indexTimes", "splitBytes", "compression", "extentBytes");

    private OptionNames() {}

    /**
     * Refuses names that are probably misspelled. Spark itself adds options, so others are ignored.
     *
     * @throws IllegalArgumentException if an option is not known and similar to one that is
     */
    static void check(CaseInsensitiveStringMap options) {
        for (String name : options.asCaseSensitiveMap().keySet()) {
            String suggestion =
                    KNOWN.stream().anyMatch(name::equalsIgnoreCase) ? "" : SimilarNames.suggestion(name, KNOWN);
            if (!suggestion.isEmpty()) {
                throw new IllegalArgumentException("there is no option '" + name + "'" + suggestion);
            }
        }
    }
}
