package dev.mimeo.nfs.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
 * as the number of full buffers leaves time for: see {@link CaptureSettings#levels}. A compression that is under way when most
 * of the memory is full is given up, and the buffer stored in the fastest way. Packets for which there is no memory left are
 * dropped and counted, with the times of the first and the last, in {@code base.log.jsonl}, which has a line per file too.
 *
 * <p>Start one with {@link #start}, then {@link #await} its end; {@link #stop} may be called from another thread.
 */
public final class PacketCapture {

    private static final double NANOS = 1e9;

    private final CaptureSettings settings;
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

    private PacketCapture(InputStream in, CaptureSettings settings, CaptureLog log) {
        this.settings = settings;
        this.log = log;
        int fileBytes = (int) settings.fileBytes();
        LevelLadder ladder = new LevelLadder(settings.levels().size());
        queue = new BufferQueue(settings.buffers(), fileBytes, settings.workers(), ladder);
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
    public static PacketCapture start(InputStream in, CaptureSettings settings) throws IOException {
        Path folder = settings.folder();
        if (!Files.isDirectory(folder)) {
            throw new FileSystemException(folder.toString(), null, "no such directory: create it first");
        }
        settings.levels().forEach(StorageForm::require);
        clear(settings);
        CaptureLog log = new CaptureLog(folder.resolve(settings.name() + ".log.jsonl"), false);
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

    /** Removes files of an earlier capture, or refuses to. */
    private static void clear(CaptureSettings settings) throws IOException {
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
     * @throws IOException if reading failed or the input is damaged; the packets before are in the files
     */
    public CaptureSummary await() throws IOException, InterruptedException {
        ended.await();
        queue.close();
        for (Thread worker : workers) {
            worker.join();
        }
        logBursts();
        CaptureSummary summary = summary();
        IOException damage = failure;
        log.write(CaptureLog.event("end")
                .put("packets", summary.packets())
                .put("files", summary.files())
                .put("storedBytes", summary.storedBytes())
                .put("droppedPackets", summary.droppedPackets())
                .put("unwrittenPackets", summary.unwrittenPackets())
                .put("bursts", summary.bursts())
                .put("lostPackets", summary.lostPackets() < 0 ? null : summary.lostPackets())
                .put("cutBytes", summary.cutBytes())
                .put("problem", damage == null ? summary.problem() : damage.getMessage()));
        log.close();
        if (damage != null) {
            throw damage;
        }
        return summary;
    }

    private CaptureSummary summary() {
        PacketCount taken = intake.taken();
        PacketCount dropped = intake.dropped();
        IOException unlogged = log.failure();
        String problem = storer.problem();
        return new CaptureSummary(
                taken.packets() + dropped.packets(),
                taken.bytes() + dropped.bytes(),
                storer.files(),
                storer.fileBytes(),
                storer.storedBytes(),
                storer.filesByLevel(),
                dropped.packets(),
                storer.unwrittenPackets(),
                burstCount.get(),
                intake.lostPackets(),
                intake.cutBytes(),
                (System.nanoTime() - startNanos) / NANOS,
                problem == null && unlogged != null ? "the log is not complete: " + unlogged.getMessage() : problem);
    }
}
