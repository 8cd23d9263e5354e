package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Packets whose times are equal because the clock is coarse. Their order in the capture is that of finer times. */
final class EqualTimesTest {

    private static final int FILE_HEADER = 24;
    private static final int PACKET_HEADER = 16;
    private static final int COARSE_MICROS = 10_000;

    /** Leaves out the first packets of a pcap file, and makes its times multiples of a number of microseconds. */
    private static byte[] changed(byte[] capture, int without, int micros) {
        ByteBuffer in = ByteBuffer.wrap(capture);
        in.order(in.getInt(0) == 0xa1b2c3d4 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        assertThat(in.getInt(0)).isEqualTo(0xa1b2c3d4);
        ByteBuffer out = ByteBuffer.allocate(capture.length).order(in.order()).put(capture, 0, FILE_HEADER);
        int packet = 0;
        for (int at = FILE_HEADER; at + PACKET_HEADER <= capture.length; packet++) {
            int length = PACKET_HEADER + in.getInt(at + 8);
            if (packet >= without) {
                int start = out.position();
                out.put(capture, at, length);
                out.putInt(start + 4, in.getInt(at + 4) / micros * micros);
            }
            at += length;
        }
        byte[] result = new byte[out.position()];
        out.flip().get(result);
        return result;
    }

    /** The first packets of the captures open connections, so that without them the streams begin in the middle. */
    @ParameterizedTest
    @CsvSource({
        "ganesha-small-v3tcp.pcap.gz, 0",
        "ganesha-small-v3tcp.pcap.gz, 40",
        "ganesha-small-v3tcp.pcap.gz, 333",
        "ganesha-small-v3udp.pcap.gz, 0",
        "ganesha-small-v41tcp.pcap.gz, 0",
        "ganesha-small-v41tcp.pcap.gz, 40",
        "nfstrace-2sessions-wsize32k-512k.pcap.bz2, 0",
        "nfstrace-2sessions-wsize32k-512k.pcap.bz2, 100",
        "wswiki-nfsv3.pcap, 0",
        "wswiki-nfsv3.pcap, 30"
    })
    void coarseTimesChangeNothingButTimes(String name, int without) throws IOException {
        byte[] capture = UnpackedCaptures.bytes(SharedData.path("nfs/captures").resolve(name));
        Converted fine = Converted.of(changed(capture, without, 1));
        Converted coarse = Converted.of(changed(capture, without, COARSE_MICROS));
        assertThat(fine.common()).isNotEmpty();
        assertThat(coarse.withoutTimes()).isEqualTo(fine.withoutTimes());
    }
}
