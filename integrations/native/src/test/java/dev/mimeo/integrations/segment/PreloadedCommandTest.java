package dev.mimeo.integrations.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.MimeoException;
import dev.mimeo.testing.SegmentModel;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real programs with the preloaded library; skipped where there is no C compiler or no such program. */
@Tag("slow")
final class PreloadedCommandTest {

    private static final int BLOCK = 4096;

    @TempDir
    static Path folder;

    private static Path library;
    private static Path segment;
    private static SegmentModel model;

    @BeforeAll
    static void prepare() throws IOException, InterruptedException {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "the preloaded library needs Linux");
        assumeTrue(Commands.isPresent("cc"), "there is no C compiler");
        library = PreloadLibrary.compiled(folder, "cc");
        segment = folder.resolve("prose.seg");
        Segments.write(segment, "prose", 4 << 20, 2);
        model = SegmentModel.read(segment);
    }

    private static PreloadedCommand.Outcome run(Path target, boolean verify, String... command) throws IOException {
        return new PreloadedCommand(library, segment, List.of(target), 3, verify).run(List.of(command), outcome -> {});
    }

    @Test
    void theLibraryIsCompiledOnce() throws IOException {
        assertThat(PreloadLibrary.compiled(folder, "nosuchcompiler")).isEqualTo(library);
        Path other = Files.createDirectory(folder.resolve("other"));
        assertThatThrownBy(() -> PreloadLibrary.compiled(other, "nosuchcompiler"))
                .isInstanceOf(MimeoException.class)
                .hasMessageContaining("install gcc or clang");
        assertThat(other).isEmptyDirectory();
    }

    @Test
    void ddWritesTheStreamOfTheSeed() throws IOException {
        Path target = folder.resolve("dd.bin");

        PreloadedCommand.Outcome outcome =
                run(target, false, "dd", "if=/dev/zero", "of=" + target, "bs=5000", "count=100", "status=none");

        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(0, 100, 500_000, 0, 0, 0, 0, 0));
        assertThat(target).hasBinaryContent(model.bytes(0, 500_000, 3));
    }

    @Test
    void appendedBytesContinueTheStream() throws IOException {
        Path target = folder.resolve("appended");

        run(target, false, "sh", "-c", zeros(7000) + " > " + target + "; " + zeros(9000) + " >> " + target);

        assertThat(target).hasBinaryContent(model.bytes(0, 16_000, 3));
    }

    @Test
    void filesOfAFolderDiffer() throws IOException {
        Path target = Files.createDirectory(folder.resolve("files"));
        Path outside = folder.resolve("files-outside");

        String files = target + "/a " + target + "/b " + outside;
        run(target, false, "sh", "-c", "for f in " + files + "; do " + zeros(8192) + " > $f; done");

        assertThat(target.resolve("a")).hasBinaryContent(model.bytes(0, 8192, named("a")));
        assertThat(target.resolve("b")).hasBinaryContent(model.bytes(0, 8192, named("b")));
        assertThat(outside).hasBinaryContent(new byte[8192]);
    }

    private static String zeros(int bytes) {
        return "dd if=/dev/zero bs=" + bytes + " count=1 status=none";
    }

    private static long named(String name) {
        return SegmentModel.namedSeed(3, name.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsReadIsVerified() throws IOException {
        Path target = folder.resolve("verified");
        String[] read = {"dd", "if=" + target, "of=/dev/null", "bs=64k", "status=none"};
        run(target, false, "dd", "if=/dev/zero", "of=" + target, "bs=64k", "count=16", "status=none");
        assertThat(run(target, true, read)).isEqualTo(new PreloadedCommand.Outcome(0, 0, 0, 1 << 20, 0, 0, 0, 0));

        try (RandomAccessFile file = new RandomAccessFile(target.toFile(), "rw")) {
            file.seek(5 * BLOCK);
            file.write(new byte[BLOCK]);
            file.seek(100_000);
            file.write(1);
        }

        // The line about the difference goes to the standard error of this process, which the build reads.
        PreloadedCommand.Outcome outcome = run(
                target, true, "sh", "-c", "dd if=" + target + " of=/dev/null bs=64k status=none 2>" + folder + "/said");
        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(0, 0, 0, 1 << 20, 1, 1, 0, 0));
        assertThat(folder.resolve("said")).content().contains("byte 100000 differs");
    }

    @Test
    void copiesOfAChosenFileAreVerified() throws IOException {
        Path target = folder.resolve("copied");
        Files.write(target, model.bytes(0, 100_000, 3));

        PreloadedCommand.Outcome outcome = run(target, true, "cp", target.toString(), folder + "/copy");

        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(0, 0, 0, 100_000, 0, 0, 0, 0));
        assertThat(folder.resolve("copy")).hasSameBinaryContentAs(target);
    }

    @Test
    void partsOfBlocksThatWereNotWrittenAreNotDifferences() throws IOException {
        Path target = folder.resolve("parts");
        String write = "dd if=/dev/zero of=" + target + " conv=notrunc status=none ";
        // A sector in each of 16 blocks, records of 100 bytes with gaps, and a file that is longer than what was
        // written.
        StringBuilder script = new StringBuilder();
        for (int block = 0; block < 16; block++) {
            script.append(write)
                    .append("bs=512 count=1 seek=")
                    .append(9 * block)
                    .append('\n');
        }
        for (int record = 0; record < 4; record++) {
            script.append(write)
                    .append("bs=100 count=1 seek=")
                    .append(1000 + 11 * record)
                    .append('\n');
        }
        script.append("truncate -s 120000 ").append(target);
        run(target, false, "sh", "-c", script.toString());
        String[] read = {"dd", "if=" + target, "of=/dev/null", "bs=64k", "status=none"};

        assertThat(run(target, true, read)).isEqualTo(new PreloadedCommand.Outcome(0, 0, 0, 120_000, 0, 30, 0, 0));

        try (RandomAccessFile file = new RandomAccessFile(target.toFile(), "rw")) {
            file.seek(100_050);
            file.write(0);
            file.seek(9 * 512 + 511);
            file.write(255);
        }
        assertThat(run(target, true, "sh", "-c", String.join(" ", read) + " 2>/dev/null"))
                .isEqualTo(new PreloadedCommand.Outcome(0, 0, 0, 120_000, 2, 28, 0, 0));
    }

    /** Each program resolves the chosen path when it starts, also while folders of it do not exist. */
    @Test
    void foldersAboveAChosenPathMayBeDeletedAndCreatedAgain() throws IOException {
        Path work = Files.createDirectories(folder.resolve("work/data"));
        Files.createDirectory(work.resolve("inner"));
        String clean = "rm -r " + folder + "/work; mkdir -p " + work + "/inner; ";

        for (Path target : List.of(work.resolve("inner/../file"), work)) {
            Path file = work.resolve("file");
            run(target, false, "sh", "-ec", clean + zeros(8192) + " > " + file);
            assertThat(file).hasBinaryContent(model.bytes(0, 8192, target.equals(work) ? named("file") : 3));
        }
    }

    @Test
    void linksInAChosenPathAreFollowedWhenAProgramStarts() throws IOException {
        Path link = folder.resolve("current");
        String next = "mkdir " + folder + "/next; ln -sfn next " + link + "; ";
        Files.createDirectory(folder.resolve("previous"));
        Files.createSymbolicLink(link, Path.of("previous"));

        run(link.resolve("file"), false, "sh", "-ec", next + "sh -c '" + zeros(8192) + " > " + link + "/file'");

        assertThat(folder.resolve("next/file")).hasBinaryContent(model.bytes(0, 8192, 3));
    }

    @Test
    void otherNamesOfChosenFilesAreChosen() throws IOException, InterruptedException {
        Path target = Files.createFile(folder.resolve("linked"));
        Path link = Files.createLink(folder.resolve("link"), target);

        run(target, false, "dd", "if=/dev/zero", "of=" + link, "bs=8192", "count=1", "status=none");

        assertThat(target).hasBinaryContent(model.bytes(0, 8192, 3));
    }

    @Test
    void bindMountsOfChosenFilesAndFoldersAreChosen() throws IOException, InterruptedException {
        Path target = Files.createDirectory(folder.resolve("mounted"));
        Files.createDirectory(target.resolve("inner"));
        Path mount = Files.createDirectory(folder.resolve("mount"));
        Path file = Files.createFile(target.resolve("inner/file"));
        Path other = Files.createFile(folder.resolve("mounted-file"));
        String mounts = "mount --bind " + target + " " + mount + "; mount --bind " + file + " " + other + "; ";
        assumeTrue(
                Commands.run("", "unshare", "-rm", "sh", "-ec", mounts).code() == 0, "bind mounts are not permitted");
        String write = mounts + zeros(8192) + " > " + mount + "/inner/new; " + zeros(8192) + " > ";

        // Below a chosen folder, a file has the stream of its path there.
        run(target, false, "unshare", "-rm", "sh", "-ec", write + mount + "/inner/file");
        assertThat(target.resolve("inner/new")).hasBinaryContent(model.bytes(0, 8192, named("inner/new")));
        assertThat(file).hasBinaryContent(model.bytes(0, 8192, named("inner/file")));

        run(file, false, "unshare", "-rm", "sh", "-ec", write + other);
        assertThat(file).hasBinaryContent(model.bytes(0, 8192, 3));
        assertThat(target.resolve("inner/new")).hasBinaryContent(new byte[8192]);
    }

    @Test
    void aWriteAfterTheEndOfTheStreamFailsWithTheReason() throws IOException {
        Path small = folder.resolve("small.seg");
        Segments.write(small, "prose", BLOCK, 1);
        long blocks = (1 << 24) - 1;
        Path target = folder.resolve("end");
        String dd = "dd if=/dev/zero of=" + target + " bs=4096 count=2 conv=notrunc status=none seek=" + (blocks - 1);

        PreloadedCommand.Outcome outcome = new PreloadedCommand(library, small, List.of(target), 3, false)
                .run(List.of("sh", "-c", dd + " 2>" + folder + "/said"), ended -> {});

        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(1, 1, BLOCK, 0, 0, 0, 0, 0));
        assertThat(folder.resolve("said"))
                .content()
                .contains("a write at offset " + blocks * BLOCK + " fails", "only " + blocks * BLOCK + " bytes");
    }

    @Test
    void theExitCodeIsThatOfTheCommand() throws IOException {
        assertThat(run(folder.resolve("x"), false, "sh", "-c", "exit 7").exitCode())
                .isEqualTo(7);
        assertThat(run(folder.resolve("x"), false, "sh", "-c", "kill -9 $$").exitCode())
                .isEqualTo(137);
    }

    @Test
    void fioWritesDistinctBlocksThroughEveryEngine() throws IOException, InterruptedException {
        assumeTrue(Commands.isPresent("fio"), "there is no fio");
        for (String engine : List.of("psync", "sync", "vsync", "pvsync", "pvsync2", "libaio")) {
            Path target = folder.resolve(engine);
            PreloadedCommand.Outcome outcome = fio(target, true, engine, "randwrite");
            assertThat(outcome.exitCode()).describedAs(engine).isZero();
            assertThat(outcome.writtenBytes()).describedAs(engine).isGreaterThanOrEqualTo(2 << 20);
            byte[] data = Files.readAllBytes(target);
            Set<ByteBuffer> blocks = new HashSet<>();
            for (int at = 0; at < data.length; at += BLOCK) {
                blocks.add(ByteBuffer.wrap(Arrays.copyOfRange(data, at, at + BLOCK)));
            }
            assertThat(blocks.size()).describedAs(engine).isEqualTo(512);
            assertThat(data).describedAs(engine).isEqualTo(model.bytes(0, data.length, 3));

            PreloadedCommand.Outcome read = fio(target, true, engine, "read");
            assertThat(read.verifiedBytes()).describedAs(engine).isGreaterThanOrEqualTo(2 << 20);
            assertThat(read.differentBlocks()).describedAs(engine).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fork",
                "empty IOCB_CMD_PWRITE",
                "empty IOCB_CMD_PWRITEV",
                "IOCB_CMD_PWRITE with RWF_APPEND",
                "closefrom",
                "SYS_close_range",
                "pclose",
                "EBADF",
                "append",
                "RWF_NOAPPEND",
                "__write",
                "__pwrite64",
                "__close",
                "__dup2",
                "__fcntl",
                "overflow",
                "dup2",
                "pwritev2",
                "SYS_write",
                "SYS_pwrite64",
                "SYS_writev",
                "SYS_pwritev",
                "SYS_fcntl"
            })
    void everyCallThatWritesIsReplaced(String call) throws IOException, InterruptedException {
        Path target = folder.resolve(call);

        PreloadedCommand.Outcome outcome = run(target, false, program("calls"), call, target.toString());

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.refusals()).isZero();
        assertThat(target).hasBinaryContent(model.bytes(0, 65_536, 3));
    }

    /** No memory is needed for what the system does not take in one call. */
    @Test
    void longWritesAreCutShortAsByTheSystem() throws IOException, InterruptedException {
        PreloadedCommand.Outcome outcome = run(Path.of("/dev/null"), false, program("calls"), "longest", "/dev/null");

        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(0, 1, 0x7ffff000L, 0, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fdopen", "freopen", "aio_write", "lio_listio", "SYS_mmap"})
    void callsWhoseDataCannotBeReplacedAreRefused(String call) throws IOException, InterruptedException {
        Path target = folder.resolve(call);

        PreloadedCommand.Outcome outcome =
                run(target, false, "sh", "-c", program("calls") + " " + call + " " + target + " 2>" + folder + "/said");

        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(3, 0, 0, 0, 0, 0, 1, 0));
        assertThat(folder.resolve("said")).content().contains("refused, because its data cannot be replaced");
        assertThat(target).isEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"FICLONE", "copy_file_range", "SYS_copy_file_range", "SYS_sendfile"})
    void callsThatCopyFailSoThatProgramsWriteInstead(String call) throws IOException, InterruptedException {
        Path target = folder.resolve(call);

        PreloadedCommand.Outcome outcome = run(target, false, program("calls"), call, target.toString());

        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(3, 0, 0, 0, 0, 0, 0, 0));
        assertThat(target).isEmptyFile();
    }

    /** Streams of the library of GCC for C++ open files with stdio, and write without it. */
    @Test
    void fileStreamsOfCxxAreReplaced() throws IOException, InterruptedException {
        assumeTrue(Commands.isPresent("g++"), "there is no C++ compiler");
        Path program = folder.resolve("program-streams");
        Commands.Result compiled = Commands.run("", "g++", "-O2", "-o", program.toString(), "test/streams.cpp");
        assertThat(compiled.code()).describedAs(compiled.text()).isZero();
        Path target = folder.resolve("streams");

        PreloadedCommand.Outcome outcome = run(target, false, program.toString(), target.toString());

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.refusals()).isZero();
        assertThat(target).hasBinaryContent(model.bytes(0, 65_536, 3));
    }

    private static String program(String name) throws IOException, InterruptedException {
        Path program = folder.resolve("program-" + name);
        if (!Files.exists(program)) {
            Commands.Result compiled =
                    Commands.run("", "cc", "-O2", "-o", program.toString(), "test/" + name + ".c", "-lrt");
            assertThat(compiled.code()).describedAs(compiled.text()).isZero();
        }
        return program.toString();
    }

    @Test
    void requestsInFlightMayShareABuffer() throws IOException, InterruptedException {
        Path target = folder.resolve("aio.bin");

        PreloadedCommand.Outcome outcome = run(target, true, program("aio"), target.toString());

        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(0, 64, 64 * 65_536, 0, 0, 0, 0, 0));
        assertThat(target).hasBinaryContent(model.bytes(0, 64 * 65_536, 3));
    }

    /** The file exists before, so that writes of one struct are in flight at the same time. */
    @Test
    void requestsInFlightMayShareTheirStruct() throws IOException, InterruptedException {
        Path target = folder.resolve("aio-one.bin");

        PreloadedCommand.Outcome outcome = run(target, true, program("aio"), target.toString(), "one");

        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(0, 128, 128 * 65_536, 0, 0, 0, 0, 0));
        assertThat(target).hasBinaryContent(model.bytes(0, 64 * 65_536, 3));
    }

    /** The kernel copies the struct, so a program may free it, and close the file, while the request is in flight. */
    @Test
    void requestsInFlightMayBeFreed() throws IOException, InterruptedException {
        Path target = folder.resolve("aio-freed.bin");

        PreloadedCommand.Outcome outcome = run(target, false, program("aio"), target.toString(), "freed");

        assertThat(outcome).isEqualTo(new PreloadedCommand.Outcome(0, 128, 128 * 65_536, 0, 0, 0, 0, 0));
        assertThat(target).hasBinaryContent(model.bytes(0, 64 * 65_536, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"io_pgetevents", "SYS_io_pgetevents"})
    void readsWhoseEventsAreTakenWithSignalsAreVerified(String call) throws IOException, InterruptedException {
        Path target = folder.resolve(call);
        byte[] data = model.bytes(0, 64 * 65_536, 3);
        data[12_345]++;
        Files.write(target, data);

        String command = program("aio") + " " + target + " " + call + " 2>" + folder + "/said";
        assertThat(run(target, true, "sh", "-c", command))
                .isEqualTo(new PreloadedCommand.Outcome(0, 0, 0, 64 * 65_536, 1, 0, 0, 0));
    }

    @Test
    void ringsAndSharedMappingsAreRefused() throws IOException, InterruptedException {
        assumeTrue(Commands.isPresent("fio"), "there is no fio");
        for (String engine : List.of("io_uring", "mmap", "posixaio")) {
            PreloadedCommand.Outcome outcome = fio(folder.resolve(engine), false, engine, "write");
            assertThat(outcome.exitCode()).describedAs(engine).isNotZero();
            assertThat(outcome.refusals()).describedAs(engine).isPositive();
            assertThat(folder.resolve("said")).content().contains("refused, because its data cannot be replaced");
        }
    }

    private static PreloadedCommand.Outcome fio(Path target, boolean verify, String engine, String access)
            throws IOException {
        String job = String.join(
                " ",
                "fio --name=j --size=2m --bs=4k --iodepth=4 --filename=" + target,
                "--ioengine=" + engine,
                "--rw=" + access,
                "--output=" + folder + "/fio.txt 2>" + folder + "/said");
        return run(target, verify, "sh", "-c", job);
    }

    @Test
    void namesThatCannotBePassedOnAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PreloadedCommand(library, segment, List.of(), 0, false));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PreloadedCommand(library, segment, List.of(Path.of("a\nb")), 0, false));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PreloadedCommand(library, segment, Collections.nCopies(65, segment), 0, false))
                .withMessageContaining("65 files, devices and folders are more than 64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PreloadedCommand(Path.of("a b/c.so"), segment, List.of(segment), 0, false))
                .withMessageContaining("XDG_CACHE_HOME");
    }
}
