package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Analyses of real captures. */
@Tag("thorough")
final class NfsCapturesTest {

    private static final int PCAP_HEADER = 24;
    private static final int PACKET_HEADER = 16;
    private static final int SEQUENCE = 53;

    @TempDir
    private Path folder;

    private String convert(String capture) {
        Path trace = folder.resolve("trace.ds");
        TestRun run = TestRun.of(
                "nfs",
                "convert",
                SharedData.path("nfs/captures/" + capture).toString(),
                "-o",
                trace.toString(),
                "--anonymize",
                "none");
        assertThat(run.code()).as(run.err()).isZero();
        return trace.toString();
    }

    /** Returns the first row of a table. */
    private static String[] first(String request, String table, String trace) {
        TestRun run = TestRun.of("nfs", "analyze", "-a", request, trace, "--format", "csv");
        assertThat(run.code()).as(run.err()).isZero();
        String marked = "# " + table + "\n";
        String from = run.out().substring(run.out().indexOf(marked) + marked.length());
        return from.lines().skip(1).findFirst().orElse("").split(",", -1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ganesha-small-v3tcp.pcap.gz",
                "ganesha-small-v3udp.pcap.gz",
                "ganesha-small-v41tcp.pcap.gz",
                "nfstrace-2sessions-wsize32k-512k.pcap.bz2",
                "nfstrace-lo-nfsv3-nfsacl.pcap.bz2",
                "nfstrace-tcp-nfsv4.pcap.bz2",
                "nfstrace-tcp-nfsv41.pcap.bz2",
                "nfstrace-ipv6-tcp-nfsv3.pcap.bz2",
                "wswiki-nfsv2.pcap",
                "wswiki-nfsv3.pcap",
                "wswiki-nfsv4.1_pnfs.cap",
                "zeek-nfs_base.pcap",
                "zeek-nfs_write.pcap"
            })
    void allBytesOfCapturesWithoutLossAreInMessages(String capture) {
        String[] row = first("crosscheck:min_bytes=0", "ipnfscrosscheck", convert(capture));
        assertThat(row[0]).isEqualTo("connections");
        assertThat(Double.parseDouble(row[4])).isGreaterThanOrEqualTo(0.999);
    }

    /** The other way must come to about the same, where NFS is all that is on the wire. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ganesha-small-v3tcp.pcap.gz",
                "ganesha-small-v3udp.pcap.gz",
                "ganesha-small-v41tcp.pcap.gz",
                "nfstrace-tcp-nfsv41.pcap.bz2",
                "nfstrace-2sessions-wsize32k-512k.pcap.bz2"
            })
    void packetsAreHeldAgainstMessages(String capture) {
        String[] row = first("crosscheck:packets,min_bytes=0", "ipnfscrosscheck", convert(capture));
        assertThat(row[0]).isEqualTo("packets");
        assertThat(Double.parseDouble(row[4])).isGreaterThanOrEqualTo(0.999);
    }

    /** Most data of this capture were cut off, so most bytes are in no message. */
    @Test
    void lostBytesAreNotInMessages() {
        String[] row = first("crosscheck:min_bytes=0", "ipnfscrosscheck", convert("wswiki-nfs_bad_stalls.cap.gz"));
        assertThat(Double.parseDouble(row[4])).isLessThan(0.03);
    }

    /** A capture without every k-th call: each of its calls is a packet. What lies between the others of a slot is missing. */
    @ParameterizedTest
    @ValueSource(ints = {2, 7, 50})
    void callsTakenOutAreMissing(int every) throws IOException {
        byte[] capture;
        try (InputStream in = new BZip2CompressorInputStream(
                Files.newInputStream(SharedData.path("nfs/captures/nfstrace-tcp-nfsv41.pcap.bz2")))) {
            capture = in.readAllBytes();
        }
        ByteBuffer from = ByteBuffer.wrap(capture).order(ByteOrder.LITTLE_ENDIAN);
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        kept.write(capture, 0, PCAP_HEADER);
        Map<Integer, Integer> lastOfSlot = new HashMap<>();
        Map<Integer, Integer> waiting = new HashMap<>();
        int calls = 0;
        int missing = 0;
        int at = PCAP_HEADER;
        while (at < capture.length) {
            int length = from.getInt(at + 8);
            int slot = slotOfCall(capture, at + PACKET_HEADER, length);
            boolean taken = slot >= 0 && calls % every == every - 1;
            calls += slot >= 0 ? 1 : 0;
            if (taken) {
                waiting.merge(slot, 1, Integer::sum);
            } else {
                kept.write(capture, at, PACKET_HEADER + length);
                if (slot >= 0) {
                    int before = waiting.getOrDefault(slot, 0);
                    missing += lastOfSlot.containsKey(slot) ? before : 0;
                    waiting.remove(slot);
                    lastOfSlot.put(slot, at);
                }
            }
            at += PACKET_HEADER + length;
        }
        assertThat(calls).isGreaterThan(500);
        Path reduced = folder.resolve("reduced.pcap");
        Files.write(reduced, kept.toByteArray());
        Path trace = folder.resolve("reduced.ds");
        assertThat(TestRun.of("nfs", "convert", reduced.toString(), "-o", trace.toString(), "--anonymize", "none")
                        .code())
                .isZero();
        String[] row = first("missing", "nfs_missing_sessions", trace.toString());
        assertThat(Integer.parseInt(row[3])).isEqualTo(missing).isPositive();
    }

    /** Returns the slot of the SEQUENCE of a call; -1 if a packet has none. */
    private static int slotOfCall(byte[] packet, int start, int length) {
        ByteBuffer frame = ByteBuffer.wrap(packet, start, length).slice();
        int ip = 14;
        int tcp = ip + 4 * (frame.get(ip) & 15);
        if (frame.getShort(tcp + 2) != 2049) {
            return -1;
        }
        int data = tcp + 4 * (frame.get(tcp + 12) >>> 4 & 15);
        if (ip + frame.getShort(ip + 2) < data + 44 || frame.getInt(data + 24) != 1) {
            return -1;
        }
        // Mark, number, call, version of RPC, program, version, procedure; then credentials and verifier.
        int credentials = data + 28;
        int verifier = credentials + 8 + frame.getInt(credentials + 4);
        int compound = verifier + 8 + frame.getInt(verifier + 4);
        int tag = frame.getInt(compound);
        int operation = compound + 4 + (tag + 3) / 4 * 4 + 8;
        return frame.getInt(operation) == SEQUENCE ? frame.getInt(operation + 24) : -1;
    }
}
