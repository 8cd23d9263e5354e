package dev.mimeo.fuzz;

import dev.mimeo.garage.internal.codec.ByteSource;
import dev.mimeo.garage.internal.codec.ColumnDecoder;
import dev.mimeo.garage.internal.codec.RowTimes;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;

/**
 * A packed file of counters is read as a whole or refused, after a byte 0; with another first byte, which says how many
 * values, a column of each type is decoded or refused. The checksums of the footer are put right first, for nothing would be
 * found behind them.
 */
public final class PackedFileFuzz {

    /** A file of a few bytes may say that a table has as many rows as one can have. */
    private static final long MAX_ALLOCATED = 512L << 20;

    private static final int MAX_ROWS = 10_000;
    private static final int FOOTER_BYTES = 56;
    private static final int SECTIONS = 3;

    private PackedFileFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        byte[] rest = Arrays.copyOfRange(data, 1, data.length);
        if (data[0] == 0) {
            Path file = Files.createTempFile("mimeo-fuzz", ".gar");
            try {
                Files.write(file, repaired(rest));
                Check.allocates(MAX_ALLOCATED, data.length, () -> readAll(file));
            } finally {
                Files.delete(file);
            }
        } else {
            Check.allocates(MAX_ALLOCATED, data.length, () -> decode(rest, data[0] & 0xff));
        }
    }

    private static byte[] repaired(byte[] file) {
        if (file.length < FOOTER_BYTES) {
            return file;
        }
        ByteBuffer buffer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int footer = file.length - FOOTER_BYTES;
        buffer.putLong(footer + SECTIONS * 12, file.length);
        long end = footer;
        for (int section = SECTIONS - 1; section >= 0; section--) {
            int size = buffer.getInt(footer + section * 12);
            if (size < 0 || size > end) {
                break;
            }
            end -= size;
            buffer.putInt(footer + section * 12 + 8, checksum(file, (int) end, size));
        }
        buffer.putInt(footer + SECTIONS * 12 + 8, checksum(file, footer, SECTIONS * 12 + 8));
        return file;
    }

    private static int checksum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    private static void readAll(Path path) throws IOException {
        try (PackedFile file = PackedFile.open(path)) {
            for (TableSchema table : file.tables()) {
                int columns = table.columns().size();
                for (int i = 0; i < columns; i++) {
                    file.statistics(table.name(), i);
                }
                if (table.rows() <= MAX_ROWS) {
                    file.read(
                            table.name(),
                            IntStream.range(0, Math.min(columns, 100)).toArray());
                }
            }
        } catch (PackedFile.DamagedException e) {
            Check.oneLine(e);
        }
    }

    private static void decode(byte[] column, int count) {
        long[] times = new long[count];
        double[] seconds = new double[count];
        Arrays.fill(seconds, 15);
        RowTimes rowTimes = new RowTimes(times, seconds);
        try (ColumnDecoder decoder = new ColumnDecoder()) {
            for (int type = 0; type < 3; type++) {
                ByteSource in = new ByteSource(column, 0, column.length);
                try {
                    switch (type) {
                        case 0 -> decoder.decode(in, new float[count], 0, count, rowTimes);
                        case 1 -> decoder.decode(in, new double[count], 0, count, rowTimes);
                        default -> decoder.decode(in, new long[count], 0, count, rowTimes);
                    }
                } catch (DataFormatException e) {
                    Check.that(e.getMessage() != null, "no message");
                }
            }
        }
    }
}
