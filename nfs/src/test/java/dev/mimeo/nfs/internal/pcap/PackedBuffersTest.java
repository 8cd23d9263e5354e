package dev.mimeo.nfs.internal.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures in LZF and zlib, packed by the codec of DataSeries and by the JDK. */
final class PackedBuffersTest {

    private static final int PACKETS = 3000;

    /** A capture of some megabytes that can be packed in part. */
    private static byte[] capture(int packets) {
        Random random = new Random(1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(24)
                .putInt(0xa1b2c3d4)
                .putInt(0x00020004)
                .putLong(0)
                .putInt(262_144)
                .putInt(1)
                .array());
        byte[] text = new byte[700];
        random.nextBytes(text);
        for (int i = 0; i < packets; i++) {
            int noise = random.nextInt(60);
            ByteBuffer packet = ByteBuffer.allocate(16 + text.length + noise + 100);
            packet.putInt(i).putInt(0).putInt(packet.capacity() - 16).putInt(packet.capacity() - 16);
            byte[] bytes = new byte[noise];
            random.nextBytes(bytes);
            out.writeBytes(packet.put(text).put(bytes).array());
        }
        return out.toByteArray();
    }

    private static byte[] lzf(byte[] bytes) {
        try (Codec codec = Codecs.open("lzf")) {
            byte[] packed = new byte[codec.maxCompressedLength(bytes.length)];
            return Arrays.copyOf(packed, codec.compress(bytes, 0, bytes.length, packed, 0, packed.length));
        }
    }

    private static byte[] zlib(byte[] bytes, int level) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out, new Deflater(level))) {
            deflater.write(bytes);
        }
        return out.toByteArray();
    }

    private static int packets(byte[] file, boolean damaged) throws IOException {
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(file))) {
            Packet packet = new Packet();
            int count = 0;
            while (reader.next(packet)) {
                count++;
            }
            assertThat(reader.damage() != null).isEqualTo(damaged);
            return count;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6, 9})
    void zlibIsUnpacked(int level) throws IOException {
        assertThat(packets(zlib(capture(PACKETS), level), false)).isEqualTo(PACKETS);
    }

    @Test
    void lzfIsUnpacked() throws IOException {
        byte[] packed = lzf(capture(PACKETS));
        assertThat(packed.length).isLessThan(capture(PACKETS).length / 2);
        assertThat(packets(packed, false)).isEqualTo(PACKETS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100_000})
    void lzfComesBackInPartsOfAnySize(int part) throws IOException {
        byte[] bytes = capture(PACKETS / 10);
        ByteArrayOutputStream back = new ByteArrayOutputStream();
        try (InputStream in = new LzfInputStream(new ByteArrayInputStream(lzf(bytes)))) {
            byte[] buffer = new byte[part];
            for (int count = in.read(buffer, 0, part); count >= 0; count = in.read(buffer, 0, part)) {
                back.write(buffer, 0, count);
            }
        }
        assertThat(back.toByteArray()).isEqualTo(bytes);
    }

    /** A cut between two items cannot be detected, but one within the last packet is. */
    @Test
    void whatIsCutOffHasThePacketsBefore() throws IOException {
        byte[] bytes = capture(4);
        byte[] packed = lzf(bytes);
        int before = 0;
        for (int length = 100; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(cut))) {
                int count = 0;
                while (reader.next(new Packet())) {
                    count++;
                }
                assertThat(count).isBetween(before, 4);
                before = count;
            }
        }
        assertThat(before).isBetween(3, 4);
        byte[] deflated = zlib(capture(PACKETS), 6);
        assertThat(packets(Arrays.copyOf(deflated, deflated.length / 2), true)).isBetween(PACKETS / 4, PACKETS - 1);
    }

    @Test
    void aMatchBeforeTheFirstByteIsDamage() {
        byte[] packed = {3, 1, 2, 3, 4, 32, 4};
        assertThatThrownBy(() -> new LzfInputStream(new ByteArrayInputStream(packed)).readNBytes(10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a match at byte 7 starts 5 bytes back");
    }

    @Test
    void anythingElseStaysAsItIs() throws IOException {
        for (int[] start :
                new int[][] {{0x78, 0x9d, 1, 1, 1, 1}, {3, 0xa1, 0xb2, 0xc3, 0xd5}, {2, 0xa1, 0xb2, 0xc3, 0xd4}, {}}) {
            byte[] bytes = new byte[start.length];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) start[i];
            }
            InputStream in = new ByteArrayInputStream(bytes);
            assertThat(CaptureFiles.unpackedBuffer(in)).isSameAs(in);
            assertThat(in.readAllBytes()).isEqualTo(bytes);
        }
    }
}
