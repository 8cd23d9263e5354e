package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StandardOutput;
import dev.mimeo.cli.command.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Real processes to which something happens. Whatever it is, a command ends within seconds with a documented exit code and one line,
 * and leaves a complete file under the name of its output or nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
@Tag("slow")
final class FaultInjectionTest {

    @SuppressWarnings("NullAway.Init") // writeInputs sets it
    private Path folder;

    private Map<String, Path> inputs = Map.of();

    /** Checks what came of a job. */
    @FunctionalInterface
    private interface Check {
        void run(FaultJob job, Path here) throws Exception;
    }

    @BeforeAll
    void writeInputs(@TempDir Path shared) throws Exception {
        folder = shared;
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "needs Linux");
        inputs = FaultInputs.write(shared);
    }

    /** Does something with every job, two at a time. */
    private static void forEach(List<FaultJob> jobs, Path folder, Check check) throws Exception {
        assertThat(jobs).isNotEmpty();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < jobs.size(); i++) {
                FaultJob job = jobs.get(i);
                Path here = Files.createDirectories(folder.resolve("job" + i));
                results.add(threads.submit(() -> {
                    check.run(job, here);
                    return null;
                }));
            }
            StringBuilder failures = new StringBuilder();
            for (Future<?> result : results) {
                try {
                    result.get();
                } catch (ExecutionException e) {
                    failures.append(e.getCause()).append('\n');
                }
            }
            assertThat(failures.toString()).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    private FaultRun start(FaultJob job, Path here, List<String> options, String limits, String redirections)
            throws IOException {
        return FaultRun.start(job, here, inputs, options, limits, redirections, "result");
    }

    /** Asserts what holds of any end: one line, unless the run succeeded, and a complete output or none. */
    private static void assertOrderly(FaultJob job, FaultRun run) throws Exception {
        int code = run.end();
        String errors = run.errors();
        assertThat(code).as("%s: %s", job, errors).isIn(0, 1);
        assertThat(errors).as("%s", job).doesNotContain("Exception", "\tat ", "unexpected error");
        if (code == 1) {
            List<String> said =
                    errors.lines().filter(line -> line.startsWith("mimeo: ")).toList();
            assertThat(said).as("%s: %s", job, errors).hasSize(1);
            assertThat(run.outputs()).as("%s: %s", job, errors).isEmpty();
        } else {
            assertThat(run.outputs()).as("%s: %s", job, errors).hasSize(1);
        }
        assertThat(run.temporaries()).as("%s: %s", job, errors).isEmpty();
    }

    @Test
    void everyCommandThatWritesAFileIsTried() {
        Terminal terminal = new Terminal(
                InputStream.nullInputStream(),
                StandardOutput.of(OutputStream.nullOutputStream()),
                new PrintStream(OutputStream.nullOutputStream()),
                false,
                false);
        CommandLine model = Main.commandLine(terminal, new Outputs(terminal), new StringWriter());
        Set<String> commands = new TreeSet<>();
        model.getSubcommands().forEach((name, command) -> {
            commands.add(name);
            command.getSubcommands().keySet().forEach(sub -> commands.add(name + " " + sub));
        });
        assertThat(commands).isNotEmpty();
        Set<String> known = FaultJob.ALL.stream().map(FaultJob::command).collect(Collectors.toCollection(HashSet::new));
        assertThat(known).isNotEmpty().doesNotContainAnyElementsOf(FaultJob.LEFT_OUT.keySet());
        known.addAll(FaultJob.LEFT_OUT.keySet());
        assertThat(known).containsExactlyInAnyOrderElementsOf(commands);
    }

    @Test
    void nativeLibrariesThatDoNotLoad() throws Exception {
        Set<String> failed = ConcurrentHashMap.newKeySet();
        forEach(FaultJob.ALL, folder.resolve("native"), (job, here) -> {
            String nowhere = Path.of("/dev/null", "nowhere").toString();
            try (FaultRun run = start(job, here, List.of("-Djava.io.tmpdir=" + nowhere), "", "")) {
                assertOrderly(job, run);
                if (run.end() == 1) {
                    failed.add(job.toString());
                    // The driver of another database has messages of its own.
                    assertThat(run.errors()).as("%s", job).containsAnyOf(nowhere, "jdbc:sqlite:");
                    assertThat(run.errors())
                            .as("%s", job)
                            .containsAnyOf("JAVA_OPTS=-Djava.io.tmpdir=DIR", "jdbc:sqlite:");
                }
            }
        });
        assertThat(failed).anyMatch(job -> job.contains("zstd")).anyMatch(job -> job.contains("snappy"));
    }

    @Test
    void standardStreamsThatAreClosed() throws Exception {
        forEach(FaultJob.ALL, folder.resolve("closed"), (job, here) -> {
            try (FaultRun run = start(job, here, List.of(), "", "<&- >&- 2>&-")) {
                // Some have lines to print after the file, which nobody can read.
                assertThat(run.end())
                        .as("%s", job)
                        .isLessThanOrEqualTo(job.command().matches("compare|describe|dsselect") ? 1 : 0);
                assertThat(run.outputs()).as("%s", job).hasSize(1);
                assertThat(run.errors()).as("%s", job).isEmpty();
                assertThat(run.temporaries()).as("%s", job).isEmpty();
            }
        });
    }

    /** No file may become larger than a block, as if the disk were full. */
    @Test
    void disksThatAreFull() throws Exception {
        Set<String> failed = ConcurrentHashMap.newKeySet();
        forEach(FaultJob.ALL, folder.resolve("full"), (job, here) -> {
            try (FaultRun run = start(job, here, List.of(), "ulimit -f 1", "")) {
                assertOrderly(job, run);
                if (run.end() == 1) {
                    failed.add(job.toString());
                    assertThat(run.errors())
                            .as("%s", job)
                            .containsAnyOf("result", "native library", here.toString(), "jdbc:sqlite:");
                }
            }
        });
        assertThat(failed).hasSizeGreaterThan(FaultJob.ALL.size() / 2);
    }

    /** Nobody has named the copy: the message tells what it is, and where. */
    @Test
    void aStreamWhoseCopyDoesNotFit() throws Exception {
        FaultJob job = FaultJob.job("compare", "- {csv} --codec zlib:6 --html OUT");
        Path here = Files.createDirectories(folder.resolve("copy"));
        try (FaultRun run = start(job, here, List.of(), "ulimit -f 1", "<" + inputs.get("{csv}"))) {
            assertOrderly(job, run);
            assertThat(run.end()).isEqualTo(1);
            assertThat(run.errors())
                    .startsWith("mimeo: " + here.resolve("tmp"))
                    .contains(": a copy of the input cannot be written: ");
        }
    }

    @Test
    void foldersThatCannotBeWrittenTo() throws Exception {
        forEach(FaultJob.ALL, folder.resolve("folder"), (job, here) -> {
            // Not even the administrator can make files there.
            try (FaultRun run = FaultRun.start(job, here, inputs, List.of(), "", "", "/proc/self/result")) {
                assertOrderly(job, run);
                assertThat(run.end()).as("%s: %s", job, run.errors()).isEqualTo(1);
                assertThat(run.errors()).as("%s", job).contains("/proc/self");
            }
        });
    }

    @Test
    void heapsThatAreSmall() throws Exception {
        List<FaultJob> jobs = FaultJob.ALL.stream()
                .filter(job ->
                        job.command().matches("scan|generate|(csv|txt)2ds|ds(repack|cat|sort|select)|nfs convert"))
                .toList();
        forEach(jobs, folder.resolve("heap"), (job, here) -> {
            try (FaultRun run = start(job, here, List.of("-Xmx10m"), "", "")) {
                assertOrderly(job, run);
            }
        });
    }

    /** While the input is opened, and when it has been read in part and something has been written. */
    @Test
    void signalsInEveryPhase() throws Exception {
        List<FaultJob> jobs =
                FaultJob.ALL.stream().filter(job -> !job.stream().isEmpty()).toList();
        for (String signal : isIgnored(2) ? List.of("TERM") : List.of("TERM", "INT")) {
            int code = signal.equals("TERM") ? 143 : 130;
            for (boolean written : new boolean[] {false, true}) {
                forEach(
                        jobs,
                        folder.resolve(signal + written),
                        (job, here) -> interrupt(job, here, signal, code, written));
            }
        }
    }

    private void interrupt(FaultJob job, Path here, String signal, int code, boolean written) throws Exception {
        Path pipe = folder.resolve(signal + written + here.getFileName() + ".pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Map<String, Path> piped = new HashMap<>(inputs);
        byte[] content = Files.readAllBytes(Objects.requireNonNull(piped.put(job.stream(), pipe)));
        try (WatchService watch = here.getFileSystem().newWatchService()) {
            Path temporary = Files.createDirectories(here.resolve("tmp"));
            here.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            temporary.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            try (FaultRun run = FaultRun.start(job, here, piped, List.of(), "", "", "result")) {
                // Waits until the process has opened the other end.
                try (FileChannel channel = FileChannel.open(pipe, StandardOpenOption.WRITE);
                        OutputStream out = Channels.newOutputStream(channel)) {
                    if (written) {
                        out.write(content, 0, content.length / 2);
                        out.flush();
                        while (run.outputs().isEmpty() && run.temporaries().isEmpty()) {
                            WatchKey key = Objects.requireNonNull(
                                    watch.poll(5, TimeUnit.MINUTES), () -> "nothing written by " + job);
                            key.pollEvents();
                            key.reset();
                            assertThat(run.isAlive())
                                    .as("%s: %s", job, run.errors())
                                    .isTrue();
                        }
                    }
                    run.signal(signal);
                    assertThat(run.end()).as("%s: %s", job, run.errors()).isEqualTo(code);
                }
                assertThat(run.errors()).as("%s", job).doesNotContain("Exception", "\tat ");
                assertThat(run.outputs()).as("%s: %s", job, run.errors()).isEmpty();
                assertThat(run.temporaries()).as("%s: %s", job, run.errors()).isEmpty();
            }
        }
    }

    /** Returns whether this process ignores a signal, which those that it starts do then, too. */
    private static boolean isIgnored(int signal) throws IOException {
        String mask = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).strip())
                .findFirst()
                .orElseThrow();
        return (Long.parseUnsignedLong(mask, 16) >>> (signal - 1) & 1) != 0;
    }
}
