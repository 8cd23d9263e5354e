package dev.mimeo.nfs.capture;

import dev.mimeo.internal.files.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes packets from a stream of pcap or pcapng, as {@code tcpdump -w -} and {@code dumpcap -w -} write it, into compressed
 * files of equal size, each of which can be read on its own.
 *
 * <p>One thread only reads, into large buffers in memory. A full one is compressed and written by another thread, as strongly
 * as the number of full buffers leaves time for: see {@link Settings#levels}. The first takes the level in the middle. A
 * compression that is under way when most of the memory is full, or that takes more than 10 seconds while others come, is given
 * up, and the buffer stored in the fastest way, as measured. Packets for which there is no memory left are
 * dropped and counted, with the times of the first and the last, in {@code base.log.jsonl}, which has a line per file too.
 *
 * <p>Start one with {@link #start}, then {@link #await} its end; {@link #stop} may be called from another thread.
 */
public final class PacketCapture {

    private static final double NANOS = 1e9;

    private final Settings settings;
    private final CaptureLog log;
    private final BufferQueue queue;
    private final PacketIntake intake;
    private final FileStorer storer;
    private final Queue<PacketCount> bursts = new ConcurrentLinkedQueue<>();
    private final AtomicLong burstCount = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<Thread> workers = new ArrayList<>();
    private final long startNanos = System.nanoTime();
    private volatile @Nullable IOException failure;

    /**
     * Totals of captured, dropped and stored packets.
     *
     * @param packets that came
     * @param packetBytes bytes of these packets that were captured
     * @param files that were written
     * @param fileBytes bytes of the files before compression
     * @param storedBytes bytes of the files as stored
     * @param filesByLevel number of files stored in each form, in the order of the levels
     * @param abandoned files whose compression was given up for a faster one
     * @param mostDelaySeconds longest time from a full buffer to its file
     * @param droppedPackets packets for which no buffer was free, or that were too large for a file
     * @param unwrittenPackets packets that could not be written, for lack of room on the disk or an error
     * @param bursts number of runs of dropped packets
     * @param lostPackets that did not come, as the capturing program says; -1 where it says nothing
     * @param cutBytes bytes of a packet inside which the input ended
     * @param seconds that it took
     * @param problem why something was not written; null if all was
     */
    public record Summary(
            long packets,
            long packetBytes,
            long files,
            long fileBytes,
            long storedBytes,
            Map<String, Long> filesByLevel,
            long abandoned,
            double mostDelaySeconds,
            long droppedPackets,
            long unwrittenPackets,
            long bursts,
            long lostPackets,
            long cutBytes,
            double seconds,
            @Nullable String problem) {

        /** Copies the numbers of files, in their order. */
        public Summary {
            filesByLevel = Collections.unmodifiableMap(new LinkedHashMap<>(filesByLevel));
        }

        /** Returns the same with what the capturing program said of losses; -1 if it said nothing. */
        public Summary withLostPackets(long lost) {
            return new Summary(
                    packets,
                    packetBytes,
                    files,
                    fileBytes,
                    storedBytes,
                    filesByLevel,
                    abandoned,
                    mostDelaySeconds,
                    droppedPackets,
                    unwrittenPackets,
                    bursts,
                    lost,
                    cutBytes,
                    seconds,
                    problem);
        }
    }

    /**
     * Destination of captured packets, and the resources that a capture may use.
     *
     * @param base folder and first part of the names of files: {@code base.000000.pcap.zst}, {@code base.log.jsonl}
     * @param fileBytes size of files before compression, 64 KiB to 1 GiB; each takes one buffer in memory
     * @param memory bytes for all buffers; at least three must fit
     * @param levels forms of storage from the strongest to the fastest
     * @param threads that compress, at least 1; no more than half as many as there are buffers are used
     * @param minFree bytes that stay free on the disk; what would leave fewer is not written
     * @param replace whether files of an earlier capture with the same names are removed
     */
    public record Settings(
            Path base,
            long fileBytes,
            long memory,
            List<StorageForm> levels,
            int threads,
            long minFree,
            boolean replace) {

        /** Buffers that are needed: one to fill, one to compress, one that waits. */
        private static final int MIN_BUFFERS = 3;

        private static final int MIN_FILE = 1 << 16;
        private static final int MAX_FILE = 1 << 30;

        /** Checks the values. */
        public Settings {
            levels = List.copyOf(levels);
            requireName(base);
            if (fileBytes < MIN_FILE || fileBytes > MAX_FILE) {
                throw new IllegalArgumentException("file size must be 64KiB to 1GiB, got " + fileBytes);
            }
            if (memory / fileBytes < MIN_BUFFERS) {
                throw new IllegalArgumentException("memory of " + memory + " bytes is too little for " + MIN_BUFFERS
                        + " files of " + fileBytes + ": raise it, or make files smaller");
            }
            if (levels.isEmpty()) {
                throw new IllegalArgumentException("no compression level given");
            }
            if (threads < 1 || minFree < 0) {
                throw new IllegalArgumentException("threads must be at least 1, and free bytes at least 0");
            }
        }

        /** Checks that a path ends with a part of a name; {@code .} and {@code ..} are folders. */
        static void requireName(Path base) {
            String last = String.valueOf(base.getFileName());
            if (base.getFileName() == null || last.isEmpty() || last.equals(".") || last.equals("..")) {
                throw new IllegalArgumentException(
                        "'" + base + "' is a folder: append the first part of the names of files, as in traces/monday");
            }
        }

        /** Returns how many files fit into the memory. */
        int buffers() {
            return (int) Math.min(1 << 16, memory / fileBytes);
        }

        /** Returns how many threads compress. */
        int workers() {
            return Math.max(1, Math.min(threads, buffers() / 2));
        }

        /** Returns the folder of the files. */
        Path folder() {
            Path parent = base.toAbsolutePath().getParent();
            return parent == null ? base.toAbsolutePath() : parent;
        }

        /** Returns what names of files start with. */
        String name() {
            return String.valueOf(base.getFileName());
        }
    }

    private PacketCapture(InputStream in, Settings settings, CaptureLog log) {
        this.settings = settings;
        this.log = log;
        int fileBytes = (int) settings.fileBytes();
        LevelLadder ladder = new LevelLadder(settings.levels().size());
        queue = new BufferQueue(settings.buffers(), fileBytes, settings.workers(), ladder, System::nanoTime);
        intake = new PacketIntake(in, queue, fileBytes, burst -> {
            burstCount.incrementAndGet();
            bursts.add(burst);
        });
        storer = new FileStorer(settings, queue, log, this::logBursts);
    }

    /**
     * Starts to read.
     *
     * @param in not closed; a thread may go on waiting for it after {@link #stop}
     * @throws IOException if there are files of that name already, or the log cannot be written
     */
    public static PacketCapture start(InputStream in, Settings settings) throws IOException {
        AtomicFile.requireFolder(settings.base());
        settings.levels().forEach(StorageForm::require);
        clear(settings);
        CaptureLog log = CaptureLog.create(logFile(settings));
        PacketCapture capture;
        try {
            capture = new PacketCapture(in, settings, log);
        } catch (OutOfMemoryError e) {
            log.close();
            throw e;
        }
        capture.begin();
        return capture;
    }

    private static Path logFile(Settings settings) {
        return settings.folder().resolve(settings.name() + ".log.jsonl");
    }

    /** Removes files of an earlier capture, or refuses to. */
    private static void clear(Settings settings) throws IOException {
        Pattern own = Pattern.compile(
                Pattern.quote(settings.name()) + "\\.(\\d{6,}\\.(pcap|pcapng)(\\.zst|\\.gz|\\.lz4)?|log\\.jsonl)");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                settings.folder(),
                file -> own.matcher(String.valueOf(file.getFileName())).matches())) {
            for (Path file : files) {
                if (!settings.replace()) {
                    throw new FileAlreadyExistsException(file.toString());
                }
                Files.delete(file);
            }
        }
    }

    private void begin() {
        ObjectNode line = CaptureLog.event("start")
                .put("fileBytes", settings.fileBytes())
                .put("buffers", settings.buffers())
                .put("room", queue.room())
                .put("threads", settings.workers());
        ArrayNode levels = line.putArray("levels");
        settings.levels().forEach(level -> levels.add(level.toString()));
        log.write(line);
        Thread reader = new Thread(this::read, "mimeo-capture");
        // It may wait for packets that never come.
        reader.setDaemon(true);
        reader.start();
        for (int i = 0; i < settings.workers(); i++) {
            Thread worker = new Thread(
                    () -> storer.work(() -> Objects.requireNonNull(intake.extension())), "mimeo-compress-" + i);
            // A process that never awaits the end of the capture can end all the same.
            worker.setDaemon(true);
            workers.add(worker);
            worker.start();
        }
    }

    private void read() {
        try {
            intake.run();
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            failure = new IOException("reading packets failed: " + e, e);
        } finally {
            intake.stop();
            ended.countDown();
        }
    }

    private void logBursts() {
        for (PacketCount burst = bursts.poll(); burst != null; burst = bursts.poll()) {
            log.write(CaptureLog.put(CaptureLog.event("drops").put("reason", "memory"), burst));
        }
    }

    /**
     * Ends the capture: what comes within {@code patience} is still taken, for a program that is told to stop at the same time
     * may have some left. All that waits is stored in the fastest way. Thread-safe; {@link #await} returns soon after.
     */
    public void stop(Duration patience) throws InterruptedException {
        queue.hurry();
        if (!ended.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            intake.stop();
            ended.countDown();
        }
    }

    /**
     * Waits until the input ends or the capture is stopped, and all files are written. May be called once.
     *
     * @throws IOException if reading failed or the input is damaged; the packets before are in the files, and without any there is no log
     *     either
     */
    public Summary await() throws IOException, InterruptedException {
        ended.await();
        queue.close();
        for (Thread worker : workers) {
            worker.join();
        }
        logBursts();
        Summary summary = summary();
        IOException damage = failure;
        log.write(CaptureLog.event("end")
                .put("packets", summary.packets())
                .put("files", summary.files())
                .put("storedBytes", summary.storedBytes())
                .put("abandoned", summary.abandoned())
                .put("mostDelaySeconds", summary.mostDelaySeconds())
                .put("droppedPackets", summary.droppedPackets())
                .put("unwrittenPackets", summary.unwrittenPackets())
                .put("bursts", summary.bursts())
                .put("lostPackets", summary.lostPackets() < 0 ? null : summary.lostPackets())
                .put("cutBytes", summary.cutBytes())
                .put("problem", damage == null ? summary.problem() : damage.getMessage()));
        log.close();
        if (damage != null) {
            if (summary.packets() == 0) {
                // A log of nothing would only keep the next run from using the name.
                Files.deleteIfExists(logFile(settings));
            }
            throw damage;
        }
        return summary;
    }

    private Summary summary() {
        PacketCount taken = intake.taken();
        PacketCount dropped = intake.dropped();
        IOException unlogged = log.failure();
        String problem = storer.problem();
        return new Summary(
                taken.packets() + dropped.packets(),
                taken.bytes() + dropped.bytes(),
                storer.files(),
                storer.fileBytes(),
                storer.storedBytes(),
                storer.filesByLevel(),
                storer.abandoned(),
                storer.mostDelaySeconds(),
                dropped.packets(),
                storer.unwrittenPackets(),
                burstCount.get(),
                intake.lostPackets(),
                intake.cutBytes(),
                (System.nanoTime() - startNanos) / NANOS,
                problem == null && unlogged != null ? "the log is not complete: " + unlogged.getMessage() : problem);
    }
}
