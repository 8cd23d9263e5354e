package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.ColumnStatistics;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;

/** The packed file of a server on the day before, if it is in the same folder: its last samples are those before the first of a day. */
final class DayBefore {

    private DayBefore() {}

    /** Returns the name of the file of a server and a day. */
    static String fileName(String server, LocalDate day) {
        return server + "." + day + GarageTree.SUFFIX;
    }

    /**
     * Returns the time of the last sample in a table of the day before, {@link SampleSink#NONE} if there is none.
     *
     * @throws IOException if the file is there but cannot be read
     */
    static long lastSample(Path folder, String server, LocalDate day, String table) throws IOException {
        Path file = folder.resolve(fileName(server, day.minusDays(1)));
        if (!Files.exists(file)) {
            return SampleSink.NONE;
        }
        try (PackedFile packed = PackedFile.open(file)) {
            TableSchema schema = packed.table(table);
            int time = schema == null ? -1 : schema.indexOf(ColumnSchema.TIME);
            if (schema == null || time < 0) {
                return SampleSink.NONE;
            }
            ColumnStatistics statistics = packed.statistics(schema.name(), time);
            return statistics.present() == 0 ? SampleSink.NONE : statistics.maxLong();
        }
    }
}
