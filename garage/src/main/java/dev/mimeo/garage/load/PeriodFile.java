package dev.mimeo.garage.load;

import dev.mimeo.garage.load.CounterImportOptions.FilePeriod;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.ColumnStatistics;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The packed file of a server and a period. If a file of the day before is in the same folder, its last samples are those before the
 * first of the period.
 *
 * @param start first day
 */
record PeriodFile(String server, FilePeriod period, LocalDate start) {

    private static final long DAY_MILLIS = 86_400_000;

    static PeriodFile ofDay(String server, LocalDate day) {
        return new PeriodFile(server, FilePeriod.DAY, day);
    }

    String name() {
        return period.fileName(server, start);
    }

    /**
     * Returns the time of the last sample in a table before the period, {@link SampleSink#NONE} if there is none.
     *
     * @throws IOException if a file is there but cannot be read
     */
    long lastSampleBefore(Path folder, String table) throws IOException {
        long last = SampleSink.NONE;
        // The day before may have been packed for another period.
        for (FilePeriod other : FilePeriod.values()) {
            Path file = folder.resolve(other.fileName(server, start.minusDays(1)));
            long time = Files.exists(file) ? lastSample(file, table) : SampleSink.NONE;
            if (time != SampleSink.NONE && time < start.toEpochDay() * DAY_MILLIS) {
                last = last == SampleSink.NONE ? time : Math.max(last, time);
            }
        }
        return last;
    }

    /** Returns a file of a longer period that has samples of this one, null if there is none. */
    @Nullable Path withSamples(Path folder) throws IOException {
        for (FilePeriod longer : FilePeriod.values()) {
            Path file = folder.resolve(longer.fileName(server, start));
            if (longer.compareTo(period) > 0 && Files.exists(file) && hasSamples(file)) {
                return file;
            }
        }
        return null;
    }

    private boolean hasSamples(Path file) throws IOException {
        long from = start.toEpochDay() * DAY_MILLIS;
        long to = period.end(start).toEpochDay() * DAY_MILLIS;
        try (PackedFile packed = PackedFile.open(file)) {
            for (TableSchema table : packed.tables()) {
                int time = table.indexOf(ColumnSchema.TIME);
                if (time < 0) {
                    continue;
                }
                ColumnStatistics statistics = packed.statistics(table.name(), time);
                boolean mayHave = statistics.present() > 0 && statistics.minLong() < to && statistics.maxLong() >= from;
                if (mayHave) {
                    for (long sample : packed.read(table.name(), time)[0].longs()) {
                        if (sample >= from && sample < to) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    private static long lastSample(Path file, String table) throws IOException {
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
