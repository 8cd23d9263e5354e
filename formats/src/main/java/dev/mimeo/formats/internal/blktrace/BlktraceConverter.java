package dev.mimeo.formats.internal.blktrace;

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
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * Converts the binary files of blktrace: events of 48 bytes, {@code struct blk_io_trace} version 7 of the kernel's
 * {@code linux/blktrace_api.h}, in the byte order of the machine, each followed by {@code pdu_len} bytes. An event that
 * the end of the file cuts off is kept as it is.
 */
public final class BlktraceConverter implements TraceConverter {

    private static final ExtentType TYPE = TraceTypes.load(BlktraceConverter.class);

    private static final int TIME = TYPE.indexOf("time");
    private static final int SEQUENCE = TYPE.indexOf("sequence");
    private static final int SECTOR = TYPE.indexOf("sector");
    private static final int BYTES = TYPE.indexOf("bytes");
    private static final int ACTION = TYPE.indexOf("action");
    private static final int CATEGORY = TYPE.indexOf("category");
    private static final int PID = TYPE.indexOf("pid");
    private static final int DEVICE = TYPE.indexOf("device");
    private static final int CPU = TYPE.indexOf("cpu");
    private static final int ERROR = TYPE.indexOf("error");
    private static final int PDU = TYPE.indexOf("pdu");
    private static final int BIG_ENDIAN = TYPE.indexOf("big_endian");
    private static final int GARBAGE = TYPE.indexOf("garbage");

    /** Bytes of an event without what follows it, and where its length field is. */
    private static final int EVENT_SIZE = 48;

    private static final int PDU_LENGTH_AT = 46;

    /** BLK_IO_TRACE_MAGIC with BLK_IO_TRACE_VERSION. */
    private static final int MAGIC = 0x65617407;

    private static final int SHORT_MASK = 0xffff;

    /** Rows and printed events are handed on in pieces of about this size. */
    private static final int PIECE = 1 << 20;

    /** Used by {@link java.util.ServiceLoader}. */
    public BlktraceConverter() {}

    @Override
    public String name() {
        return "blktrace";
    }

    @Override
    public String description() {
        return "block layer of Linux, binary of blktrace";
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
        ExtentBuilder builder = new ExtentBuilder(TYPE);
        byte[] event = new byte[EVENT_SIZE + SHORT_MASK];
        long bytes = 0;
        long count = 0;
        long cut = 0;
        while (cut == 0) {
            int length = input.readNBytes(event, 0, EVENT_SIZE);
            if (length == 0) {
                break;
            }
            ByteBuffer header = ByteBuffer.wrap(event);
            if (length == EVENT_SIZE) {
                header.order(order(header, count, bytes));
                int pduLength = header.getShort(PDU_LENGTH_AT) & SHORT_MASK;
                int pdu = input.readNBytes(event, EVENT_SIZE, pduLength);
                length += pdu;
                cut = pdu < pduLength ? 1 : 0;
            } else {
                cut = 1;
            }
            if (cut == 0) {
                add(event, header.order(), length, builder);
            } else if (options.strict()) {
                throw new MimeoException(
                        "",
                        bytes,
                        MimeoException.Reason.TRUNCATED,
                        "event " + (count + 1) + " at byte " + bytes + " is cut off");
            } else {
                addCut(event, length, builder);
            }
            bytes += length;
            count++;
            if (builder.sizeBytes() >= PIECE) {
                rows.accept(builder.build());
                builder.clear();
            }
        }
        if (builder.rows() > 0) {
            rows.accept(builder.build());
        }
        return new TraceConverter.Summary(count, bytes, cut, cut == 0 ? 0 : count);
    }

    private static ByteOrder order(ByteBuffer header, long events, long at) throws MimeoException {
        int magic = header.getInt(0);
        if (magic == MAGIC) {
            return ByteOrder.BIG_ENDIAN;
        }
        if (magic == Integer.reverseBytes(MAGIC)) {
            return ByteOrder.LITTLE_ENDIAN;
        }
        throw new MimeoException(
                "",
                at,
                MimeoException.Reason.CORRUPT,
                String.format(
                        Locale.ROOT,
                        "event %d at byte %d starts with %08x: expected %08x in either byte order",
                        events + 1,
                        at,
                        magic,
                        MAGIC));
    }

    private static void add(byte[] bytes, ByteOrder order, int length, ExtentBuilder rows) {
        ByteBuffer event = ByteBuffer.wrap(bytes).order(order).position(Integer.BYTES);
        rows.addRow();
        rows.setInt(SEQUENCE, event.getInt());
        rows.setLong(TIME, event.getLong());
        rows.setLong(SECTOR, event.getLong());
        rows.setInt(BYTES, event.getInt());
        int action = event.getInt();
        rows.setInt(ACTION, action & SHORT_MASK);
        rows.setInt(CATEGORY, action >>> Short.SIZE);
        rows.setInt(PID, event.getInt());
        rows.setInt(DEVICE, event.getInt());
        rows.setInt(CPU, event.getInt());
        rows.setInt(ERROR, event.getShort() & SHORT_MASK);
        rows.setBytes(PDU, bytes, EVENT_SIZE, length - EVENT_SIZE);
        rows.setBoolean(BIG_ENDIAN, order.equals(ByteOrder.BIG_ENDIAN));
        rows.setNull(GARBAGE);
    }

    private static void addCut(byte[] event, int length, ExtentBuilder rows) {
        rows.addRow();
        rows.setBytes(GARBAGE, event, 0, length);
    }

    @Override
    public TraceConverter.Summary print(ExtentSource rows, OutputStream output, TraceConverter.Options options)
            throws IOException {
        byte[] event = new byte[EVENT_SIZE];
        RowValues row = new RowValues(TYPE);
        long count = 0;
        long bytes = 0;
        long cut = 0;
        for (Extent extent = rows.next(); extent != null; extent = rows.next()) {
            row.bind(extent);
            for (int i = 0; i < extent.rows(); i++) {
                row.load(i);
                int tail = PDU;
                if (row.isNull(GARBAGE)) {
                    fill(event, row);
                    output.write(event);
                    bytes += EVENT_SIZE;
                } else {
                    tail = GARBAGE;
                    cut++;
                }
                row.writeTo(tail, output);
                bytes += row.length(tail);
            }
            count += extent.rows();
        }
        output.flush();
        return new TraceConverter.Summary(count, bytes, cut, cut == 0 ? 0 : count);
    }

    private static void fill(byte[] event, RowValues row) {
        ByteBuffer header = ByteBuffer.wrap(event);
        header.order(row.isTrue(BIG_ENDIAN) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        header.putInt(MAGIC);
        header.putInt((int) row.number(SEQUENCE));
        header.putLong(row.number(TIME));
        header.putLong(row.number(SECTOR));
        header.putInt((int) row.number(BYTES));
        header.putInt((int) ((row.number(ACTION) & SHORT_MASK) | (row.number(CATEGORY) << Short.SIZE)));
        header.putInt((int) row.number(PID));
        header.putInt((int) row.number(DEVICE));
        header.putInt((int) row.number(CPU));
        header.putShort((short) row.number(ERROR));
        header.putShort((short) row.length(PDU));
    }
}
