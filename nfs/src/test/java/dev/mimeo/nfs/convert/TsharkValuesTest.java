package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Values of tables against those of tshark, column by column: each value as often as there. Where a field of tshark has another
 * purpose too, such as names in arguments and in entries of folders, the values of the column are among its values.
 */
@Tag("slow")
final class TsharkValuesTest {

    private static final String COMMON = "Trace::NFS::common";
    private static final String ATTRIBUTES = "Trace::NFS::attr-ops";
    private static final String TRANSFERS = "Trace::NFS::read-write";
    private static final String ENTRIES = "Trace::NFS::dir-entry";
    private static final String OPERATIONS = "Trace::NFS::v4-op";
    private static final String PACKETS = "Trace::Network::IP";

    private static final String[] LENGTHS = {
        "nfs.count3",
        "nfs.count4",
        "nfs.length4",
        "nfs.read.count",
        "nfs.read.data_length",
        "nfs.write.data_length",
        "nfs.write.totalcount"
    };

    /** Captures without damage, of versions 2, 3, 4.0 and 4.1. More of 4.2 are {@link Operations42}. */
    private static final List<String> CAPTURES = List.of(
            "wswiki-nfsv2.pcap",
            "wswiki-nfsv3.pcap",
            "zeek-nfs_base.pcap",
            "nfstrace-tcp-nfsv4.pcap.bz2",
            "nfstrace-tcp-nfsv41.pcap.bz2",
            "wswiki-nfsv4.1_pnfs.cap",
            "ganesha-small-v3tcp.pcap.gz",
            "ganesha-small-v3udp.pcap.gz",
            "ganesha-small-v41tcp.pcap.gz");

    /** Captures with Kerberos, of the tests' resources. With encryption there are headers and no more. */
    private static final List<String> KERBEROS = List.of(
            "version3-krb5.pcap.gz", "version3-krb5i.pcap.gz", "version3-krb5p.pcap.gz", "version42-krb5i.pcap.gz");

    private static final Predicate<Map<String, String>> CALL =
            row -> cell(row, "is_request").equals("true");
    private static final Predicate<Map<String, String>> REPLY = CALL.negate();

    /** The relation of the values of Mimeo to those of tshark. */
    private enum Relation {
        SAME,

        /** Each as often as there, or less often. */
        AMONG,

        /** Each is there. */
        KNOWN
    }

    /**
     * Values of a table that tshark shows too.
     *
     * @param rows those that have the value; of these, rows with null have none
     * @param ofMimeo the value of a row
     * @param ofTshark the value of the text that tshark shows
     * @param fields fields of tshark
     */
    private record Values(
            String what,
            String table,
            Predicate<Map<String, String>> rows,
            Function<Map<String, String>, String> ofMimeo,
            Function<String, String> ofTshark,
            Relation relation,
            List<String> fields) {

        Values of(Predicate<Map<String, String>> those) {
            return new Values(what, table, rows.and(those), ofMimeo, ofTshark, relation, fields);
        }

        List<String> in(Converted tables) {
            return sorted(tables.table(table).stream().filter(rows).map(ofMimeo));
        }

        List<String> in(Map<String, List<String>> shown) {
            return sorted(fields.stream()
                    .flatMap(field -> Objects.requireNonNull(shown.get(field), field).stream())
                    .map(ofTshark));
        }

        private List<String> sorted(Stream<String> values) {
            return (relation == Relation.KNOWN ? values.distinct() : values)
                    .sorted()
                    .toList();
        }
    }

    private static String cell(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    /** Numbers of {@code bits} bits, of which -1 stands for one that is not known. */
    private static Values numbers(int bits, Relation relation, String table, String column, String... fields) {
        return new Values(
                table + " " + column + " as " + String.join(", ", fields),
                table,
                row -> !cell(row, column).equals("null") && !cell(row, column).equals("-1"),
                row -> TsharkFields.unsigned(cell(row, column), bits),
                value -> TsharkFields.unsigned(value, bits),
                relation,
                List.of(fields));
    }

    private static Values hex(Relation relation, String table, String column, String... fields) {
        return new Values(
                table + " " + column,
                table,
                row -> !cell(row, column).equals("null") && !cell(row, column).isEmpty(),
                row -> HexFormat.of().formatHex(cell(row, column).getBytes(StandardCharsets.ISO_8859_1)),
                value -> value.replace(":", ""),
                relation,
                List.of(fields));
    }

    private static Values texts(Relation relation, String table, String column, String... fields) {
        return new Values(
                table + " " + column,
                table,
                row -> !cell(row, column).equals("null"),
                row -> new String(cell(row, column).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8),
                value -> value,
                relation,
                List.of(fields));
    }

    private static Values times(String column, String kind) {
        return new Values(
                ATTRIBUTES + " " + column,
                ATTRIBUTES,
                row -> !cell(row, column).equals("-1"),
                row -> cell(row, column),
                value -> value,
                Relation.AMONG,
                List.of(kind, "nfstime4"));
    }

    /** The time of a row in microseconds, rounded down. */
    private static String micros(Map<String, String> row, String column) {
        long time = Long.parseLong(cell(row, column));
        return Long.toString((time >>> 32) * 1_000_000 + (((time & 0xffff_ffffL) * 1_000_000) >>> 32));
    }

    private static Predicate<Map<String, String>> version(String version) {
        return row -> cell(row, "nfs_version").equals(version)
                && !cell(row, "operation").startsWith("cb_");
    }

    private static Predicate<Map<String, String>> operation(String name) {
        return row -> cell(row, "operation").equals(name);
    }

    private static final List<Values> VALUES = List.of(
            new Values(
                    "times and lengths of packets",
                    PACKETS,
                    row -> true,
                    row -> micros(row, "packet_at") + " " + cell(row, "wire_length"),
                    value -> value,
                    Relation.SAME,
                    List.of("packet")),
            numbers(32, Relation.SAME, PACKETS, "tcp_seqnum", "tcp.seq_raw"),
            numbers(32, Relation.SAME, PACKETS, "tcp_acknum", "tcp.ack_raw"),
            numbers(32, Relation.SAME, PACKETS, "tcp_flags", "tcp.flags"),
            // tshark has these of the last fragment of a datagram too.
            numbers(32, Relation.AMONG, PACKETS, "source_port", "tcp.srcport", "udp.srcport"),
            numbers(32, Relation.AMONG, PACKETS, "destination_port", "tcp.dstport", "udp.dstport"),
            // Packets of IPv6 have none.
            numbers(32, Relation.AMONG, PACKETS, "ip_id", "ip.id")
                    .of(row -> !cell(row, "ip_id").equals("0")),
            new Values(
                    "times of messages, with their numbers",
                    COMMON,
                    row -> !cell(row, "operation").startsWith("cb_"),
                    row -> micros(row, "last_packet_at") + " " + TsharkFields.unsigned(cell(row, "transaction_id"), 32)
                            + " " + (CALL.test(row) ? 0 : 1),
                    value -> value,
                    Relation.SAME,
                    List.of("message")),
            numbers(32, Relation.AMONG, COMMON, "uid", "rpc.auth.uid"),
            numbers(32, Relation.AMONG, COMMON, "gid", "rpc.auth.gid"),
            numbers(8, Relation.SAME, COMMON, "minor_version", "nfs.minorversion")
                    .of(CALL),
            numbers(8, Relation.SAME, COMMON, "op_id", "nfs.procedure_v2").of(version("2")),
            numbers(8, Relation.SAME, COMMON, "op_id", "nfs.procedure_v3").of(version("3")),
            numbers(32, Relation.SAME, COMMON, "rpc_status", "nfs.status2", "nfs.status3")
                    .of(REPLY)
                    .of(row -> !cell(row, "nfs_version").equals("4"))
                    .of(operation("null").negate()),
            // Calls that set attributes have these too.
            numbers(
                    64,
                    Relation.AMONG,
                    ATTRIBUTES,
                    "file_size",
                    "nfs.fattr.size",
                    "nfs.fattr3.size",
                    "nfs.fattr4.size"),
            numbers(
                    64,
                    Relation.SAME,
                    ATTRIBUTES,
                    "fileid",
                    "nfs.fattr.fileid",
                    "nfs.fattr3.fileid",
                    "nfs.fattr4.fileid"),
            numbers(
                    32,
                    Relation.SAME,
                    ATTRIBUTES,
                    "hard_link_count",
                    "nfs.fattr.nlink",
                    "nfs.fattr3.nlink",
                    "nfs.fattr4.numlinks"),
            new Values(
                    ATTRIBUTES + " used_bytes",
                    ATTRIBUTES,
                    row -> !cell(row, "used_bytes").equals("-1"),
                    row -> cell(row, "used_bytes"),
                    value -> value,
                    Relation.SAME,
                    List.of("nfs.fattr3.used", "nfs.fattr4.space_used", "blocks")),
            numbers(32, Relation.AMONG, ATTRIBUTES, "uid", "nfs.fattr.uid", "nfs.fattr3.uid", "nfs.fattr4_owner"),
            numbers(32, Relation.AMONG, ATTRIBUTES, "gid", "nfs.fattr.gid", "nfs.fattr3.gid", "nfs.fattr4_owner_group"),
            times("access_time", "atime"),
            times("modify_time", "mtime"),
            times("inode_change_time", "ctime"),
            hex(Relation.KNOWN, ATTRIBUTES, "filehandle", "nfs.fhandle"),
            hex(Relation.KNOWN, ATTRIBUTES, "lookup_dir_filehandle", "nfs.fhandle"),
            hex(Relation.KNOWN, TRANSFERS, "filehandle", "nfs.fhandle"),
            numbers(
                    64,
                    Relation.AMONG,
                    TRANSFERS,
                    "offset",
                    "nfs.read.offset",
                    "nfs.write.offset",
                    "nfs.offset3",
                    "nfs.offset4"),
            // Of reads of version 2 tshark shows no length. They have no end, and writes do not say how stable they
            // are.
            numbers(32, Relation.AMONG, TRANSFERS, "bytes", LENGTHS)
                    .of(row -> !cell(row, "eof").equals(cell(row, "stable"))),
            numbers(32, Relation.AMONG, TRANSFERS, "requested_bytes", LENGTHS),
            numbers(32, Relation.AMONG, TRANSFERS, "stable", "nfs.write.committed", "nfs.stable_how4"),
            texts(
                    Relation.AMONG,
                    ENTRIES,
                    "filename",
                    "nfs.readdir.entry.name",
                    "nfs.readdir.entry3.name",
                    "nfs.readdirplus.entry.name",
                    "nfs.name"),
            numbers(
                    64,
                    Relation.AMONG,
                    ENTRIES,
                    "fileid",
                    "nfs.readdir.entry.fileid",
                    "nfs.readdir.entry3.fileid",
                    "nfs.readdirplus.entry.fileid",
                    "nfs.fattr4.fileid"),
            numbers(8, Relation.SAME, OPERATIONS, "op_id", "nfs.opcode")
                    .of(row -> !cell(row, "operation").startsWith("cb_")),
            numbers(32, Relation.AMONG, OPERATIONS, "status", "nfs.nfsstat4"),
            hex(Relation.SAME, OPERATIONS, "session", "nfs.session_id4"),
            numbers(32, Relation.SAME, OPERATIONS, "slot", "nfs.slotid"),
            numbers(32, Relation.AMONG, OPERATIONS, "sequence", "nfs.seqid"),
            numbers(64, Relation.AMONG, OPERATIONS, "offset", "nfs.offset4"),
            numbers(64, Relation.AMONG, OPERATIONS, "length", LENGTHS),
            texts(Relation.AMONG, OPERATIONS, "name", "nfs.name", "nfs.pathname.component", "nfs.xattr.key"),
            numbers(8, Relation.AMONG, OPERATIONS, "delegation", "nfs.open.delegation_type"),
            // The state that CLOSE returns has no meaning, and tshark does not show it.
            hex(Relation.AMONG, OPERATIONS, "stateid", "nfs.stateid")
                    .of(CALL.or(operation("close").negate())),
            hex(Relation.AMONG, OPERATIONS, "filehandle", "nfs.fhandle")
                    .of(CALL.and(operation("putfh")).or(REPLY.and(operation("getfh")))));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static List<String> without(List<String> values, List<String> others) {
        Map<String, Integer> left = new HashMap<>();
        others.forEach(value -> left.merge(value, 1, Integer::sum));
        return values.stream()
                .filter(value -> left.merge(value, -1, Integer::sum) < 0)
                .toList();
    }

    @Test
    void valuesAreThoseOfTshark() throws IOException, InterruptedException {
        assumeThat(TsharkLatencyTest.isInstalled()).as("tshark is installed").isTrue();
        Map<String, Integer> compared = new TreeMap<>();
        SoftAssertions softly = new SoftAssertions();
        Map<String, Path> files = new LinkedHashMap<>();
        for (String capture : CAPTURES) {
            files.put(capture, UnpackedCaptures.file(SharedData.path("nfs/captures/" + capture)));
        }
        for (String capture : KERBEROS) {
            files.put(capture, UnpackedCaptures.ofKerberos(capture));
        }
        files.put("operations of version 4.2", Files.write(folder.resolve("operations42.pcap"), Operations42.pcap()));
        for (Map.Entry<String, Path> file : files.entrySet()) {
            String capture = file.getKey();
            Converted tables = Converted.of(Files.readAllBytes(file.getValue()));
            Map<String, List<String>> shown = TsharkFields.of(
                    file.getValue(),
                    VALUES.stream().flatMap(values -> values.fields().stream()).toList());
            for (Values values : VALUES) {
                List<String> found = values.in(tables);
                List<String> expected = values.in(shown);
                softly.assertThat(without(found, expected))
                        .as("%s: only Mimeo has %s", capture, values.what())
                        .isEmpty();
                if (values.relation() == Relation.SAME) {
                    softly.assertThat(without(expected, found))
                            .as("%s: only tshark has %s", capture, values.what())
                            .isEmpty();
                }
                compared.merge(values.what(), found.size(), Integer::sum);
            }
        }
        softly.assertThat(compared).as("values compared").doesNotContainValue(0);
        softly.assertAll();
    }
}
