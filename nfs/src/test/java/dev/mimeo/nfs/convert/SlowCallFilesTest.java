package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary.SlowCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of slow calls, from captures and from the traces made of them. Compounds are those of RFC 7530 and RFC 8276. */
final class SlowCallFilesTest {

    private static final SummaryOptions SLOW = SummaryOptions.DEFAULT.withSlowNanos(50_000_000);
    private static final byte[] DIRECTORY = Xdrs.handle(1);
    private static final byte[] OTHER = Xdrs.handle(2);
    private static final byte[] FILE = Xdrs.handle(3);
    private static final int NOT_FOUND = 2;

    private static final int ACCESS = 3;
    private static final int GETATTR = 9;
    private static final int GETFH = 10;
    private static final int LOOKUP = 15;
    private static final int PUTFH = 22;
    private static final int READDIR = 26;
    private static final int REMOVE = 28;
    private static final int RENAME = 29;
    private static final int SAVEFH = 32;
    private static final int SETXATTR = 73;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final Frames frames = new Frames();
    private int exchanges;

    /** Adds a call that is answered after 80 ms. */
    private void exchange(int version, int procedure, Xdrs call, Xdrs reply) {
        int number = exchanges++;
        byte[] arguments = call.bytes();
        frames.udp(1_000_000L * number, true, Xdrs.call(number, Xdrs.NFS, version, procedure, arguments));
        frames.udp(1_000_000L * number + 80_000, false, Xdrs.reply(number, reply.bytes()));
    }

    private void compound(int operations, Xdrs arguments, int status, int results, Xdrs result) {
        exchange(
                4,
                1,
                new Xdrs().text("").u32(2, operations).fixed(arguments.bytes()),
                new Xdrs().u32(status).text("").u32(results).fixed(result.bytes()));
    }

    private static Xdrs directory() {
        return new Xdrs().u32(PUTFH).opaque(DIRECTORY);
    }

    private static Xdrs directoryDone() {
        return new Xdrs().u32(PUTFH, 0);
    }

    /** Adds a GETATTR of type and size, and its result. */
    private static void attributes(Xdrs arguments, Xdrs results, int type) {
        arguments.u32(GETATTR, 1, 1 << 1 | 1 << 4);
        byte[] values = new Xdrs().u32(type).u64(5).bytes();
        results.u32(GETATTR, 0, 1, 1 << 1 | 1 << 4).opaque(values);
    }

    private static Xdrs changed(Xdrs results) {
        return results.u32(1).u64(1, 2);
    }

    private static String path(byte[] handle) {
        return "FH:" + HexFormat.of().formatHex(handle);
    }

    private void assertFiles(String... files) throws IOException {
        List<SlowCall> calls = Summaries.ofCapture(frames.pcap(), SLOW).slow().calls();
        assertThat(calls).extracting(SlowCall::file).containsExactly(files);
        assertThat(Summaries.ofTrace(frames.pcap(), SLOW, folder.resolve("trace.ds"))
                        .slow()
                        .calls())
                .isEqualTo(calls);
    }

    @Test
    void aNameThatIsNotFoundIsInItsDirectory() throws IOException {
        compound(
                4,
                directory().u32(LOOKUP).text("missing").u32(GETFH, GETFH),
                NOT_FOUND,
                2,
                directoryDone().u32(LOOKUP, NOT_FOUND));
        assertFiles(path(DIRECTORY) + "/missing");
    }

    @Test
    void aDirectoryIsReadByItsHandle() throws IOException {
        byte[] verifier = new byte[8];
        compound(
                2,
                directory().u32(READDIR).u64(0).fixed(verifier).u32(100, 100, 0),
                0,
                2,
                directoryDone().u32(READDIR, 0).fixed(verifier).u32(0, 1));
        assertFiles(path(DIRECTORY));
    }

    @Test
    void attributesOfTheDirectoryDoNotHideTheNameThatIsRemoved() throws IOException {
        Xdrs arguments = directory().u32(REMOVE).text("old");
        Xdrs results = changed(directoryDone().u32(REMOVE, 0));
        attributes(arguments, results, 2);
        compound(3, arguments, 0, 3, results);
        assertFiles(path(DIRECTORY) + "/old");
    }

    @Test
    void aRenameIsAboutTheOldName() throws IOException {
        Xdrs arguments = directory()
                .u32(SAVEFH, PUTFH)
                .opaque(OTHER)
                .u32(RENAME)
                .text("from")
                .text("to");
        Xdrs results = changed(changed(directoryDone().u32(SAVEFH, 0, PUTFH, 0, RENAME, 0)));
        attributes(arguments, results, 2);
        compound(5, arguments, 0, 5, results);
        assertFiles(path(DIRECTORY) + "/from");
    }

    /** The handle comes after the lookup, and its path is that of all calls. */
    @Test
    void aFileThatIsFoundIsNamedByItsAttributes() throws IOException {
        Xdrs arguments = directory().u32(LOOKUP).text("name").u32(GETFH);
        Xdrs results = directoryDone().u32(LOOKUP, 0, GETFH, 0).opaque(FILE);
        attributes(arguments, results, 1);
        compound(4, arguments, 0, 4, results);
        compound(
                2,
                new Xdrs().u32(PUTFH).opaque(FILE).u32(ACCESS, 1),
                0,
                2,
                directoryDone().u32(ACCESS, 0, 1, 1));
        assertFiles(path(DIRECTORY) + "/name", path(DIRECTORY) + "/name");
    }

    @Test
    void aNameOfAnAttributeIsNoFile() throws IOException {
        compound(
                2,
                directory().u32(SETXATTR, 0).text("user.note").text("value"),
                0,
                2,
                changed(directoryDone().u32(SETXATTR, 0)));
        assertFiles(path(DIRECTORY));
    }

    @Test
    void aHandleThatIsRefusedNamesNothing() throws IOException {
        compound(2, directory().u32(REMOVE).text("old"), 70, 1, new Xdrs().u32(PUTFH, 70));
        assertFiles("");
    }

    /** The attributes of both directories of a RENAME of version 3, procedure 14, belong to it and not to the next reply. */
    @Test
    void rowsBelongToTheirReply() throws IOException {
        Xdrs rename = new Xdrs().opaque(DIRECTORY).text("from").opaque(OTHER).text("to");
        Xdrs renamed = new Xdrs().u32(0, 0, 1).attributes(1, 1).u32(0, 1).attributes(2, 2);
        exchange(3, 14, rename, renamed);
        exchange(3, 1, new Xdrs().opaque(FILE), new Xdrs().u32(70));
        assertFiles(path(DIRECTORY), "");
    }
}
