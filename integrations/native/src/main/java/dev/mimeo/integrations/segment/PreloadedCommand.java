package dev.mimeo.integrations.segment;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.process.ShutdownHook;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A command whose writes to chosen files have the data of a segment. Its streams are those of this process.
 *
 * @param library see {@link PreloadLibrary}
 * @param segment segment file
 * @param targets files, devices and folders whose data is replaced, 1 to 64; they need not exist, but their folders must
 * @param seed seed of the streams
 * @param verify whether what the command reads is compared
 */
public record PreloadedCommand(Path library, Path segment, List<Path> targets, long seed, boolean verify) {

    private static final int COUNTERS = 7;
    private static final int MAX_TARGETS = 64;
    private static final String PRELOAD = "LD_PRELOAD";

    /** @throws IllegalArgumentException if there is no target, or more than 64, or the name of one has a line feed */
    public PreloadedCommand {
        targets = List.copyOf(targets);
        if (targets.isEmpty()
                || targets.stream().anyMatch(target -> target.toString().contains("\n"))) {
            throw new IllegalArgumentException(
                    "a command needs a file, device or folder, without a line feed in its name");
        }
        if (targets.size() > MAX_TARGETS) {
            throw new IllegalArgumentException(targets.size() + " files, devices and folders are more than "
                    + MAX_TARGETS + ": choose a folder above them");
        }
        if (library.toString().matches(".*[ :].*")) {
            throw new IllegalArgumentException(library + ": a library in a folder with blanks or colons in its name"
                    + " cannot be preloaded: choose another folder with XDG_CACHE_HOME");
        }
    }

    /**
     * The outcome of a command, over all its processes.
     *
     * @param exitCode exit code of the command, or 128 plus the number of the signal that ended it
     * @param writes calls whose data was replaced
     * @param writtenBytes bytes that these wrote
     * @param verifiedBytes bytes read and compared
     * @param differentBlocks blocks of 4 KiB, or parts of them in one read, that differ from what was generated
     * @param zeroBlocks those that differ only by zeros at the beginning or end of sectors of 512 bytes: never written, or lost
     * @param refusals calls refused because their data cannot be replaced
     * @param failedStarts programs that did not run because the segment is damaged or cannot be read
     */
    public record Outcome(
            int exitCode,
            long writes,
            long writtenBytes,
            long verifiedBytes,
            long differentBlocks,
            long zeroBlocks,
            long refusals,
            long failedStarts) {}

    /**
     * Runs a command and waits for its end. A signal that ends this process ends the command first. The counters are in a temporary
     * file, which is deleted at the end of the command: processes that outlive it are no longer counted.
     *
     * @param command the program and its arguments
     * @param report receives the outcome once, before this method returns; also if a signal ends this process, which then waits for it
     * @throws IOException if the program cannot be started or the temporary file not be written, the folder of a target does not exist,
     *     or a target is the segment
     */
    public Outcome run(List<String> command, Consumer<? super Outcome> report) throws IOException {
        for (Path target : targets) {
            checkTarget(target);
        }
        try (ShutdownHook hook = ShutdownHook.open("mimeo-run", ShutdownHook.FOREVER)) {
            Path counters = Files.createTempFile("mimeo-run", ".tmp");
            try {
                Outcome outcome = run(command, counters, hook);
                report.accept(outcome);
                return outcome;
            } finally {
                Files.deleteIfExists(counters);
            }
        }
    }

    private void checkTarget(Path target) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        if (Files.exists(target) ? Files.isSameFile(target, segment) : folder != null && !Files.isDirectory(folder)) {
            throw new FileSystemException(
                    target.toString(),
                    null,
                    Files.exists(target)
                            ? "is the segment that is read: choose another file"
                            : "its folder does not exist: create it before the command runs");
        }
    }

    /**
     * Returns the absolute path of a target. Links in it are followed by each program that starts. Those before {@code ..} are followed
     * here, because the command may delete the folder that they lead to.
     */
    private static Path named(Path target) throws IOException {
        Path whole = target.toAbsolutePath();
        Path folder = whole.getParent();
        for (Path part : whole) {
            if (folder != null && part.toString().equals("..")) {
                return folder.toRealPath().resolve(whole.getFileName());
            }
        }
        return whole;
    }

    private Outcome run(List<String> command, Path report, ShutdownHook hook) throws IOException {
        Files.write(report, new byte[COUNTERS * Long.BYTES]);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        Map<String, String> environment = builder.environment();
        environment.put("MIMEO_SEGMENT", segment.toAbsolutePath().toString());
        List<String> on = new ArrayList<>();
        for (Path target : targets) {
            on.add(named(target).toString());
        }
        environment.put("MIMEO_ON", String.join("\n", on));
        environment.put("MIMEO_SEED", Long.toUnsignedString(seed));
        environment.put("MIMEO_VERIFY", verify ? "1" : "0");
        environment.put("MIMEO_REPORT", report.toAbsolutePath().toString());
        environment.merge(PRELOAD, library.toAbsolutePath().toString(), (others, own) -> own + ":" + others);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new MimeoException(
                    command.get(0),
                    -1,
                    MimeoException.Reason.UNSUPPORTED,
                    command.get(0) + ": cannot be started (" + reason(e)
                            + "): is it installed, and may it be executed?",
                    e);
        }
        int exitCode = waitFor(process, hook);
        ByteBuffer counters = ByteBuffer.wrap(Files.readAllBytes(report)).order(ByteOrder.nativeOrder());
        return new Outcome(
                exitCode,
                counters.getLong(),
                counters.getLong(),
                counters.getLong(),
                counters.getLong(),
                counters.getLong(),
                counters.getLong(),
                counters.getLong());
    }

    /** Returns the reason of the system; Java puts the command line and a number before it. */
    private static String reason(IOException e) {
        return String.valueOf(e.getMessage()).replaceFirst("(?s).*error=\\d+, ", "");
    }

    private static int waitFor(Process process, ShutdownHook hook) throws IOException {
        hook.onShutdown(() -> end(process));
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the command ran");
        }
    }

    /** Asks a process and those that it started to end; itself first, as it may wait for the others and then go on. */
    private static void end(Process process) {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroy();
        descendants.forEach(ProcessHandle::destroy);
    }
}
