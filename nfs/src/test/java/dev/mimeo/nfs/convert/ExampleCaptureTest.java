package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The capture in the examples is made here: a client that reads files, and writes notes, for twelve seconds. */
final class ExampleCaptureTest {

    private static final int NFS3 = 3;
    private static final int GETATTR = 1;
    private static final int LOOKUP = 3;
    private static final int READ = 6;
    private static final int WRITE = 7;
    private static final int SECONDS = 12;
    private static final int READS = 4;
    private static final int READ_BYTES = 1024;
    private static final int WRITE_BYTES = 512;
    private static final int FILE_BYTES = READS * READ_BYTES;
    private static final long START = 1_700_000_000_000_000L;

    private final Frames frames = new Frames();
    private long now;
    private int calls;

    private static byte[] handle(int file) {
        return Arrays.copyOf(("file" + file).getBytes(StandardCharsets.US_ASCII), 32);
    }

    private void exchange(int procedure, Xdrs arguments, Xdrs results) {
        int xid = 0x5000 + calls;
        // From 0.2 to 1 ms, in no order.
        long latency = 200 + calls * 337L % 800;
        frames.udp(now, true, Xdrs.call(xid, Xdrs.NFS, NFS3, procedure, arguments.bytes()));
        frames.udp(now + latency, false, Xdrs.reply(xid, results.bytes()));
        calls++;
        now += 20_000 + calls * 7919L % 9000;
    }

    private byte[] capture() {
        byte[] root = handle(0);
        byte[] notes = handle(99);
        for (int second = 0; second < SECONDS; second++) {
            now = START + second * 1_000_000L;
            byte[] file = handle(second + 1);
            exchange(
                    LOOKUP,
                    new Xdrs().opaque(root).text("report-" + second + ".txt"),
                    new Xdrs()
                            .u32(0)
                            .opaque(file)
                            .u32(1)
                            .attributes(FILE_BYTES, second + 1)
                            .u32(0));
            for (int i = 0; i < 5; i++) {
                exchange(GETATTR, new Xdrs().opaque(file), new Xdrs().u32(0).attributes(FILE_BYTES, second + 1));
            }
            for (int i = 0; i < READS; i++) {
                exchange(
                        READ,
                        new Xdrs().opaque(file).u64((long) i * READ_BYTES).u32(READ_BYTES),
                        new Xdrs()
                                .u32(0, 1)
                                .attributes(FILE_BYTES, second + 1)
                                .u32(READ_BYTES, i == READS - 1 ? 1 : 0)
                                .opaque(new byte[READ_BYTES]));
            }
            exchange(
                    WRITE,
                    new Xdrs()
                            .opaque(notes)
                            .u64((long) second * WRITE_BYTES)
                            .u32(WRITE_BYTES, 2)
                            .opaque(new byte[WRITE_BYTES]),
                    new Xdrs()
                            .u32(0, 0, 1)
                            .attributes((second + 1L) * WRITE_BYTES, 99)
                            .u32(WRITE_BYTES, 2)
                            .u64(1));
        }
        return frames.pcap();
    }

    @Test
    void theExampleIsMadeHere() throws IOException {
        Path file = Path.of("../examples/nfs/office.pcap");
        assertThat(Files.readAllBytes(file)).isEqualTo(capture());
    }
}
