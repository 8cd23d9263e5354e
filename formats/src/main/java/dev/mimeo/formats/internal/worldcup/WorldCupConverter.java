package dev.mimeo.formats.internal.worldcup;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.internal.trace.RowValues;
import dev.mimeo.formats.internal.trace.TraceTypes;
import dev.mimeo.formats.trace.TraceConverter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Converts logs of the web site of the 1998 World Cup, as the Internet Traffic Archive has them: records of 20 bytes,
 * big-endian, four words and four bytes. The type is that of the original DataSeries tools.
 */
public final class WorldCupConverter implements TraceConverter {

    private static final ExtentType TYPE = TraceTypes.load(WorldCupConverter.class);

    private static final int RECORD_SIZE = 20;
    private static final int WORDS = 4;
    private static final int FIELDS = 8;
    private static final int BLOCK_RECORDS = 1 << 15;

    /** Used by {@link java.util.ServiceLoader}. */
    public WorldCupConverter() {}

    @Override
    public String name() {
        return "wc98";
    }

    @Override
    public String description() {
        return "web logs of the 1998 World Cup, binary";
    }

    @Override
    public ExtentType type() {
        return TYPE;
    }

    @Override
    public boolean isLossless() {
        return true;
    }

    @Override
    public TraceConverter.Summary convert(InputStream input, TraceConverter.Sink rows, TraceConverter.Options options)
            throws IOException {
        byte[] block = new byte[BLOCK_RECORDS * RECORD_SIZE];
        ExtentBuilder builder = new ExtentBuilder(TYPE);
        long bytes = 0;
        int length;
        do {
            length = input.readNBytes(block, 0, block.length);
            bytes += length;
            if (length % RECORD_SIZE != 0) {
                throw new MimeoException(
                        "",
                        bytes - length % RECORD_SIZE,
                        MimeoException.Reason.TRUNCATED,
                        "the last record has " + length % RECORD_SIZE + " of " + RECORD_SIZE + " bytes, at byte "
                                + (bytes - length % RECORD_SIZE));
            }
            builder.clear();
            for (int at = 0; at < length; at += RECORD_SIZE) {
                add(ByteBuffer.wrap(block, at, RECORD_SIZE), builder);
            }
            if (length > 0) {
                rows.accept(builder.build());
            }
        } while (length == block.length);
        return new TraceConverter.Summary(bytes / RECORD_SIZE, bytes, 0, 0);
    }

    private static void add(ByteBuffer record, ExtentBuilder builder) {
        builder.addRow();
        for (int field = 0; field < FIELDS; field++) {
            if (field < WORDS) {
                builder.setInt(field, record.getInt());
            } else {
                builder.setByte(field, record.get());
            }
        }
    }

    @Override
    public TraceConverter.Summary print(ExtentSource rows, OutputStream output, TraceConverter.Options options)
            throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_RECORDS * RECORD_SIZE);
        RowValues row = new RowValues(TYPE);
        long count = 0;
        for (Extent extent = rows.next(); extent != null; extent = rows.next()) {
            row.bind(extent);
            for (int i = 0; i < extent.rows(); i++) {
                if (!block.hasRemaining()) {
                    output.write(block.array(), 0, block.position());
                    block.clear();
                }
                row.load(i);
                print(row, block);
            }
            count += extent.rows();
        }
        output.write(block.array(), 0, block.position());
        output.flush();
        return new TraceConverter.Summary(count, count * RECORD_SIZE, 0, 0);
    }

    private static void print(RowValues row, ByteBuffer block) {
        for (int field = 0; field < FIELDS; field++) {
            if (field < WORDS) {
                block.putInt((int) row.number(field));
            } else {
                block.put((byte) row.number(field));
            }
        }
    }
}
