package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.formats.anonymize.Anonymizers;
import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import dev.mimeo.formats.anonymize.NameKeys;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary.ResultLine;
import dev.mimeo.nfs.summary.TrafficSummary.Sideband;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages of NLM, NSM and NFSACL as rows, and the waits of locks, also of NFSv4. */
final class SidebandTest {

    private static final int NLM = 100_021;
    private static final int NSM = 100_024;
    private static final int NFSACL = 100_227;

    private static final int LOCK = 2;
    private static final int GRANTED = 5;
    private static final int BLOCKED = 3;

    private static Xdrs lock4(int process, long offset, long length) {
        return new Xdrs()
                .text("lisa")
                .opaque(Xdrs.handle(3))
                .text("owner-" + process)
                .u32(process)
                .u64(offset, length);
    }

    private static byte[] lockCall(String cookie, int process, long offset, long length) {
        return new Xdrs()
                .text(cookie)
                .u32(1, 1)
                .fixed(lock4(process, offset, length).bytes())
                .u32(0, 17)
                .bytes();
    }

    private static byte[] grantedCall(String cookie, int process, long offset, long length) {
        return new Xdrs()
                .text(cookie)
                .u32(1)
                .fixed(lock4(process, offset, length).bytes())
                .bytes();
    }

    /** Each kind of message once, from a client and its server. */
    private static Frames frames() {
        Frames frames = new Frames();
        frames.udp(1_000_000, true, Xdrs.call(1, NLM, 4, LOCK, lockCall("c1", 77, 1L << 33, 4096)));
        frames.udp(
                1_000_200,
                false,
                Xdrs.reply(1, new Xdrs().text("c1").u32(BLOCKED).bytes()));
        frames.udp(1_500_200, false, Xdrs.call(2, NLM, 4, GRANTED, grantedCall("g1", 77, 1L << 33, 4096)));
        frames.udp(1_500_300, true, Xdrs.reply(2, new Xdrs().text("g1").u32(0).bytes()));
        byte[] unlock = new Xdrs()
                .text("u1")
                .text("lisa")
                .opaque(Xdrs.handle(3))
                .text("owner")
                .u32(78, 12, 34)
                .bytes();
        frames.udp(1_600_000, true, Xdrs.call(3, NLM, 1, 4, unlock));
        frames.udp(1_600_100, false, Xdrs.reply(3, new Xdrs().text("u1").u32(0).bytes()));
        byte[] monitor = new Xdrs()
                .text("server")
                .text("lisa")
                .u32(NLM, 4, 16)
                .fixed(new byte[16])
                .bytes();
        frames.udp(1_700_000, true, Xdrs.call(4, NSM, 1, 2, monitor));
        frames.udp(1_700_100, false, Xdrs.reply(4, new Xdrs().u32(0, 5).bytes()));
        frames.udp(
                1_800_000,
                true,
                Xdrs.call(5, NSM, 1, 6, new Xdrs().text("lisa").u32(9).bytes()));
        byte[] getAcl = new Xdrs().opaque(Xdrs.handle(4)).u32(15).bytes();
        frames.udp(1_900_000, true, Xdrs.call(6, NFSACL, 3, 1, getAcl));
        byte[] acl = new Xdrs()
                .u32(0, 1)
                .attributes(1234, 99)
                .u32(15, 2, 2, 1, 1000, 6, 4, 100, 4, 0, 0)
                .bytes();
        frames.udp(1_900_100, false, Xdrs.reply(6, acl));
        return frames;
    }

    private static Map<String, String> row(Converted tables, int transaction, boolean request) {
        return tables.table("Trace::NFS::sideband").stream()
                .filter(row -> Integer.toString(transaction).equals(row.get("transaction_id"))
                        && Boolean.toString(request).equals(row.get("is_request")))
                .findFirst()
                .orElseThrow();
    }

    private static void assertRow(Map<String, String> row, String... expected) {
        Map<String, String> found = new TreeMap<>();
        Map<String, String> wanted = new TreeMap<>();
        for (int i = 0; i < expected.length; i += 2) {
            wanted.put(expected[i], expected[i + 1]);
            found.put(expected[i], row.get(expected[i]));
        }
        assertThat(found).isEqualTo(wanted);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void messagesAreRows() throws IOException {
        Converted tables = Converted.of(frames().pcap());
        assertThat(tables.table("Trace::NFS::sideband")).hasSize(11);
        String handle = text(Xdrs.handle(3));
        assertRow(
                row(tables, 1, true),
                Stream.of(
                                List.of("program", "100021", "version", "4", "operation", "lock", "status", "null"),
                                List.of("caller", "lisa", "owner", "owner-77", "process", "77", "filehandle", handle),
                                List.of("offset", "8589934592", "length", "4096", "cookie", "c1"),
                                List.of("exclusive", "true", "block", "true", "reclaim", "false", "state", "17"))
                        .flatMap(List::stream)
                        .toArray(String[]::new));
        // A reply has the arguments of its call.
        assertRow(row(tables, 1, false), "status", "3", "offset", "8589934592", "owner", "owner-77", "is_udp", "true");
        assertRow(row(tables, 2, true), "operation", "granted", "exclusive", "true", "block", "null");
        assertRow(row(tables, 3, true), "version", "1", "operation", "unlock", "offset", "12", "length", "34");
        assertRow(row(tables, 4, true), "operation", "mon", "monitored", "server", "caller", "lisa", "state", "null");
        assertRow(row(tables, 4, false), "status", "0", "state", "5", "monitored", "server");
        assertRow(row(tables, 5, true), "operation", "notify", "monitored", "lisa", "state", "9");
        assertRow(row(tables, 6, true), "operation", "getacl", "filehandle", text(Xdrs.handle(4)));
        assertRow(row(tables, 6, false), "acl_entries", "2", "file_size", "1234", "uid", "1000", "gid", "100");
    }

    @Test
    void locksThatWaitAreTimed() throws IOException {
        Frames frames = frames();
        // A second lock waits, and is never granted; its answer is repeated.
        for (int i = 0; i < 2; i++) {
            frames.udp(2_000_000L + i, true, Xdrs.call(10 + i, NLM, 4, LOCK, lockCall("c2", 78, 0, 0)));
            frames.udp(
                    2_000_100L + i,
                    false,
                    Xdrs.reply(10 + i, new Xdrs().text("c2").u32(BLOCKED).bytes()));
        }
        // An NFSv4 lock is refused twice, and granted 300 ms after the first refusal (RFC 7530, section 16.10).
        for (int i = 0; i < 3; i++) {
            Xdrs lock = new Xdrs()
                    .text("")
                    .u32(0, 2, 22)
                    .opaque(Xdrs.handle(5))
                    .u32(12, 2, 0)
                    .u64(100, 50)
                    .u32(0, 0)
                    .fixed(new byte[12])
                    .u32(0);
            int status = i < 2 ? 10_010 : 0;
            Xdrs reply = new Xdrs().u32(status).text("").u32(2, 22, 0, 12, status);
            if (status == 0) {
                reply.u32(1).fixed(new byte[12]);
            } else {
                reply.u64(100, 50).u32(2).u64(7).text("other");
            }
            frames.udp(3_000_000L + 150_000L * i, true, Xdrs.call(20 + i, Xdrs.NFS, 4, 1, lock.bytes()));
            frames.udp(3_000_100L + 150_000L * i, false, Xdrs.reply(20 + i, reply.bytes()));
        }
        Sideband sideband = summary(frames.pcap());
        assertThat(sideband.results())
                .startsWith(new ResultLine("nlm v4 lock", "BLOCKED", 3))
                .contains(
                        new ResultLine("nlm v4 granted", "GRANTED", 1),
                        new ResultLine("nlm v1 unlock", "GRANTED", 1),
                        new ResultLine("nsm v1 mon", "OK", 1),
                        new ResultLine("nfsacl v3 getacl", "OK", 1))
                .hasSize(5);
        assertThat(sideband.locks().blocked()).isEqualTo(2);
        assertThat(sideband.locks().granted()).isEqualTo(1);
        assertThat(sideband.locks().waits().max()).isEqualTo(500);
        assertThat(sideband.version4Locks().blocked()).isEqualTo(1);
        assertThat(sideband.version4Locks().granted()).isEqualTo(1);
        assertThat(sideband.version4Locks().waits().max()).isEqualTo(300);
    }

    private static Sideband summary(byte[] capture) throws IOException {
        CaptureSummary summary = new CaptureSummary(ParserOptions.DEFAULT, SummaryOptions.DEFAULT);
        summary.read(CaptureSummaryTest.input(capture));
        return summary.finish().sideband();
    }

    /** The result of a lock that was asked for with a message comes as a call with the same cookie. */
    @Test
    void resultsThatComeAsCallsFindTheirLocks() throws IOException {
        Frames frames = new Frames();
        frames.udp(1_000_000, true, Xdrs.call(1, NLM, 4, LOCK + 5, lockCall("m1", 77, 5, 6)));
        frames.udp(
                1_000_100,
                false,
                Xdrs.call(2, NLM, 4, 12, new Xdrs().text("m1").u32(BLOCKED).bytes()));
        frames.udp(1_250_100, false, Xdrs.call(3, NLM, 4, GRANTED + 5, grantedCall("m2", 77, 5, 6)));
        Sideband sideband = summary(frames.pcap());
        assertThat(sideband.results()).containsExactly(new ResultLine("nlm v4 lock_res", "BLOCKED", 1));
        assertThat(sideband.locks().granted()).isEqualTo(1);
        assertThat(sideband.locks().waits().max()).isEqualTo(250);
    }

    /** Whatever the arguments are, a message has one row, and what cannot be decoded is counted. */
    @Test
    void damagedMessagesAreCounted() throws IOException {
        Random random = new Random(1);
        Frames frames = new Frames();
        int messages = 600;
        int[] programs = {NLM, NSM, NFSACL};
        for (int i = 0; i < messages; i++) {
            byte[] arguments = lockCall("cookie", i, random.nextLong(), random.nextLong());
            for (int j = 0; j < 4; j++) {
                arguments[random.nextInt(arguments.length)] = (byte) random.nextInt();
            }
            byte[] cut = Arrays.copyOf(arguments, 4 * random.nextInt(arguments.length / 4));
            int program = programs[random.nextInt(3)];
            int procedure = random.nextInt(26);
            frames.udp(1_000_000L + 10L * i, true, Xdrs.call(i, program, random.nextInt(6), procedure, cut));
        }
        Converted tables = Converted.of(frames.pcap());
        assertThat(tables.table("Trace::NFS::sideband")).hasSize(messages);
        assertThat(tables.counter(Counter.UNDECODED_ARGUMENTS.statName())).isPositive();
        assertThat(tables.counter(Counter.UNDECODED_RESULTS.statName()))
                .as("there are no replies")
                .isZero();
        assertThat(summary(frames.pcap()).results().size()).isLessThanOrEqualTo(4097);
    }

    /** Nothing by which a host, a user or a file could be known is in the table as it was. */
    @Test
    void namesAndHandlesAreHidden() throws IOException {
        NameKeys keys = NameKeys.of(new byte[32], new byte[NameKeys.LEAST_BYTES]);
        NfsConverter.Options hidden = NfsConverter.Options.DEFAULT
                .withOtherPrograms(true)
                .withNames(Anonymizers.siv(keys))
                .withIdentities(Anonymizers.identities(keys, Set.of(IdentityAnonymizer.Kind.values())));
        List<Map<String, String>> clear = Converted.of(frames().pcap()).table("Trace::NFS::sideband");
        List<Map<String, String>> rows = Converted.of(frames().pcap(), hidden).table("Trace::NFS::sideband");
        assertThat(rows).hasSameSizeAs(clear);
        List<String> columns =
                List.of("source", "dest", "filehandle", "caller", "monitored", "owner", "cookie", "uid", "gid");
        int compared = 0;
        for (int i = 0; i < rows.size(); i++) {
            for (String column : columns) {
                String original = clear.get(i).get(column);
                if (!"null".equals(original)) {
                    assertThat(rows.get(i).get(column))
                            .as("%s of message %d", column, i)
                            .isNotEqualTo("null")
                            .doesNotContain(original);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(50);
        assertThat(rows.stream().flatMap(row -> row.values().stream()))
                .isNotEmpty()
                .noneMatch(value -> Stream.of("lisa", "server", "owner-", text(Xdrs.handle(3)))
                        .anyMatch(value::contains));
        // The call that grants a lock still has the owner of the call that asked for it.
        assertThat(row(Converted.of(frames().pcap(), hidden), 2, true).get("owner"))
                .isEqualTo(rows.get(0).get("owner"));
    }

    @Test
    void valuesAreThoseOfTshark(@TempDir Path folder) throws IOException, InterruptedException {
        assumeThat(TsharkLatencyTest.isInstalled()).as("tshark is installed").isTrue();
        Path capture = Files.write(folder.resolve("locks.pcap"), frames().pcap());
        List<String> fields = List.of(
                "nlm.lock.caller_name",
                "nlm.lock.svid",
                "nlm.lock.l_offset64",
                "nlm.lock.l_len64",
                "nlm.stat",
                "stat.name",
                "nfsacl.aclcnt");
        List<String> command = new ArrayList<>(
                List.of("tshark", "-r", capture.toString(), "-T", "fields", "-E", "separator=/t", "-e", "rpc.xid"));
        fields.forEach(field -> command.addAll(List.of("-e", field)));
        Process tshark = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(tshark.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tshark.waitFor()).isZero();
        List<String> lines = text.lines().toList();
        assertThat(lines).hasSize(11);
        Converted tables = Converted.of(frames().pcap());
        List<String> columns = List.of("caller", "process", "offset", "length", "status", "monitored", "acl_entries");
        List<Map<String, String>> rows = tables.table("Trace::NFS::sideband");
        int compared = 0;
        for (int i = 0; i < lines.size(); i++) {
            String[] values = lines.get(i).split("\t", -1);
            for (int field = 0; field < fields.size(); field++) {
                String value = values[field + 1];
                if (!value.isEmpty()) {
                    assertThat(rows.get(i).get(columns.get(field)))
                            .as("%s of message %d", fields.get(field), i)
                            .isEqualTo(value);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(12);
    }
}
