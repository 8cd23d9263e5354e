package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StorageStatisticsTest {

    private static final int ROWS = 1000;

    private static final StorageStatistics SOME = new StorageStatistics(
            3,
            1000,
            5000,
            new StorageStatistics.Part(8000, 3000, Map.of("zlib", 2L, "none", 1L)),
            new StorageStatistics.Part(4000, 1900, Map.of("lz4", 3L)),
            9000,
            2_500_000);

    private static ExtentType type() throws DataSeriesException {
        return ExtentType.parse("""
                <ExtentType name="Test::Words">
                  <field type="int64" name="number" />
                  <field type="variable32" name="word" pack_unique="yes" />
                </ExtentType>
                """);
    }

    /** Returns rows of four words of four bytes, each of which takes twelve bytes. */
    private static Extent extent() throws DataSeriesException {
        ExtentBuilder builder = new ExtentBuilder(type());
        for (int row = 0; row < ROWS; row++) {
            builder.addRow();
            builder.setLong(0, row);
            builder.setString(1, "wor" + row % 4);
        }
        return builder.build();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aWriterCountsWhatItWasGivenAndWhatItStored(int threads) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StorageStatistics first;
        StorageStatistics all;
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                Channels.newChannel(out),
                List.of(type()),
                WriterOptions.DEFAULT.withTiming(true).withThreads(threads).withPendingBytes(1))) {
            assertThat(writer.statistics().get(0).storage()).isEqualTo(StorageStatistics.NONE);
            writer.write(extent());
            writer.flush();
            first = writer.statistics().get(0).storage();
            writer.write(extent());
            RowList rows = new RowList(type());
            rows.addUpTo(extent(), 0, ROWS, Long.MAX_VALUE);
            writer.write(rows);
            writer.flush();
            all = writer.statistics().get(0).storage();
            assertThat(writer.waitNanos()).isNotNegative();
        }
        assertThat(first.extents()).isEqualTo(1);
        assertThat(first.rows()).isEqualTo(ROWS);
        assertThat(first.records().unpackedBytes()).isEqualTo(16L * ROWS);
        // A string is a length and its bytes, and begins 4 modulo 8.
        assertThat(first.givenStringBytes()).isEqualTo(4 + 8L * ROWS);
        assertThat(first.strings().unpackedBytes()).isEqualTo(4 + 8L * 4);
        // Windows counts CPU time in steps of 16 ms.
        long leastNanos = OS.WINDOWS.isCurrentOs() ? 0 : 1;
        assertThat(first.packNanos()).isGreaterThanOrEqualTo(leastNanos);
        StorageStatistics later = all.minus(first);
        assertThat(later.extents()).isEqualTo(2);
        assertThat(later.givenStringBytes()).isEqualTo(2 * first.givenStringBytes());
        assertThat(later.records().codecs()).isEqualTo(Map.of("zlib", 2L));
        assertThat(later.storedBytes()).isEqualTo(2 * first.storedBytes());
        assertThat(later.packNanos()).isGreaterThanOrEqualTo(leastNanos);
        try (DataSeriesReader reader = DataSeriesReader.read(out.toByteArray(), "file")) {
            ExtentHeader header = reader.header(reader.index().get(1).offset());
            assertThat(first.storedBytes()).isEqualTo(header.sizeBytes());
            assertThat(first.records().storedBytes()).isEqualTo(header.fixedBytes());
            assertThat(first.strings().storedBytes()).isEqualTo(header.variableBytes());
        }
    }

    @Test
    void sumsAndDifferencesAreInverse() {
        StorageStatistics twice = SOME.plus(SOME);
        assertThat(twice.extents()).isEqualTo(6);
        assertThat(twice.records().codecs()).isEqualTo(Map.of("zlib", 4L, "none", 2L));
        assertThat(twice.ratio()).isEqualTo(SOME.ratio()).isEqualTo(2.4);
        assertThat(twice.minus(SOME)).isEqualTo(SOME);
        assertThat(SOME.minus(SOME)).isEqualTo(StorageStatistics.NONE);
        assertThat(SOME.plus(StorageStatistics.NONE)).isEqualTo(SOME);
        assertThat(StorageStatistics.NONE.ratio()).isZero();
    }

    @Test
    void theReportHasAllNumbers() {
        assertThat(SOME.toText()).isEqualTo("""
                3 extents, 1,000 rows, 12,000 bytes stored in 5,000, ratio 2.400
                  records 8,000 bytes, stored in 3,000 (none 1, zlib 2)
                  strings 4,000 bytes, stored in 1,900 (lz4 3), 9,000 with repetitions
                  packed in 0.003 s of CPU time
                """);
        assertThat(StorageStatistics.NONE.toText()).isEqualTo("""
                0 extents, 0 rows, 0 bytes stored in 0, ratio 0.000
                  records 0 bytes, stored in 0
                  strings 0 bytes, stored in 0
                """);
    }

    @Test
    void aStreamCountsWhatItRead() throws IOException {
        byte[] file = SampleFiles.file(List.of(extent(), extent(), extent()), "zlib");
        for (int threads : new int[] {1, 2}) {
            try (DataSeriesReader reader = DataSeriesReader.read(file, "file");
                    ExtentStream stream = reader.extents("Test::Words", threads)) {
                assertThat(stream.statistics().extents()).isZero();
                assertThat(stream.statistics().time().elapsedNanos()).isZero();
                while (stream.next() != null) {
                    assertThat(stream.statistics().extents()).isPositive();
                }
                ExtentStream.Totals statistics = stream.statistics();
                assertThat(statistics.extents()).isEqualTo(3);
                // As they are stored: words that are repeated are dropped.
                assertThat(statistics.unpackedBytes()).isEqualTo(3 * (16L * ROWS + 4 + 8 * 4));
                long stored = 0;
                for (DataSeriesReader.IndexEntry entry : reader.index()) {
                    stored += entry.typeName().equals("Test::Words")
                            ? reader.header(entry.offset()).sizeBytes()
                            : 0;
                }
                assertThat(statistics.storedBytes()).isEqualTo(stored);
                assertThat(statistics.time().threads()).isEqualTo(threads);
                assertThat(statistics.time().busyNanos()).isPositive();
                assertThat(statistics.time().elapsedNanos())
                        .isPositive()
                        .isEqualTo(stream.statistics().time().elapsedNanos());
                assertThat(statistics.time().waitFraction()).isBetween(0.0, 1.0);
            }
        }
    }

    @Test
    void writersNeedRoom() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WriterOptions.DEFAULT.withPendingBytes(0))
                .withMessageContaining("pending bytes");
    }
}
