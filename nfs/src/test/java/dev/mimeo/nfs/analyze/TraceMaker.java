package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Makes traces of any generation. Times are in microseconds since 1970. */
final class TraceMaker {

    static final int CLIENT = 0x0a000001;
    static final int SERVER = 0xc0a80102;

    private static final int ROWS = 1000;

    private final int generation;
    private final ExtentType common;
    private final ExtentType attributes;
    private final ExtentType readWrites;
    private final ExtentType packets;
    private final List<RowMaker> commonRows = new ArrayList<>();
    private final List<RowMaker> attributeRows = new ArrayList<>();
    private final List<RowMaker> readWriteRows = new ArrayList<>();
    private final List<RowMaker> packetRows = new ArrayList<>();
    private long records;

    @FunctionalInterface
    private interface RowMaker {
        void fill(ExtentBuilder builder);
    }

    TraceMaker(int generation) throws IOException {
        this.generation = generation;
        this.common = type(
                "Trace::NFS::common",
                "NFS trace: common",
                "int64 packet_at, int32 source, int32 source_port, int32 dest, int32 dest_port, bool is_udp, bool is_request,"
                        + " byte? nfs_version, int32 transaction_id, byte op_id, variable32 operation, int32? rpc_status,"
                        + " int32 payload_length, int64 record_id");
        this.attributes = type(
                "Trace::NFS::attr-ops",
                "NFS trace: attr-ops",
                "int64 request_id, int64 reply_id, variable32? filename, variable32 filehandle,"
                        + " variable32? lookup_dir_filehandle, byte typeid, variable32 type, int64 file_size,"
                        + " int64 modify_time");
        this.readWrites = type(
                "Trace::NFS::read-write",
                "NFS trace: read-write",
                "int64 request_id, int64 reply_id, variable32 filehandle, bool is_read, int64 offset, int32 bytes");
        this.packets = type(
                "Trace::Network::IP",
                "Network trace: IP packets",
                "int64 packet_at, int32 source, int32 destination, int32 wire_length, bool? udp_tcp, int32? source_port,"
                        + " int32? destination_port");
    }

    private ExtentType type(String name, String firstName, String columns) throws IOException {
        StringBuilder xml = new StringBuilder("<ExtentType ");
        xml.append(
                generation == 0
                        ? "name=\"" + firstName + "\">"
                        : "namespace=\"ssd.hpl.hp.com\" name=\"" + name + "\" version=\"" + generation + ".0\">");
        for (String column : columns.split(", ")) {
            String[] words = column.split(" ");
            String columnName = generation < 2 ? words[1].replace('_', '-') : words[1];
            boolean nullable = words[0].endsWith("?");
            String typeName = nullable ? words[0].substring(0, words[0].length() - 1) : words[0];
            xml.append("<field type=\"")
                    .append(typeName)
                    .append("\" name=\"")
                    .append(columnName)
                    .append('"');
            xml.append(nullable ? " opt_nullable=\"yes\"/>" : "/>");
        }
        return ExtentType.parse(xml.append("</ExtentType>").toString());
    }

    private long time(long micros) {
        if (generation == 0) {
            return micros * 1000;
        }
        // Rounded up, as captures are converted.
        long fraction = (((micros % 1_000_000) << 32) + 999_999) / 1_000_000;
        return ((micros / 1_000_000) << 32) + fraction;
    }

    /** Adds a message of NFSv3 and returns its record. */
    long message(
            long micros,
            int from,
            int to,
            boolean request,
            int transaction,
            int procedure,
            String operation,
            int payload) {
        long record = records;
        records++;
        commonRows.add(row -> {
            row.setLong(0, time(micros));
            row.setInt(1, from);
            row.setInt(2, request ? 700 : 2049);
            row.setInt(3, to);
            row.setInt(4, request ? 2049 : 700);
            row.setBoolean(6, request);
            row.setByte(7, (byte) 3);
            row.setInt(8, transaction);
            row.setByte(9, (byte) procedure);
            row.setString(10, operation);
            row.setInt(12, payload);
            row.setLong(13, record);
        });
        return record;
    }

    /** Adds a call and its reply, which comes some time later, and returns the reply's record. */
    long exchange(long micros, long latency, int transaction, int procedure, String operation) {
        message(micros, CLIENT, SERVER, true, transaction, procedure, operation, 100);
        return message(micros + latency, SERVER, CLIENT, false, transaction, procedure, operation, 200);
    }

    /** Adds attributes of the reply to the call before it. */
    void attributes(long reply, String handle, String directory, String name, String type, long size) {
        attributeRows.add(row -> {
            row.setLong(0, reply - 1);
            row.setLong(1, reply);
            if (name.isEmpty()) {
                row.setNull(2);
                row.setNull(4);
            } else {
                row.setString(2, name);
                row.setString(4, directory);
            }
            row.setString(3, handle);
            row.setString(6, type);
            row.setLong(7, size);
            row.setLong(8, 5);
        });
    }

    void readWrite(long reply, String handle, boolean read, long offset, int bytes) {
        readWrite(reply, reply - 1, handle, read, offset, bytes);
    }

    void readWrite(long reply, long call, String handle, boolean read, long offset, int bytes) {
        readWriteRows.add(row -> {
            row.setLong(0, call);
            row.setLong(1, reply);
            row.setString(2, handle);
            row.setBoolean(3, read);
            row.setLong(4, offset);
            row.setInt(5, bytes);
        });
    }

    void packet(long micros, int bytes) {
        packetRows.add(row -> {
            row.setLong(0, time(micros));
            row.setInt(1, CLIENT);
            row.setInt(2, SERVER);
            row.setInt(3, bytes);
            row.setBoolean(4, true);
            row.setInt(5, 700);
            row.setInt(6, 2049);
        });
    }

    Path write(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer = DataSeriesWriter.create(
                        channel,
                        List.of(common, attributes, readWrites, packets),
                        WriterOptions.DEFAULT.withCodecs("lz4"))) {
            write(writer, common, commonRows);
            write(writer, attributes, attributeRows);
            write(writer, readWrites, readWriteRows);
            write(writer, packets, packetRows);
        }
        return file;
    }

    private static void write(DataSeriesWriter writer, ExtentType type, List<RowMaker> rows) throws IOException {
        ExtentBuilder builder = new ExtentBuilder(type);
        for (RowMaker row : rows) {
            builder.addRow();
            row.fill(builder);
            if (builder.rows() == ROWS) {
                writer.write(builder.build());
                builder.clear();
            }
        }
        if (builder.rows() > 0) {
            writer.write(builder.build());
        }
    }

    /** Returns the hexadecimal digits of a handle. */
    static String hex(String handle) {
        return HexFormat.of().formatHex(handle.getBytes(StandardCharsets.UTF_8));
    }

    /** Runs analyses over a file and returns what they print. */
    static String analyze(Path file, TraceScan.Options options, ResultWriter.Format format, String... requests)
            throws IOException {
        StringBuilder text = new StringBuilder();
        ResultWriter writer = new ResultWriter(format, text);
        List<AnalysisRequest> wanted =
                Stream.of(requests).map(AnalysisRequest::parse).toList();
        TraceScan scan = TraceScan.of(List.of(file), wanted, writer, options);
        scan.run(bytes -> {});
        scan.finish();
        writer.end();
        return text.toString();
    }

    /** Returns the rows of a table as CSV, without the header. */
    static List<String> rows(Path file, String table, String... requests) throws IOException {
        List<String> lines = analyze(file, TraceScan.Options.all(2), ResultWriter.Format.CSV, requests)
                .lines()
                .toList();
        List<String> rows = new ArrayList<>();
        boolean inside = false;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("# ")) {
                inside = lines.get(i).equals("# " + table);
                i++;
            } else if (inside && !lines.get(i).isEmpty()) {
                rows.add(lines.get(i));
            }
        }
        return rows;
    }
}
