package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.cli.TestRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of calls that a capture has lost, from {@code mimeo nfs convert} to {@code mimeo nfs analyze -a missing}. */
final class NfsLossTest {

    private static final int CALLS = 60_000;
    private static final int FRAME = 14 + 20 + 8 + 40 + 36;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** A GETATTR of version 3 over UDP, RFC 1813 section 3.3.1. */
    private static byte[] call(int number) {
        return ByteBuffer.allocate(FRAME)
                .position(12)
                .putShort((short) 0x0800)
                .putShort((short) 0x4500)
                .putShort((short) (FRAME - 14))
                .putInt(0)
                .putShort((short) 0x4011)
                .putShort((short) 0)
                .putInt(0x0a000001)
                .putInt(0x0a000002)
                .putShort((short) 800)
                .putShort((short) 2049)
                .putShort((short) (FRAME - 34))
                .putShort((short) 0)
                .putInt(0x1000_0000 + number)
                .putInt(0)
                .putInt(2)
                .putInt(100_003)
                .putInt(3)
                .putInt(1)
                .putLong(0)
                .putLong(0)
                .putInt(32)
                .putInt(number)
                .array();
    }

    @ParameterizedTest
    @CsvSource({"0.005, 1", "0.01, 2", "0.05, 3", "0.1, 4", "0.2, 5"})
    void lostCallsAreEstimatedWithin5Percent(double loss, long seed) throws IOException {
        Random random = new Random(seed);
        ByteBuffer pcap = ByteBuffer.allocate(24 + CALLS * (16 + FRAME));
        pcap.putInt(0xa1b2c3d4).putInt(0x00020004).putLong(0).putInt(65535).putInt(1);
        int lost = 0;
        for (int i = 0; i < CALLS; i++) {
            if (random.nextDouble() < loss) {
                lost++;
            } else {
                pcap.putInt(1_000_000_000 + i / 5000)
                        .putInt(i % 5000 * 200)
                        .putInt(FRAME)
                        .putInt(FRAME);
                pcap.put(call(i));
            }
        }
        byte[] bytes = new byte[pcap.position()];
        pcap.flip().get(bytes);
        Path capture = Files.write(folder.resolve("lossy.pcap"), bytes);
        Path table = folder.resolve("lossy.ds");
        TestRun converted = TestRun.of(
                "nfs", "convert", capture.toString(), "-o", table.toString(), "--anonymize", "none", "--no-ip");
        assertThat(converted.code()).as(converted.err()).isZero();
        TestRun missing = TestRun.of("nfs", "analyze", "-a", "missing", "--format", "csv", table.toString());
        assertThat(missing.code()).as(missing.err()).isZero();
        assertThat((double) skipped(missing.out())).as("seed %d", seed).isCloseTo(lost, within(0.05 * lost));
    }

    /** Returns the number of the line about the one client there is. */
    private static long skipped(String output) {
        Matcher line = Pattern.compile("^10\\.0\\.0\\.1,800,10\\.0\\.0\\.2,udp,\\d+,\\d+,(\\d+),", Pattern.MULTILINE)
                .matcher(output);
        assertThat(line.find()).as(output).isTrue();
        return Long.parseLong(line.group(1));
    }
}
