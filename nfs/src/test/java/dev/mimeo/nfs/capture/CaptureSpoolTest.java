package dev.mimeo.nfs.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.formats.trace.TraceInputs;
import dev.mimeo.nfs.capture.CaptureSpool.End;
import dev.mimeo.nfs.capture.CaptureSpool.Youngest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(300)
final class CaptureSpoolTest {

    @TempDir
    private Path folder;

    private Path spool() throws IOException {
        return Files.createDirectories(folder.resolve("spool"));
    }

    private Path disk() throws IOException {
        return Files.createDirectories(folder.resolve("disk"));
    }

    private CaptureSpool.Settings settings(String levels, long room) throws IOException {
        return new CaptureSpool.Settings(spool(), disk().resolve("base"), StorageForm.parseList(levels), 2, room, 0);
    }

    /** Writes files a second apart. */
    private List<byte[]> write(int count) throws IOException {
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] capture = Streams.pcap(i, 200, 1000, ByteOrder.LITTLE_ENDIAN, false);
            all.add(capture);
            Path file = Files.write(spool().resolve("base.pcap" + (i == 0 ? "" : i)), capture);
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + 1000L * i));
        }
        Files.write(spool().resolve("other.pcap"), new byte[9]);
        Files.write(spool().resolve("base.txt"), new byte[9]);
        return all;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static byte[] unpacked(Path file) throws IOException {
        try (InputStream in = TraceInputs.unpacked(Files.newInputStream(file))) {
            return in.readAllBytes();
        }
    }

    @Test
    void compressesAllButTheYoungest() throws Exception {
        List<byte[]> all = write(4);
        CaptureSpool.Summary summary = new CaptureSpool(settings("zstd:3", 1 << 30)).run(End.EMPTY, Youngest.GROWING);
        assertThat(names(spool())).containsExactly("base.pcap3", "base.txt", "other.pcap");
        assertThat(names(disk()))
                .containsExactly("base.log.jsonl", "base.pcap.zst", "base.pcap1.zst", "base.pcap2.zst");
        for (int i = 0; i < 3; i++) {
            assertThat(unpacked(disk().resolve("base.pcap" + (i == 0 ? "" : i) + ".zst")))
                    .isEqualTo(all.get(i));
        }
        assertThat(summary.files()).isEqualTo(3);
        assertThat(summary.bytes()).isEqualTo(all.get(0).length + all.get(1).length + all.get(2).length);
        assertThat(new CaptureSpool(settings("zstd:3", 1 << 30))
                        .run(End.EMPTY, Youngest.COMPLETE)
                        .files())
                .isEqualTo(1);
        assertThat(names(spool())).containsExactly("base.txt", "other.pcap");
    }

    @Test
    void theMoreWaitsTheFaster() throws Exception {
        List<byte[]> all = write(20);
        new CaptureSpool(settings("zstd:19,none", all.get(0).length * 4L)).run(End.EMPTY, Youngest.COMPLETE);
        assertThat(names(disk())).contains("base.pcap", "base.pcap19.zst");
    }

    private JsonNode firstFile() throws IOException {
        List<String> lines = Files.readAllLines(disk().resolve("base.log.jsonl"));
        return JsonMapper.builder().build().readTree(lines.get(0));
    }

    @Test
    void beginsInTheMiddle() throws Exception {
        write(1);
        new CaptureSpool(settings("zstd:19,zstd:9,zstd:3,lz4,none", 1 << 30)).run(End.EMPTY, Youngest.COMPLETE);
        assertThat(firstFile().get("codec").asString()).isEqualTo("zstd:3");
    }

    /** A file whose compression takes long in wall-clock time is given up when others come meanwhile. */
    @Test
    void aFileThatTakesLongIsGivenUp() throws Exception {
        byte[] capture = write(1).get(0);
        AtomicLong now = new AtomicLong();
        LongSupplier clock = () -> {
            try {
                // A file comes with each look at the clock, up to three.
                long look = now.getAndAdd(11_000_000_000L) / 11_000_000_000L;
                if (look >= 2 && look <= 4) {
                    Files.write(spool().resolve("base.pcap" + (10 + look)), capture);
                }
                return now.get();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
        CaptureSpool.Settings settings = new CaptureSpool.Settings(
                spool(), disk().resolve("base"), StorageForm.parseList("zstd:9,lz4"), 1, 8L * capture.length, 0);
        CaptureSpool.Summary summary = new CaptureSpool(settings, clock).run(End.EMPTY, Youngest.COMPLETE);
        assertThat(summary.files()).isEqualTo(4);
        assertThat(summary.abandoned()).isPositive();
        assertThat(firstFile().get("file").asString()).isEqualTo("base.pcap.lz4");
        assertThat(firstFile().get("gaveUp").asString()).isEqualTo("zstd:9");
        assertThat(unpacked(disk().resolve("base.pcap.lz4"))).isEqualTo(capture);
    }

    /** An earlier run has ended between two steps. */
    @Test
    void goesOnWhereAnEarlierRunEnded() throws Exception {
        List<byte[]> all = write(3);
        Path first = spool().resolve("base.pcap");
        byte[] original = Files.readAllBytes(first);
        new CaptureSpool(settings("lz4", 1 << 30)).run(End.EMPTY, Youngest.GROWING);
        Files.write(first, original);
        Files.setLastModifiedTime(first, FileTime.fromMillis(1));
        Files.write(disk().resolve(".base.pcap1.lz4.tmp"), new byte[5]);
        FileTime before = Files.getLastModifiedTime(disk().resolve("base.pcap.lz4"));
        new CaptureSpool(settings("lz4", 1 << 30)).run(End.EMPTY, Youngest.COMPLETE);
        assertThat(names(spool())).containsExactly("base.txt", "other.pcap");
        assertThat(Files.getLastModifiedTime(disk().resolve("base.pcap.lz4"))).isEqualTo(before);
        assertThat(unpacked(disk().resolve("base.pcap2.lz4"))).isEqualTo(all.get(2));
    }

    /** The level of the earlier run is unknown, and a second copy with another codec would double the packets. */
    @Test
    void whatAnEarlierRunCompressedWithAnotherCodecIsLoggedWithThatCodec() throws Exception {
        write(2);
        Path first = spool().resolve("base.pcap");
        byte[] original = Files.readAllBytes(first);
        new CaptureSpool(settings("gzip:1", 1 << 30)).run(End.EMPTY, Youngest.GROWING);
        assertThat(firstFile().get("codec").asString()).isEqualTo("gzip:1");
        Files.write(first, original);
        Files.setLastModifiedTime(first, FileTime.fromMillis(1));
        Files.delete(disk().resolve("base.log.jsonl"));
        new CaptureSpool(settings("zstd:9,lz4", 1 << 30)).run(End.EMPTY, Youngest.GROWING);
        assertThat(firstFile().get("file").asString()).isEqualTo("base.pcap.gz");
        assertThat(firstFile().get("codec").asString()).isEqualTo("gzip");
        assertThat(names(disk())).containsExactly("base.log.jsonl", "base.pcap.gz");
    }

    @Test
    void keepsTheOriginalIfThereIsAnotherFileOfThatName() throws Exception {
        write(2);
        Files.write(disk().resolve("base.pcap.gz"), Streams.pcap(99, 3, 10, ByteOrder.BIG_ENDIAN, false));
        CaptureSpool spool = new CaptureSpool(settings("gzip:1", 1 << 30));
        assertThatThrownBy(() -> spool.run(End.EMPTY, Youngest.GROWING))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not what");
        assertThat(names(spool())).contains("base.pcap");
    }

    /** Of the same size and time, as a copy has them: its packets may be others. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "file systems there do not tell such files apart")
    void keepsAFileThatTookThePlaceOfTheOneThatWasCompressed() throws Exception {
        byte[] capture = write(1).get(0);
        Path file = spool().resolve("base.pcap");
        FileTime time = Files.getLastModifiedTime(file);
        AtomicInteger looks = new AtomicInteger();
        LongSupplier clock = () -> {
            try {
                // The first look is that of the task, the second that of its compression.
                if (looks.incrementAndGet() == 2) {
                    Path other = Files.write(spool().resolve("other"), capture);
                    Files.setLastModifiedTime(other, time);
                    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
                }
                return 0;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
        CaptureSpool spool = new CaptureSpool(settings("lz4", 1 << 30), clock);
        assertThatThrownBy(() -> spool.run(End.EMPTY, Youngest.COMPLETE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has changed while it was compressed");
        assertThat(Files.readAllBytes(file)).isEqualTo(capture);
        assertThat(names(disk())).containsExactly("base.log.jsonl");
    }

    @Test
    void leavesTheOriginalWhereTheDiskIsFull() throws Exception {
        write(2);
        CaptureSpool spool = new CaptureSpool(new CaptureSpool.Settings(
                spool(), disk().resolve("base"), StorageForm.LADDER, 1, 1 << 30, Long.MAX_VALUE / 2));
        assertThatThrownBy(() -> spool.run(End.EMPTY, Youngest.GROWING))
                .hasMessageMatching(".*: only [0-9.]+ [KMGTP]?i?B are free");
        assertThat(names(spool())).contains("base.pcap", "base.pcap1");
        assertThat(names(disk())).containsExactly("base.log.jsonl");
    }

    @Test
    void theFolderOfTheResultsMustExist() throws Exception {
        write(1);
        CaptureSpool spool = new CaptureSpool(
                new CaptureSpool.Settings(spool(), disk().resolve("none/base"), StorageForm.LADDER, 1, 1 << 30, 0));
        assertThatThrownBy(() -> spool.run(End.EMPTY, Youngest.COMPLETE))
                .hasMessageContaining("none: no such directory: create it first");
    }

    @Test
    void inOneFolderNothingIsStoredAsItIs() throws Exception {
        Path base = spool().resolve("base");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new CaptureSpool.Settings(spool(), base, StorageForm.parseList("none"), 1, 1 << 20, 0));
        write(9);
        new CaptureSpool(new CaptureSpool.Settings(spool(), base, StorageForm.LADDER, 2, 1, 0))
                .run(End.EMPTY, Youngest.COMPLETE);
        assertThat(names(spool())).contains("base.pcap.lz4").doesNotContain("base.pcap");
    }

    /** A file that is its own compressed form must not be taken for one that an earlier run has left. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "not every user may make symbolic links")
    void inOneFolderNothingIsStoredAsItIsAlsoByAnotherName() throws Exception {
        byte[] capture = write(1).get(0);
        Path link = Files.createSymbolicLink(folder.resolve("link"), spool());
        for (Path[] names : new Path[][] {{spool(), link}, {link, spool()}}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new CaptureSpool.Settings(
                            names[0], names[1].resolve("base"), StorageForm.parseList("none"), 1, 1 << 20, 0));
        }
        new CaptureSpool(new CaptureSpool.Settings(link, spool().resolve("base"), StorageForm.LADDER, 1, 1, 0))
                .run(End.EMPTY, Youngest.COMPLETE);
        assertThat(names(spool())).doesNotContain("base.pcap");
        assertThat(unpacked(spool().resolve("base.pcap.zst"))).isEqualTo(capture);
    }

    @Test
    void aRunThatWaitsEndsWhenItIsStopped() throws Exception {
        write(3);
        CaptureSpool spool = new CaptureSpool(settings("lz4", 1 << 30));
        Thread stopper = new Thread(() -> {
            try {
                while (names(disk()).size() < 3) {
                    Thread.onSpinWait();
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            spool.stop();
        });
        stopper.start();
        spool.run(End.STOP, Youngest.GROWING);
        stopper.join();
        assertThat(names(spool())).contains("base.pcap2");
    }

    /** Otherwise they would wait for files for ever, and for the log that is closed. */
    @Test
    void anInterruptedRunLeavesNoThreadAtWork() throws Exception {
        write(1);
        CaptureSpool spool = new CaptureSpool(settings("zstd:3", 1 << 30));
        try {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> spool.run(End.STOP, Youngest.GROWING)).isInstanceOf(InterruptedException.class);
        } finally {
            Thread.interrupted();
        }
        assertThat(Thread.getAllStackTraces().values())
                .isNotEmpty()
                .noneMatch(stack -> Arrays.stream(stack)
                        .anyMatch(frame -> frame.getClassName().endsWith(".CaptureSpool")));
        assertThat(names(spool())).contains("base.pcap");
    }
}
