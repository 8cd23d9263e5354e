package dev.mimeo.nfs.convert;

import static dev.mimeo.nfs.convert.Xdrs.NFS;
import static dev.mimeo.nfs.convert.Xdrs.call;
import static dev.mimeo.nfs.convert.Xdrs.handle;
import static dev.mimeo.nfs.convert.Xdrs.reply;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compounds of NFS version 4 that are made byte by byte after RFC 8881 and RFC 7862. */
final class Version4Test {

    private static final byte[] SESSION = new byte[16];
    private static final byte[] STATE = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

    /** Type, size, file number and owner. */
    private static final long[] BITMAP = {2, 1 << 1 | 1 << 4 | 1 << 20, 1 << 4};

    private static Xdrs compound(int operations) {
        return new Xdrs().text("tag").u32(1, operations);
    }

    private static Xdrs sequence(Xdrs to) {
        return to.u32(53).fixed(SESSION).u32(9, 3, 7, 0);
    }

    private static Xdrs sequenced(Xdrs to) {
        return to.u32(53, 0).fixed(SESSION).u32(9, 3, 7, 7, 0);
    }

    private static byte[] attributes(int type, long size, long fileId, String owner) {
        byte[] values = new Xdrs().u32(type).u64(size, fileId).text(owner).bytes();
        return new Xdrs().u32(BITMAP).opaque(values).bytes();
    }

    static Frames lookupAndRead() {
        Xdrs lookup = sequence(compound(6))
                .u32(22)
                .opaque(handle(1))
                .u32(15)
                .text("name")
                .u32(10)
                .u32(9)
                .u32(BITMAP)
                .u32(25)
                .fixed(STATE)
                .u64(4096)
                .u32(1000);
        Xdrs found = new Xdrs().u32(0).text("tag").u32(6);
        sequenced(found)
                .u32(22, 0, 15, 0, 10, 0)
                .opaque(handle(2))
                .u32(9, 0)
                .fixed(attributes(1, 5000, 77, "1000"))
                .u32(25, 0, 1)
                .opaque(new byte[904]);
        return new Frames()
                .open(0)
                .tcp(10, true, Frames.marked(call(1, NFS, 4, 1, lookup.bytes())))
                .tcp(20, false, Frames.marked(reply(1, found.bytes())));
    }

    @Test
    void handlesThatComeLaterAreThoseOfWhatCameBefore() throws IOException {
        Converted converted = Converted.of(lookupAndRead().pcap());
        String directory = new String(handle(1), StandardCharsets.ISO_8859_1);
        String file = new String(handle(2), StandardCharsets.ISO_8859_1);
        assertThat(converted.column("Trace::NFS::common", "operation")).containsExactly("read", "read");
        assertThat(converted.column("Trace::NFS::common", "op_id")).containsExactly("25", "25");
        assertThat(converted.column("Trace::NFS::common", "minor_version")).containsExactly("1", "1");
        assertThat(converted.column("Trace::NFS::v4-op", "operation"))
                .containsExactly(
                        "sequence",
                        "putfh",
                        "lookup",
                        "getfh",
                        "getattr",
                        "read",
                        "sequence",
                        "putfh",
                        "lookup",
                        "getfh",
                        "getattr",
                        "read");
        assertThat(converted.column("Trace::NFS::v4-op", "filehandle"))
                .containsExactly(
                        "null", directory, "null", "null", "null", "null", "null", directory, file, file, file, file);
        assertThat(converted.table("Trace::NFS::v4-op").get(0))
                .containsEntry("slot", "3")
                .containsEntry("sequence", "9");
        List<Map<String, String>> attributes = converted.table("Trace::NFS::attr-ops");
        assertThat(attributes).hasSize(1);
        assertThat(attributes.get(0))
                .containsEntry("filename", "name")
                .containsEntry("filehandle", file)
                .containsEntry("lookup_dir_filehandle", directory)
                .containsEntry("file_size", "5000")
                .containsEntry("fileid", "77")
                .containsEntry("uid", "1000")
                .containsEntry("gid", "-1")
                .containsEntry("type", "file");
        assertThat(converted.table("Trace::NFS::read-write")).hasSize(1);
        assertThat(converted.table("Trace::NFS::read-write").get(0))
                .containsEntry("bytes", "904")
                .containsEntry("requested_bytes", "1000")
                .containsEntry("offset", "4096")
                .containsEntry("eof", "true")
                .containsEntry("filehandle", file);
    }

    @Test
    void aFailureEndsTheCompound() throws IOException {
        Xdrs arguments = compound(3).u32(24).u32(15).text("none").u32(10);
        Xdrs results = new Xdrs().u32(2).text("tag").u32(2).u32(24, 0, 15, 2);
        Frames frames = new Frames()
                .open(0)
                .tcp(10, true, Frames.marked(call(1, NFS, 4, 1, arguments.bytes())))
                .tcp(20, false, Frames.marked(reply(1, results.bytes())));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::v4-op", "status")).containsExactly("null", "null", "null", "0", "2");
        assertThat(converted.column("Trace::NFS::common", "rpc_status")).containsExactly("null", "2");
        assertThat(converted.column("Trace::NFS::common", "flags")).containsExactly("0", "0");
        assertThat(converted.table("Trace::NFS::mount")).isEmpty();
    }

    @Test
    void aPathFromTheRootIsAMount() throws IOException {
        Xdrs arguments =
                compound(4).u32(24).u32(15).text("export").u32(15).text("home").u32(10);
        Xdrs results = new Xdrs()
                .u32(0)
                .text("tag")
                .u32(4)
                .u32(24, 0, 15, 0, 15, 0, 10, 0)
                .opaque(handle(5));
        Frames frames = new Frames()
                .open(0)
                .tcp(10, true, Frames.marked(call(1, NFS, 4, 1, arguments.bytes())))
                .tcp(20, false, Frames.marked(reply(1, results.bytes())));
        assertThat(Converted.of(frames.pcap()).column("Trace::NFS::mount", "pathname"))
                .containsExactly("/export/home");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 76, 200, 1000, -1})
    void anUnknownOperationHasARowAndEndsTheCall(int unknown) throws IOException {
        Xdrs arguments = compound(3).u32(24).u32(unknown).u32(10);
        Xdrs results = new Xdrs().u32(10044).text("tag").u32(2).u32(24, 0, 10044, 10044);
        Frames frames = new Frames()
                .open(0)
                .tcp(10, true, Frames.marked(call(1, NFS, 4, 1, arguments.bytes())))
                .tcp(20, false, Frames.marked(reply(1, results.bytes())));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::v4-op", "operation"))
                .containsExactly("putrootfh", "illegal", "putrootfh", "illegal");
        assertThat(converted.column("Trace::NFS::v4-op", "op_id")).containsExactly("24", "127", "24", "127");
        assertThat(converted.column("Trace::NFS::v4-op", "status")).containsExactly("null", "null", "0", "10044");
        assertThat(converted.column("Trace::NFS::common", "flags")).containsExactly("16", "0");
        assertThat(converted.counter("v4_undecoded")).isOne();
    }

    /** OP_ILLEGAL itself has no arguments (RFC 7530, section 16.36): what follows it is decoded. */
    @ParameterizedTest
    @ValueSource(ints = {76, 10044})
    void aCompoundOfAnIllegalOperationAloneIsNamedSo(int number) throws IOException {
        Frames frames = new Frames()
                .open(0)
                .tcp(
                        10,
                        true,
                        Frames.marked(call(1, NFS, 4, 1, compound(1).u32(number).bytes())));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::common", "operation")).containsExactly("illegal");
        assertThat(converted.column("Trace::NFS::common", "op_id")).containsExactly("127");
        assertThat(converted.column("Trace::NFS::v4-op", "operation")).containsExactly("illegal");
    }

    /** Types of RFC 7531, {@code nfs_ftype4}, with what each carries. */
    @ParameterizedTest
    @CsvSource({"2, mkdir", "3, mknod", "4, mknod", "5, symlink", "6, mknod", "7, mknod"})
    void aCreationHasTheNameOfTheProcedureOfVersion3(int type, String name) throws IOException {
        Xdrs arguments = compound(2).u32(24).u32(6).u32(type);
        if (type == 5) {
            arguments.text("target");
        } else if (type == 3 || type == 4) {
            arguments.u32(8, 1);
        }
        arguments.text("made").u32(0).opaque(new byte[0]);
        Xdrs results = new Xdrs()
                .u32(0)
                .text("tag")
                .u32(2)
                .u32(24, 0, 6, 0, 1)
                .u64(1, 2)
                .u32(0);
        Frames frames = new Frames()
                .open(0)
                .tcp(10, true, Frames.marked(call(1, NFS, 4, 1, arguments.bytes())))
                .tcp(20, false, Frames.marked(reply(1, results.bytes())));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::common", "operation")).containsExactly(name, name);
        assertThat(converted.column("Trace::NFS::common", "op_id")).containsExactly("6", "6");
        assertThat(converted.column("Trace::NFS::v4-op", "operation"))
                .containsExactly("putrootfh", name, "putrootfh", name);
        assertThat(converted.column("Trace::NFS::v4-op", "name")).contains("made");
        assertThat(converted.counter("v4_undecoded")).isZero();
    }

    @Test
    void holesAreNoDataThatWereRead() throws IOException {
        Xdrs arguments = compound(2)
                .u32(22)
                .opaque(handle(1))
                .u32(68)
                .fixed(STATE)
                .u64(0)
                .u32(9000);
        Xdrs results = new Xdrs().u32(0).text("tag").u32(2).u32(22, 0, 68, 0, 0, 2);
        results.u32(0).u64(0).opaque(new byte[100]).u32(1).u64(100, 4000);
        Frames frames = new Frames()
                .open(0)
                .tcp(10, true, Frames.marked(call(1, NFS, 4, 1, arguments.bytes())))
                .tcp(20, false, Frames.marked(reply(1, results.bytes())));
        assertThat(Converted.of(frames.pcap()).table("Trace::NFS::read-write").get(0))
                .containsEntry("bytes", "100")
                .containsEntry("hole_bytes", "4000");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 60})
    void operationsOfLongCompoundsHaveTheirOwnValues(int reads) throws IOException {
        Xdrs arguments = compound(2 * reads);
        Xdrs results = new Xdrs().u32(0).text("tag").u32(2L * reads);
        List<String> calls = new ArrayList<>();
        List<String> replies = new ArrayList<>();
        List<String> transfers = new ArrayList<>();
        for (int i = 0; i < reads; i++) {
            arguments.u32(22).opaque(handle(i));
            arguments.u32(25).fixed(STATE).u64(4096L * i).u32(1000 + i);
            results.u32(22, 0, 25, 0, 0).opaque(new byte[i]);
            String handle = new String(handle(i), StandardCharsets.ISO_8859_1);
            calls.add("putfh null " + handle + " null null");
            calls.add("read null " + handle + " " + 4096L * i + " " + (1000 + i));
            replies.add("putfh 0 " + handle + " null null");
            replies.add("read 0 " + handle + " null " + i);
            transfers.add(handle + " " + 4096L * i + " " + i + " " + (1000 + i));
        }
        Frames frames = new Frames()
                .open(0)
                .tcp(10, true, Frames.marked(call(1, NFS, 4, 1, arguments.bytes())))
                .tcp(20, false, Frames.marked(reply(1, results.bytes())));
        Converted converted = Converted.of(frames.pcap());
        List<Map<String, String>> operations = converted.table("Trace::NFS::v4-op");
        assertThat(texts(operations, "is_request", "true", "operation", "status", "filehandle", "offset", "length"))
                .isEqualTo(calls);
        assertThat(texts(operations, "is_request", "false", "operation", "status", "filehandle", "offset", "length"))
                .isEqualTo(replies);
        List<Map<String, String>> moved = converted.table("Trace::NFS::read-write");
        assertThat(texts(moved, "is_read", "true", "filehandle", "offset", "bytes", "requested_bytes"))
                .isEqualTo(transfers);
    }

    /** Returns the values of some columns of the rows in which a column has a value. */
    private static List<String> texts(List<Map<String, String>> rows, String column, String value, String... columns) {
        return rows.stream()
                .filter(row -> value.equals(row.get(column)))
                .map(row -> Stream.of(columns).map(row::get).collect(Collectors.joining(" ")))
                .toList();
    }

    @Test
    void callbacksGoTheOtherWay() throws IOException {
        Xdrs arguments = new Xdrs().text("").u32(1, 0, 2);
        arguments.u32(11).fixed(SESSION).u32(5, 1, 1, 0, 0);
        arguments.u32(4).fixed(STATE).u32(0).opaque(handle(3));
        Xdrs results = new Xdrs()
                .u32(0)
                .text("")
                .u32(2)
                .u32(11, 0)
                .fixed(SESSION)
                .u32(5, 1, 1, 1)
                .u32(4, 0);
        Frames frames = new Frames()
                .open(0)
                .tcp(10, false, Frames.marked(call(1, 0x4000_0000, 1, 1, arguments.bytes())))
                .tcp(20, true, Frames.marked(reply(1, results.bytes())));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::v4-op", "operation"))
                .containsExactly("cb_sequence", "cb_recall", "cb_sequence", "cb_recall");
        assertThat(converted.column("Trace::NFS::v4-op", "op_id")).containsExactly("139", "132", "139", "132");
        assertThat(converted.column("Trace::NFS::common", "op_id")).containsExactly("132", "132");
    }

    /** RFC 8881, section 20: the numbers of callbacks are not those of operations, after which they were once ranked. */
    @ParameterizedTest
    @CsvSource({"3, 131, cb_getattr", "5, 133, cb_layoutrecall", "8, 136, cb_recall_any", "10, 138, cb_recall_slot"})
    void aCallbackStandsForItsCompoundBeforeItsSequence(int operation, String number, String name) throws IOException {
        Xdrs arguments = new Xdrs().text("").u32(1, 0, 2);
        arguments.u32(11).fixed(SESSION).u32(5, 1, 1, 0, 0).u32(operation);
        switch (operation) {
            case 3 -> arguments.opaque(handle(3)).u32(1, 1 << 4);
            case 5 -> arguments.u32(1, 1, 0, 3).opaque(new byte[0]);
            case 8 -> arguments.u32(100, 1, 1);
            default -> arguments.u32(7);
        }
        Frames frames =
                new Frames().open(0).tcp(10, false, Frames.marked(call(1, 0x4000_0000, 1, 1, arguments.bytes())));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::common", "op_id")).containsExactly(number);
        assertThat(converted.column("Trace::NFS::common", "operation")).containsExactly(name);
    }
}
