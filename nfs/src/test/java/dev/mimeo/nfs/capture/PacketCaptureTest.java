package dev.mimeo.nfs.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(300)
@Tag("thorough")
final class PacketCaptureTest {

    private static final int FILE = 1 << 16;

    @TempDir
    private Path folder;

    private PacketCapture.Settings settings(String levels, int buffers, int threads) {
        return new PacketCapture.Settings(
                folder.resolve("base"), FILE, (long) FILE * buffers, StorageForm.parseList(levels), threads, 0, false);
    }

    private PacketCapture.Summary capture(InputStream in, PacketCapture.Settings settings) throws Exception {
        return PacketCapture.start(in, settings).await();
    }

    private List<JsonNode> log() throws IOException {
        JsonMapper mapper = JsonMapper.builder().build();
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("base.log.jsonl"))) {
            lines.add(mapper.readTree(line));
        }
        return lines;
    }

    private static List<JsonNode> events(List<JsonNode> log, String event) {
        return log.stream()
                .filter(line -> line.get("event").asString().equals(event))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"true,true,1", "true,false,2", "false,true,3", "false,false,4"})
    void everyPacketOfPcapIsInAFileThatStandsAlone(boolean little, boolean nanoseconds, long seed) throws Exception {
        ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        byte[] stream = Streams.pcap(seed, 3000, 1500, order, nanoseconds);
        PacketCapture.Summary summary =
                capture(Streams.inPieces(stream, seed, 5000), settings("zstd:3,lz4,gzip:1,none", 100, 2));
        List<String> packets = Streams.packets(stream);
        assertThat(Streams.stored(folder)).isEqualTo(packets);
        assertThat(summary.packets()).isEqualTo(packets.size());
        assertThat(summary.droppedPackets()).isZero();
        assertThat(summary.lostPackets()).as("pcap does not tell").isEqualTo(-1);
        assertThat(summary.problem()).isNull();
        List<JsonNode> files = events(log(), "file");
        assertThat(files).hasSize((int) summary.files());
        long bytes = 0;
        for (JsonNode file : files) {
            bytes += file.get("bytes").asLong();
            assertThat(Files.size(folder.resolve(file.get("file").asString())))
                    .isEqualTo(file.get("storedBytes").asLong());
        }
        assertThat(bytes).as("each file has the header").isEqualTo(stream.length + 24L * (files.size() - 1));
        assertThat(bytes).isEqualTo(summary.fileBytes());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyPacketOfPcapngIsInAFileThatStandsAlone(boolean little) throws Exception {
        ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        byte[] stream = Streams.pcapng(7, 2000, 1500, order);
        PacketCapture.Summary summary = capture(Streams.inPieces(stream, 3, 9000), settings("zstd:3,lz4,none", 100, 1));
        assertThat(Streams.stored(folder)).isEqualTo(Streams.packets(stream));
        assertThat(summary.files()).isGreaterThan(10);
        assertThat(summary.lostPackets()).isEqualTo(34);
        JsonNode end = events(log(), "end").get(0);
        assertThat(end.get("lostPackets").asLong()).isEqualTo(34);
        assertThat(Streams.files(folder))
                .isNotEmpty()
                .allMatch(file -> file.toString().contains(".pcapng"));
    }

    /** Packets that do not fit while nothing is compressed are dropped, counted, and reported with their times. */
    @Test
    void dropsAndCountsWhereNoBufferIsFree() throws Exception {
        byte[] stream = Streams.pcap(11, 4000, 1000, ByteOrder.LITTLE_ENDIAN, false);
        BufferQueue queue = new BufferQueue(5, FILE, 1, new LevelLadder(3), () -> 0);
        List<PacketCount> bursts = new ArrayList<>();
        List<PacketBuffer> files = new ArrayList<>();
        InputStream in = new ByteArrayInputStream(stream) {
            private long given;

            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                int count = super.read(target, offset, Math.min(length, 4096));
                long before = given;
                given += Math.max(0, count);
                // Twice somebody comes and takes all there is.
                if (before / 800_000 != given / 800_000 && given < 2_000_000) {
                    take(queue, files);
                }
                return count;
            }
        };
        PacketIntake intake = new PacketIntake(in, queue, FILE, bursts::add);
        intake.run();
        queue.close();
        take(queue, files);
        List<String> all = Streams.packets(stream);
        List<String> kept = new ArrayList<>();
        for (PacketBuffer file : files) {
            kept.addAll(Streams.packets(Arrays.copyOf(file.data, file.end)));
        }
        assertThat(bursts).hasSize(3);
        assertThat(kept).isSubsetOf(all);
        assertThat(kept.size() + intake.dropped().packets()).isEqualTo(all.size());
        assertThat(intake.taken().packets()).isEqualTo(kept.size());
        assertThat(bursts.stream().mapToLong(PacketCount::packets).sum())
                .isEqualTo(intake.dropped().packets());
        List<String> dropped = new ArrayList<>(all);
        dropped.removeAll(kept);
        for (PacketCount burst : bursts) {
            // Packets are a second apart.
            assertThat((burst.last() >>> 32) - (burst.first() >>> 32)).isEqualTo(burst.packets() - 1);
            assertThat(dropped.get(0)).startsWith(String.format("%016x", burst.first()));
            assertThat(dropped.get((int) burst.packets() - 1)).startsWith(String.format("%016x", burst.last()));
            dropped.subList(0, (int) burst.packets()).clear();
        }
        assertThat(dropped).isEmpty();
    }

    /** Takes what waits, copies it and gives the buffers back. */
    private static void take(BufferQueue queue, List<PacketBuffer> files) {
        try {
            int waiting;
            do {
                BufferQueue.Work work = queue.take();
                if (work == null) {
                    return;
                }
                PacketBuffer copy = new PacketBuffer(work.buffer().end);
                System.arraycopy(work.buffer().data, 0, copy.data, 0, copy.data.length);
                copy.end = copy.data.length;
                files.add(copy);
                waiting = work.waiting();
                queue.release(work.buffer());
            } while (waiting > 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatIsDroppedIsLogged() throws Exception {
        byte[] stream = Streams.pcap(12, 40_000, 1500, ByteOrder.LITTLE_ENDIAN, false);
        PacketCapture.Summary summary = capture(new ByteArrayInputStream(stream), settings("zstd:22", 3, 1));
        assertThat(summary.droppedPackets()).as("30 MB at once").isPositive();
        long logged = 0;
        for (JsonNode line : events(log(), "drops")) {
            assertThat(line.get("reason").asString()).isEqualTo("memory");
            assertThat(line.get("firstPacketAt").asString()).startsWith("2023-11-");
            logged += line.get("packets").asLong();
        }
        assertThat(logged).isEqualTo(summary.droppedPackets());
        List<String> stored = Streams.stored(folder);
        assertThat(stored.size() + summary.droppedPackets()).isEqualTo(40_000).isEqualTo(summary.packets());
    }

    private static BufferQueue.Work work(int waiting) {
        return new BufferQueue.Work(new PacketBuffer(1), 0, waiting, 0);
    }

    /** A worker that is busy for long would lose the beginning of a burst. */
    @Test
    void aBufferThatTakesLongIsGivenUpWhenOthersWait() throws Exception {
        byte[] stream = Streams.pcap(13, 500, 1500, ByteOrder.LITTLE_ENDIAN, false);
        long[] now = {5};
        BufferQueue queue = new BufferQueue(20, FILE, 1, new LevelLadder(5), () -> now[0]);
        new PacketIntake(new ByteArrayInputStream(stream), queue, FILE, burst -> {}).run();
        BufferQueue.Work work = Objects.requireNonNull(queue.take());
        assertThat(work.rung()).as("begins in the middle").isEqualTo(2);
        BufferQueue.Work before = new BufferQueue.Work(work.buffer(), work.rung(), 0, work.startNanos());
        assertThat(before.startNanos()).isEqualTo(5);
        now[0] += 10_000_000_000L;
        assertThat(queue.isPressed(before, 1)).isFalse();
        now[0]++;
        assertThat(queue.isPressed(work, 1)).as("as much waits as before").isFalse();
        assertThat(queue.isPressed(before, 1)).isTrue();
        assertThat(Objects.requireNonNull(queue.take()).rung()).isEqualTo(3);
    }

    /** Compression in flight with a strong level is given up when most of the memory is full. */
    @Test
    void givesUpAStrongLevelForTheFastest() throws Exception {
        byte[] stream = Streams.pcap(13, 4000, 1500, ByteOrder.LITTLE_ENDIAN, false);
        BufferQueue queue = new BufferQueue(6, FILE, 1, new LevelLadder(3), () -> 0);
        PacketIntake intake = new PacketIntake(new ByteArrayInputStream(stream), queue, FILE, burst -> {});
        assertThat(queue.isPressed(work(0), 1)).isFalse();
        intake.run();
        assertThat(queue.isPressed(work(0), 1)).isTrue();
        assertThat(queue.isPressed(work(6), 1)).as("no more than before").isFalse();
        BufferQueue.Work work = Objects.requireNonNull(queue.take());
        assertThat(work.rung()).isEqualTo(2);
    }

    /** Whatever is thrown on the thread that reads ends the capture with its own message, and what came before is stored. */
    @Test
    void anErrorOfTheReaderEndsTheCapture() throws Exception {
        byte[] stream = Streams.pcap(14, 1000, 1000, ByteOrder.LITTLE_ENDIAN, false);
        InputStream broken = new InputStream() {
            @Override
            public int read() {
                throw new UnsatisfiedLinkError("no library of packets");
            }

            @Override
            public int read(byte[] destination, int offset, int length) {
                return read();
            }
        };
        PacketCapture capture = PacketCapture.start(
                new SequenceInputStream(new ByteArrayInputStream(stream), broken), settings("zstd:1,none", 20, 1));
        assertThatThrownBy(capture::await)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no library of packets")
                .hasCauseInstanceOf(UnsatisfiedLinkError.class);
        assertThat(Streams.stored(folder)).isEqualTo(Streams.packets(stream));
        assertThat(events(log(), "end").get(0).get("problem").asString()).contains("no library of packets");
    }

    @Test
    void stopsWhileItWaitsForPackets() throws Exception {
        byte[] stream = Streams.pcap(14, 1000, 1000, ByteOrder.LITTLE_ENDIAN, false);
        try (PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out, 1 << 20)) {
            PacketCapture capture = PacketCapture.start(in, settings("zstd:19,none", 20, 1));
            out.write(stream, 0, stream.length - 3);
            out.flush();
            while (in.available() > 0) {
                Thread.onSpinWait();
            }
            // Packets that were read are counted before more are requested, which never arrive.
            capture.stop(Duration.ofMillis(500));
            PacketCapture.Summary summary = capture.await();
            List<String> packets = Streams.packets(stream);
            assertThat(Streams.stored(folder)).isEqualTo(packets.subList(0, packets.size() - 1));
            assertThat(summary.cutBytes()).isPositive();
            assertThat(summary.filesByLevel().get("none")).as("in a hurry").isPositive();
        }
    }

    @Test
    void writesNothingToADiskThatIsFull() throws Exception {
        byte[] stream = Streams.pcap(15, 1000, 1000, ByteOrder.LITTLE_ENDIAN, false);
        PacketCapture.Settings settings = new PacketCapture.Settings(
                folder.resolve("base"), FILE, FILE * 20L, StorageForm.LADDER, 1, Long.MAX_VALUE / 2, false);
        PacketCapture.Summary summary = capture(new ByteArrayInputStream(stream), settings);
        assertThat(summary.files()).isZero();
        assertThat(summary.unwrittenPackets()).isEqualTo(1000);
        assertThat(summary.problem()).containsPattern("^only [0-9.]+ [KMGTP]?i?B are free in ");
        assertThat(Streams.files(folder)).isEmpty();
        assertThat(events(log(), "drops"))
                .isNotEmpty()
                .allMatch(line -> line.get("reason").asString().equals("disk"));
    }

    @Test
    void aCaptureWithoutPacketsIsAFile() throws Exception {
        byte[] stream = Streams.pcap(1, 0, 0, ByteOrder.BIG_ENDIAN, false);
        assertThat(capture(new ByteArrayInputStream(stream), settings("none", 3, 1))
                        .packets())
                .isZero();
        assertThat(Files.readAllBytes(folder.resolve("base.000000.pcap"))).isEqualTo(stream);
    }

    @Test
    void keepsWhatIsBeforeDamage() throws Exception {
        byte[] stream = Streams.pcap(16, 1000, 1000, ByteOrder.LITTLE_ENDIAN, false);
        byte[] damaged = Arrays.copyOf(stream, stream.length + 100);
        Arrays.fill(damaged, stream.length, damaged.length, (byte) 0x7f);
        PacketCapture capture = PacketCapture.start(new ByteArrayInputStream(damaged), settings("lz4,none", 30, 1));
        assertThatThrownBy(capture::await)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than the capture");
        assertThat(Streams.stored(folder)).isEqualTo(Streams.packets(stream));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 23, 100})
    void refusesWhatIsNoCapture(int bytes) throws Exception {
        PacketCapture capture = PacketCapture.start(new ByteArrayInputStream(new byte[bytes]), settings("none", 3, 1));
        assertThatThrownBy(capture::await).isInstanceOf(IOException.class).hasMessageContaining("not a capture");
        assertThat(folder).isEmptyDirectory();
        // The name is free for another try.
        byte[] stream = Streams.pcap(20, 10, 100, ByteOrder.LITTLE_ENDIAN, false);
        capture(new ByteArrayInputStream(stream), settings("none", 9, 1));
        assertThat(Streams.stored(folder)).isEqualTo(Streams.packets(stream));
    }

    /** A packet that no file can hold is counted, and those around it are kept. */
    @Test
    void aPacketLargerThanAFileIsDropped() throws Exception {
        byte[] small = Streams.pcap(17, 100, 1000, ByteOrder.LITTLE_ENDIAN, false);
        byte[] large = Streams.pcap(18, 1, 0, ByteOrder.LITTLE_ENDIAN, false);
        byte[] all = Arrays.copyOf(small, small.length + 16 + 100_000 + small.length - 24);
        System.arraycopy(large, 24, all, small.length, 16);
        all[small.length + 8] = (byte) 100_000;
        all[small.length + 9] = (byte) (100_000 >> 8);
        all[small.length + 10] = (byte) (100_000 >> 16);
        System.arraycopy(small, 24, all, small.length + 16 + 100_000, small.length - 24);
        PacketCapture.Summary summary = capture(Streams.inPieces(all, 5, 3000), settings("none", 9, 1));
        List<String> expected = new ArrayList<>(Streams.packets(small));
        expected.addAll(Streams.packets(small));
        assertThat(Streams.stored(folder)).isEqualTo(expected);
        assertThat(summary.droppedPackets()).isEqualTo(1);
    }

    @Test
    void doesNotMixTwoCaptures() throws Exception {
        byte[] stream = Streams.pcap(19, 10, 100, ByteOrder.LITTLE_ENDIAN, false);
        capture(new ByteArrayInputStream(stream), settings("zstd,none", 9, 1));
        assertThatThrownBy(() -> capture(new ByteArrayInputStream(stream), settings("none", 9, 1)))
                .isInstanceOf(FileAlreadyExistsException.class);
        Files.createFile(folder.resolve("base.other"));
        PacketCapture.Settings replacing = new PacketCapture.Settings(
                folder.resolve("base"), FILE, FILE * 9L, StorageForm.parseList("none"), 1, 0, true);
        capture(new ByteArrayInputStream(stream), replacing);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("base.000000.pcap", "base.log.jsonl", "base.other");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "zstd:0", "zstd:23", "gzip:10", "lz4:3", "none,none", "zip"})
    void refusesLevels(String levels) {
        assertThatIllegalArgumentException().isThrownBy(() -> StorageForm.parseList(levels));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "folder/.", "/", "folder/.."})
    void refusesAFolderAsTheStartOfNames(String base) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new PacketCapture.Settings(Path.of(base), FILE, 3 * FILE, StorageForm.LADDER, 1, 0, false))
                .withMessageContaining("is a folder");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CaptureSpool.Settings(folder, Path.of(base), StorageForm.LADDER, 1, 1, 0))
                .withMessageContaining("is a folder");
    }
}
