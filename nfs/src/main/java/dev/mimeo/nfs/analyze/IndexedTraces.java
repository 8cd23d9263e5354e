package dev.mimeo.nfs.analyze;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.index.MinMaxIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Min-max indexes in the place of the traces whose files they name. */
public final class IndexedTraces {

    private static final String INDEX = "DSIndex::Extent::MinMax::";

    /** Columns that grow with the records of a trace, under the names of all generations; the first one that is there decides. */
    private static final List<String> ORDERED =
            List.of("record_id", "record-id", "packet_at", "packet-at", "reply_id", "reply-id");

    private IndexedTraces() {}

    /**
     * Returns files with each index replaced by the files that it names: in the order of their records if it has a column
     * that says it, such as {@code record_id} or {@code packet_at}; otherwise in that of their names. Relative names are
     * looked for where the process runs, then beside the index.
     *
     * @throws IOException if a file cannot be read or is not a DataSeries file, or an index names no file
     */
    public static List<Path> expanded(List<Path> files) throws IOException {
        List<Path> expanded = new ArrayList<>();
        for (Path file : files) {
            if (isIndex(file)) {
                expanded.addAll(named(file));
            } else {
                expanded.add(file);
            }
        }
        return expanded;
    }

    private static boolean isIndex(Path file) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            return reader.types().stream().anyMatch(type -> type.name().startsWith(INDEX));
        }
    }

    private static List<Path> named(Path file) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        List<Path> files = new ArrayList<>();
        try (MinMaxIndex index = MinMaxIndex.open(file)) {
            for (String column : ORDERED) {
                if (names.isEmpty() && index.fields().contains(column)) {
                    for (MinMaxIndex.Location extent :
                            index.find(List.of(), MinMaxIndex.Combination.AND, "min:" + column)) {
                        names.add(extent.file());
                    }
                }
            }
            // Files without an extent of the indexed type may have rows of others.
            names.addAll(new TreeSet<>(index.modifyTimes().keySet()));
            for (String name : names) {
                files.add(index.resolve(name));
            }
        }
        if (files.isEmpty()) {
            throw MimeoException.of(file, Reason.EMPTY, "the index names no file");
        }
        return files;
    }
}
