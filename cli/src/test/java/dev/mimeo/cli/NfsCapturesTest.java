package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.SharedData;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Analyses of real captures. */
final class NfsCapturesTest {

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
}
