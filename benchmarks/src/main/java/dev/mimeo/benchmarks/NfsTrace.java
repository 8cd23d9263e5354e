package dev.mimeo.benchmarks;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.internal.bytes.LittleEndian;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes traces of NFS of any size from a fixed seed: calls with their replies, attributes of each reply, reads and writes, and
 * a packet for each message. Clients, files and operations are uniform; a reply comes 100 us to 1 ms after its call.
 */
public final class NfsTrace {

    private static final int EXTENT_BYTES = 1 << 20;
    private static final int HANDLE_BYTES = 32;
    private static final int SERVERS = 10;
    private static final String[] OPERATIONS = {"getattr", "lookup", "access", "read", "write"};
    private static final int[] PROCEDURES = {1, 3, 4, 6, 7};
    private static final int READ = 3;
    private static final String COMMON =
            "<ExtentType namespace=\"ssd.hpl.hp.com\" name=\"Trace::NFS::common\" version=\"2.0\">"
                    + int64("packet_at") + int32("source") + int32("source_port") + int32("dest") + int32("dest_port")
                    + "<field type=\"bool\" name=\"is_udp\"/><field type=\"bool\" name=\"is_request\"/>"
                    + "<field type=\"byte\" name=\"nfs_version\" opt_nullable=\"yes\"/>" + int32("transaction_id")
                    + "<field type=\"byte\" name=\"op_id\"/>" + text("operation") + int32("payload_length")
                    + int64("record_id")
                    + "</ExtentType>";
    private static final String ATTRIBUTES =
            "<ExtentType namespace=\"ssd.hpl.hp.com\" name=\"Trace::NFS::attr-ops\" version=\"2.0\">"
                    + int64("request_id") + int64("reply_id")
                    + "<field type=\"variable32\" name=\"filename\" opt_nullable=\"yes\"/>"
                    + text("filehandle")
                    + "<field type=\"variable32\" name=\"lookup_dir_filehandle\" opt_nullable=\"yes\"/>"
                    + text("type")
                    + "<field type=\"int64\" name=\"file_size\"/><field type=\"int64\" name=\"modify_time\"/></ExtentType>";
    private static final String READ_WRITE =
            "<ExtentType namespace=\"ssd.hpl.hp.com\" name=\"Trace::NFS::read-write\" version=\"2.0\">"
                    + int64("request_id") + int64("reply_id") + text("filehandle")
                    + "<field type=\"bool\" name=\"is_read\"/>"
                    + "<field type=\"int64\" name=\"offset\"/>" + int32("bytes") + "</ExtentType>";
    private static final String PACKETS =
            "<ExtentType namespace=\"ssd.hpl.hp.com\" name=\"Trace::Network::IP\" version=\"2.0\">"
                    + int64("packet_at") + int32("source") + int32("destination") + int32("wire_length")
                    + "<field type=\"bool\" name=\"udp_tcp\" opt_nullable=\"yes\"/>"
                    + "<field type=\"int32\" name=\"source_port\" opt_nullable=\"yes\"/>"
                    + "<field type=\"int32\" name=\"destination_port\" opt_nullable=\"yes\"/></ExtentType>";

    private final DataSeriesWriter writer;
    private final ExtentBuilder[] tables;
    private final SplittableRandom random = new SplittableRandom(1);
    private final int clients;
    private final int files;
    private final byte[] handle = new byte[HANDLE_BYTES];

    private NfsTrace(DataSeriesWriter writer, List<ExtentType> types, int clients, int files) {
        this.writer = writer;
        this.tables = types.stream().map(ExtentBuilder::new).toArray(ExtentBuilder[]::new);
        this.clients = clients;
        this.files = files;
    }

    private static String int64(String name) {
        return "<field type=\"int64\" name=\"" + name + "\" pack_relative=\"" + name + "\"/>";
    }

    private static String int32(String name) {
        return "<field type=\"int32\" name=\"" + name + "\"/>";
    }

    private static String text(String name) {
        return "<field type=\"variable32\" name=\"" + name + "\" pack_unique=\"yes\"/>";
    }

    /**
     * Writes a trace.
     *
     * @param arguments the file, messages, clients, files and messages a second
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 5) {
            System.err.println("usage: NfsTrace OUT MESSAGES CLIENTS FILES MESSAGES_PER_SECOND");
            System.exit(2);
        }
        List<ExtentType> types = List.of(
                ExtentType.parse(COMMON),
                ExtentType.parse(ATTRIBUTES),
                ExtentType.parse(READ_WRITE),
                ExtentType.parse(PACKETS));
        try (FileChannel channel = FileChannel.open(
                        Path.of(arguments[0]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer =
                        DataSeriesWriter.create(channel, types, WriterOptions.DEFAULT.withCodecs("lz4"))) {
            NfsTrace trace =
                    new NfsTrace(writer, types, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
            trace.write(Long.parseLong(arguments[1]) / 2, Long.parseLong(arguments[4]) / 2);
        }
    }

    private void write(long pairs, long perSecond) throws IOException {
        long step = (1L << 32) / perSecond;
        long start = 1_700_000_000L << 32;
        for (long pair = 0; pair < pairs; pair++) {
            pair(pair, start + pair * step);
        }
        for (ExtentBuilder table : tables) {
            flush(table, 1);
        }
    }

    private void pair(long pair, long at) throws IOException {
        int client = 0x0a000000 + random.nextInt(clients);
        int server = 0xc0a80000 + random.nextInt(SERVERS);
        int operation = random.nextInt(OPERATIONS.length);
        boolean read = operation == READ;
        boolean transfer = operation >= READ;
        // Calls of a client are numbered one after the other, about.
        message(2 * pair, at, client, server, true, (int) pair, operation, operation > READ ? 8300 : 100);
        long reply = at + (1L << 32) / 10_000 * (1 + random.nextInt(10));
        message(2 * pair + 1, reply, server, client, false, (int) pair, operation, read ? 8300 : 120);
        long file = random.nextInt(files);
        LittleEndian.putLong(handle, 0, file);
        long size = 4096L << (file % 12);
        ExtentBuilder attributes = tables[1];
        attributes.addRow();
        attributes.setLong(0, 2 * pair);
        attributes.setLong(1, 2 * pair + 1);
        attributes.setNull(2);
        attributes.setBytes(3, handle);
        attributes.setNull(4);
        attributes.setBytes(5, "file".getBytes(StandardCharsets.US_ASCII));
        attributes.setLong(6, size);
        attributes.setLong(7, at);
        flush(attributes, EXTENT_BYTES);
        if (transfer) {
            ExtentBuilder transfers = tables[2];
            transfers.addRow();
            transfers.setLong(0, 2 * pair);
            transfers.setLong(1, 2 * pair + 1);
            transfers.setBytes(2, handle);
            transfers.setBoolean(3, read);
            transfers.setLong(4, random.nextLong(size));
            transfers.setInt(5, 8192);
            flush(transfers, EXTENT_BYTES);
        }
    }

    private void message(
            long record, long at, int from, int to, boolean request, int transaction, int operation, int payload)
            throws IOException {
        ExtentBuilder common = tables[0];
        common.addRow();
        common.setLong(0, at);
        common.setInt(1, from);
        common.setInt(2, request ? 700 : 2049);
        common.setInt(3, to);
        common.setInt(4, request ? 2049 : 700);
        common.setBoolean(6, request);
        common.setByte(7, (byte) 3);
        common.setInt(8, transaction);
        common.setByte(9, (byte) PROCEDURES[operation]);
        common.setString(10, OPERATIONS[operation]);
        common.setInt(11, payload);
        common.setLong(12, record);
        flush(common, EXTENT_BYTES);
        ExtentBuilder packets = tables[3];
        packets.addRow();
        packets.setLong(0, at);
        packets.setInt(1, from);
        packets.setInt(2, to);
        packets.setInt(3, payload + 120);
        packets.setBoolean(4, false);
        packets.setInt(5, request ? 700 : 2049);
        packets.setInt(6, request ? 2049 : 700);
        flush(packets, EXTENT_BYTES);
    }

    private void flush(ExtentBuilder table, int least) throws IOException {
        if (table.sizeBytes() >= least && table.rows() > 0) {
            writer.write(table.build());
            table.clear();
        }
    }
}
