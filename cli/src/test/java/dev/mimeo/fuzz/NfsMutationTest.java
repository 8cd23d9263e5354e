package dev.mimeo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.convert.NfsConverter;
import dev.mimeo.nfs.internal.pcap.CaptureFiles;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.testing.SharedData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A million packets of NFS with bytes changed at random: nothing is thrown, and memory stays small. */
@Tag("slow")
final class NfsMutationTest {

    private static final int PACKETS = 1_000_000;

    /** Captures of others are longer, and take longer. */
    private static final int SHARED_PACKETS = 100_000;

    /** The most that one reading of a capture may allocate. */
    private static final long MOST_BYTES = 64L << 20;

    private static final NfsConverter.Options ALL = NfsConverter.Options.DEFAULT.withOtherPrograms(true);

    /** A capture in which each third packet has a changed byte or two. */
    private record Mutated(CaptureReader capture, Random random) implements CaptureReader {

        @Override
        public boolean next(Packet packet) throws IOException {
            boolean found = capture.next(packet);
            if (found && packet.capturedLength() > 0 && random.nextInt(3) == 0) {
                for (int i = random.nextInt(2); i >= 0; i--) {
                    // Headers of packets and messages, where bytes mean most.
                    int place = random.nextInt(Math.min(packet.capturedLength(), 300));
                    packet.data()[packet.offset() + place] = (byte) random.nextInt();
                }
            }
            return found;
        }

        @Override
        public @Nullable String damage() {
            return capture.damage();
        }

        @Override
        public long lostPackets() {
            return capture.lostPackets();
        }

        @Override
        public long linkErrors() {
            return capture.linkErrors();
        }

        @Override
        public long bytes() {
            return capture.bytes();
        }

        @Override
        public void close() throws IOException {
            capture.close();
        }
    }

    @Test
    void aMillionChangedPackets() throws IOException {
        mutate(Path.of("../examples/nfs/office.pcap"), PACKETS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wswiki-nfsv2.pcap",
                "wswiki-nfsv3.pcap",
                "wswiki-nfsv4.1_pnfs.cap",
                "zeek-nfs_write.pcap",
                "nfstrace-udp-nfsv3-dup-retransm.pcap.bz2"
            })
    void changedPacketsOfOthers(String name) throws IOException {
        mutate(SharedData.path("nfs/captures/" + name), SHARED_PACKETS);
    }

    /** Converts a capture again and again, each time with other changes. */
    private static void mutate(Path file, int most) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Random random = new Random(1);
        Counters counters = new Counters();
        while (counters.get(Counter.PACKET) < most) {
            Check.allocates(MOST_BYTES, bytes.length, () -> counters.add(convert(bytes, random)));
        }
        assertThat(counters.get(Counter.NFS_REQUEST)).isPositive();
        assertThat(counters.get(Counter.IP_PACKET)).isGreaterThan(most / 2);
    }

    private static Counters convert(byte[] bytes, Random random) throws IOException {
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                        Channels.newChannel(OutputStream.nullOutputStream()),
                        NfsConverter.types(),
                        WriterOptions.DEFAULT.withCodecs("none"));
                CaptureReader capture = CaptureFiles.open(new ByteArrayInputStream(bytes))) {
            NfsConverter converter = new NfsConverter(writer, 1 << 16, 0, ALL);
            converter.read(new Mutated(capture, random));
            converter.finish(Map.of());
            return converter.counters();
        }
    }
}
