package dev.mimeo.nfs.convert;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import dev.mimeo.formats.anonymize.NameAnonymizer;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.rpc.CaptureParser;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts captured packets to the tables of NFS traces: {@link #read} for each capture, in order, then {@link #finish}. Many
 * captures are faster in {@link CaptureGroups groups}.
 *
 * <p>Whatever packets hold, nothing is thrown but errors of the files; what cannot be understood is counted. Memory is
 * bounded, see {@link CaptureParser}. Not thread-safe.
 */
public final class NfsConverter {

    private final Conversion conversion;
    private final Packet packet = new Packet();
    private final int extentBytes;
    private final Options options;
    private final @Nullable Rotation rotation;
    private @Nullable GroupRows rows;
    private NfsTables tables;
    private long firstRecord;

    /** The counts before the current file. */
    private Counters before = new Counters();

    /**
     * Options of a conversion.
     *
     * @param packets whether there is a row per IP packet
     * @param otherPrograms whether there is a row per message of other programs than NFS
     * @param ids whether rows about calls have the user and group that made them
     * @param classicAttributes whether there are rows of attributes only where the published traces have them: of the object of
     *     GETATTR, LOOKUP, ACCESS, READ and WRITE of version 3, and of the entries of READDIRPLUS
     * @param names transformation of names before they are written; null for none
     * @param identities transformation of hosts, handles, users and groups; null for none
     */
    public record Options(
            boolean packets,
            boolean otherPrograms,
            boolean ids,
            boolean classicAttributes,
            @Nullable NameAnonymizer names,
            @Nullable IdentityAnonymizer identities) {

        /** Rows of packets and users, none of other programs, names and all else as they are. */
        public static final Options DEFAULT = new Options(true, false, true, false, null, null);

        /** Returns options with or without a row per IP packet. */
        public Options withPackets(boolean written) {
            return new Options(written, otherPrograms, ids, classicAttributes, names, identities);
        }

        /** Returns options with or without a row per message of other programs than NFS. */
        public Options withOtherPrograms(boolean written) {
            return new Options(packets, written, ids, classicAttributes, names, identities);
        }

        /** Returns options with or without the user and group of calls. */
        public Options withIds(boolean written) {
            return new Options(packets, otherPrograms, written, classicAttributes, names, identities);
        }

        /** Returns options with rows of attributes only where the published traces have them, or with all of them. */
        public Options withClassicAttributes(boolean only) {
            return new Options(packets, otherPrograms, ids, only, names, identities);
        }

        /** Returns options with another transformation of names; null for none. */
        public Options withNames(@Nullable NameAnonymizer other) {
            return new Options(packets, otherPrograms, ids, classicAttributes, other, identities);
        }

        /** Returns options with another transformation of hosts, handles, users and groups; null for none. */
        public Options withIdentities(@Nullable IdentityAnonymizer other) {
            return new Options(packets, otherPrograms, ids, classicAttributes, names, other);
        }
    }

    /**
     * Makes a converter.
     *
     * @param writer was created with {@link #types()}; not closed
     * @param extentBytes unpacked size of extents
     * @param firstRecord the number of the first row about a message
     */
    public NfsConverter(DataSeriesWriter writer, int extentBytes, long firstRecord, Options options) {
        this(writer, extentBytes, firstRecord, options, ParserOptions.DEFAULT);
    }

    /** Makes a converter, with how messages are found. */
    public NfsConverter(
            DataSeriesWriter writer, int extentBytes, long firstRecord, Options options, ParserOptions parserOptions) {
        this(writer, extentBytes, firstRecord, options, parserOptions, null);
    }

    /**
     * Makes a converter that writes one file after the other.
     *
     * @param writer writes the first file
     * @param rotation says when the next one begins; null for a single file
     */
    public NfsConverter(
            DataSeriesWriter writer,
            int extentBytes,
            long firstRecord,
            Options options,
            ParserOptions parserOptions,
            @Nullable Rotation rotation) {
        this.extentBytes = extentBytes;
        this.firstRecord = firstRecord;
        this.options = options;
        this.rotation = rotation;
        tables = new NfsTables(writer, extentBytes, options);
        if (rotation != null) {
            rows = new GroupRows(tables);
            rows.open();
        }
        conversion = new Conversion(parserOptions, rows == null ? tables : rows, firstRecord);
        conversion.start(conversion.messages);
    }

    /** Says when a file of tables ends and the next one begins. Messages that wait for others then come to the next one. */
    public interface Rotation {

        /** Returns whether a packet begins a new file, by its time in nanoseconds since 1970. Is asked before each packet. */
        boolean isDue(long packetNanos);

        /** Returns what the current file says about the conversion, before what is known here. */
        Map<String, String> stamp() throws IOException;

        /** Completes the current file, which has all its tables, and returns the writer of the next. */
        DataSeriesWriter next() throws IOException;
    }

    /** Returns the types of the tables, in the order of their definition. */
    public static List<ExtentType> types() {
        return NfsTypes.ALL;
    }

    /** Returns the version of each table, by its name. */
    public static Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        for (ExtentType type : NfsTypes.ALL) {
            versions.put(type.name(), type.majorVersion() + "." + type.minorVersion());
        }
        return versions;
    }

    /**
     * Converts the packets of a capture, without rotation.
     *
     * @param capture read to its end, not closed
     * @throws IOException if reading or writing fails
     */
    public void read(CaptureReader capture) throws IOException {
        while (capture.next(packet)) {
            conversion.own(packet, 0);
        }
        conversion.count(capture);
    }

    /**
     * Converts the packets of a file.
     *
     * @param hash hash of the file to compute
     * @return what is known of the file
     * @throws IOException if reading or writing fails; an error of reading starts with the name of the file
     */
    public Manifest.Input read(CaptureGroups.Input input, InputHash hash) throws IOException {
        try (OpenInput open = new OpenInput(input, hash)) {
            while (open.next(packet)) {
                if (rotation != null && rotation.isDue(Packet.nanos(packet.time()))) {
                    rotate(rotation);
                }
                conversion.own(packet, 0);
            }
            conversion.count(open.capture());
            return open.facts();
        }
    }

    private void rotate(Rotation to) throws IOException {
        finishFile(to.stamp());
        before = counters();
        firstRecord = conversion.messages.messageRows().nextRecord();
        conversion.restartPeriod();
        tables = new NfsTables(to.next(), extentBytes, options);
        Objects.requireNonNull(rows).retarget(tables);
    }

    private void finishFile(Map<String, String> stamp) throws IOException {
        tables.finish(
                conversion.parser().hosts(),
                counters().since(before),
                firstRecord,
                conversion.messages.messageRows().nextRecord(),
                withTimes(stamp, conversion.firstPacket(), conversion.lastPacket()));
    }

    /**
     * Writes the rows that are left.
     *
     * @param stamp goes to the table about the conversion, before what is known here
     * @throws IOException if writing fails
     */
    public void finish(Map<String, String> stamp) throws IOException {
        conversion.finish();
        finishFile(stamp);
    }

    /** Adds when the first and the last packet were captured. */
    static Map<String, String> withTimes(Map<String, String> stamp, long firstPacket, long lastPacket) {
        Map<String, String> whole = new LinkedHashMap<>(stamp);
        whole.put("first_packet_at", Long.toUnsignedString(firstPacket));
        whole.put("last_packet_at", Long.toUnsignedString(lastPacket));
        return whole;
    }

    /** Returns what was counted. */
    public Counters counters() {
        return conversion.counters();
    }

    /** Returns how many messages of NFS were found. */
    public long records() {
        return conversion.messages.messageRows().records();
    }
}
