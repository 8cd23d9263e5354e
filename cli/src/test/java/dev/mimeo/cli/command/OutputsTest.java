package dev.mimeo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.TestRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OutputsTest {

    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final ByteArrayOutputStream standardOutput = new ByteArrayOutputStream();
    private final Outputs outputs = new Outputs(terminal(false));

    @Test
    void aFileAppearsOnlyWhenItIsComplete() throws IOException {
        Path target = folder.resolve("out");
        try (Output output = outputs.openBinary(target.toString(), false)) {
            output.channel().write(ByteBuffer.wrap(DATA));
            assertThat(target).doesNotExist();
            output.commit();
            assertThat(output.bytes()).isEqualTo(DATA.length);
        }
        assertThat(target).hasBinaryContent(DATA);
        assertThat(files()).containsExactly(target);
    }

    @Test
    void closingWithoutCommitLeavesNothing() throws IOException {
        try (Output output = outputs.openBinary(folder.resolve("out").toString(), false)) {
            output.channel().write(ByteBuffer.wrap(DATA));
        }
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoOutputsInProgressHaveDifferentNames(boolean force) throws IOException {
        Path target = folder.resolve("out");
        Path sub = Files.createDirectory(folder.resolve("sub"));
        try (Output output = outputs.openBinary(target.toString(), force)) {
            assertThatThrownBy(() -> outputs.openBinary(sub + "/../out", force))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(sub + "/../out is the name of two outputs: choose another name for one of them");
            assertThat(files()).as("one temporary file, and a folder").hasSize(2);
            output.channel().write(ByteBuffer.wrap(DATA));
            output.commit();
        }
        assertThat(target).hasBinaryContent(DATA);
        try (Output again = outputs.openBinary(target.toString(), true)) {
            again.commit();
        }
        assertThat(target).isEmptyFile();
    }

    @Test
    void aWriterThatClosesItsChannelCommitsNothing() throws IOException {
        try (Output output = outputs.openBinary(folder.resolve("out").toString(), false)) {
            output.channel().write(ByteBuffer.wrap(DATA));
            output.channel().close();
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void whatExistsIsRefusedBeforeTheWork() throws IOException {
        Path target = Files.write(folder.resolve("out"), new byte[] {1});
        assertThatThrownBy(() -> outputs.openBinary(target.toString(), false))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(target).hasBinaryContent(new byte[] {1});
        assertThat(files()).containsExactly(target);
    }

    @Test
    void forceReplacesWhatExistsAtTheEnd() throws IOException {
        Path target = Files.write(folder.resolve("out"), new byte[] {1});
        try (Output output = outputs.openBinary(target.toString(), true)) {
            output.channel().write(ByteBuffer.wrap(DATA));
            assertThat(target).hasBinaryContent(new byte[] {1});
            output.commit();
        }
        assertThat(target).hasBinaryContent(DATA);
        assertThat(files()).containsExactly(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo -o -",
                "garage pack IN -o -",
                "garage sample -o - --count 1",
                "pattern fio logs -o -",
                "tree logs --from IN --root -"
            })
    void standardOutputIsNotAFolder(String line) throws IOException {
        String in = Files.writeString(folder.resolve("in.csv"), "a 1\n").toString();
        TestRun run = TestRun.of(line.replace("IN", in).split(" "));
        assertThat(run.err()).isEqualTo("mimeo: standard output: cannot take a folder: name one\n");
        assertThat(run.code()).isEqualTo(1);
        assertThat(Path.of("-")).doesNotExist();
    }

    @Test
    void anOutputIsCalledAsItWasGiven() throws IOException {
        Path target = folder.resolve("a/../out");
        Files.createDirectory(folder.resolve("a"));
        for (boolean force : new boolean[] {false, true}) {
            try (Output output = outputs.openBinary(target.toString(), force)) {
                assertThat(output.name()).isEqualTo(target.toString());
                output.commit();
            }
        }
    }

    @Test
    void whatWasCreatedMeanwhileIsNotOverwritten() throws IOException {
        Path target = folder.resolve("out");
        try (Output output = outputs.openBinary(target.toString(), false)) {
            output.channel().write(ByteBuffer.wrap(DATA));
            Files.write(target, new byte[] {1});
            assertThatThrownBy(output::commit).isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(target).hasBinaryContent(new byte[] {1});
        assertThat(files()).containsExactly(target);
    }

    @Test
    void aSymbolicLinkStaysALink() throws IOException {
        Path real = Files.write(folder.resolve("real"), new byte[] {1});
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        try (Output output = outputs.openBinary(link.toString(), true)) {
            output.channel().write(ByteBuffer.wrap(DATA));
            output.commit();
        }
        assertThat(link).isSymbolicLink();
        assertThat(real).hasBinaryContent(DATA);
    }

    @Test
    void anInterruptionLeavesNothingAndForbidsTheCommit() throws IOException {
        try (Output output = outputs.openBinary(folder.resolve("out").toString(), false)) {
            output.channel().write(ByteBuffer.wrap(DATA));
            outputs.abandon();
            assertThat(files()).isEmpty();
            assertThatThrownBy(output::commit).isInstanceOf(IOException.class).hasMessageContaining("interrupted");
        }
        assertThat(files()).isEmpty();
        assertThatThrownBy(() -> outputs.openBinary(folder.resolve("late").toString(), false))
                .isInstanceOf(IOException.class);
    }

    /** An engine writes until the process ends. */
    @Test
    void anInterruptionLeavesNothingOfAFileThatIsWrittenByName() throws IOException {
        Output output = outputs.openBinary(folder.resolve("out").toString(), false);
        Files.write(Objects.requireNonNull(output.file()), DATA);
        Files.write(output.spill(), DATA);
        assertThat(files()).as("the file, its lock and its spill file").hasSize(3);
        outputs.abandon();
        assertThat(files()).isEmpty();
    }

    @Test
    void whatAKilledRunLeftOfAnOutputIsRemovedByTheNext() throws IOException {
        Path left = Files.write(folder.resolve(".out.0123456789ab.tmp"), DATA);
        Files.write(folder.resolve(left.getFileName() + ".lock"), DATA);
        Files.write(folder.resolve(left.getFileName() + ".0123456789ab"), DATA);
        Path other = Files.write(folder.resolve(".out2.0123456789ab.tmp"), DATA);
        try (Output output = outputs.openBinary(folder.resolve("out").toString(), false)) {
            assertThat(files()).hasSize(2);
            output.commit();
        }
        assertThat(files()).containsExactlyInAnyOrder(folder.resolve("out"), other);
    }

    @Test
    void whatAKilledRunLeftOfAFolderIsRemovedByTheNext() throws IOException {
        Path lock = Files.createFile(folder.resolve(".out.0123456789ab.tmp"));
        Path left = Files.createDirectory(folder.resolve(lock.getFileName() + ".0123456789ab"));
        Files.write(left.resolve("part"), DATA);
        Path target = folder.resolve("out");
        try (OutputFolder output = outputs.openFolder(target.toString(), false, name -> false)) {
            assertThat(lock).doesNotExist();
            assertThat(left).doesNotExist();
            Files.write(output.folder().resolve("file"), DATA);
            output.commit();
        }
        assertThat(files()).containsExactly(target);
        assertThat(target.resolve("file")).hasBinaryContent(DATA);
    }

    @Test
    void anInterruptionRemovesAFolderInWhichFilesAreBeingMade() throws Exception {
        AtomicBoolean isDone = new AtomicBoolean();
        CompletableFuture<Void> firstFile = new CompletableFuture<>();
        try (OutputFolder output = outputs.openPartitions(folder.resolve("out").toString(), false)) {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                for (int i = 0; !isDone.get(); i++) {
                    try {
                        Path partition = Files.createDirectory(output.folder().resolve("d=" + i));
                        Files.write(partition.resolve("data_0.parquet"), DATA);
                        firstFile.complete(null);
                    } catch (IOException e) {
                        // The folder is gone.
                    }
                }
            });
            firstFile.get();
            outputs.abandon();
            isDone.set(true);
            writer.get();
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void aNewFolderStaysOnceItIsComplete() throws IOException {
        Path left = folder.resolve("left");
        Path complete = folder.resolve("complete");
        Path found = Files.createDirectory(folder.resolve("found"));
        for (Path made : List.of(left, complete)) {
            outputs.makeFolder(made);
            Files.write(made.resolve("file"), DATA);
        }
        outputs.complete(complete);
        outputs.discard(complete);
        outputs.discard(found);
        outputs.abandon();
        assertThat(left).doesNotExist();
        assertThat(complete.resolve("file")).hasBinaryContent(DATA);
        assertThat(found).isEmptyDirectory();
        assertThatThrownBy(() -> outputs.makeFolder(left)).hasMessageContaining("interrupted");
    }

    @Test
    void anInterruptionSparesWhatIsComplete() throws IOException {
        Path target = folder.resolve("out");
        try (Output output = outputs.openBinary(target.toString(), false)) {
            output.commit();
        }
        outputs.abandon();
        assertThat(target).exists();
    }

    @Test
    void aFolderThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> outputs.openBinary(folder.resolve("no/out").toString(), false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder.resolve("no") + ": no such directory");
    }

    @Test
    void aFolderIsNoOutput() {
        assertThatThrownBy(() -> outputs.openBinary(folder.toString(), true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is a directory");
    }

    @Test
    void binaryDataDoesNotGoToATerminal() throws IOException {
        Outputs onTerminal = new Outputs(terminal(true));
        assertThatThrownBy(() -> onTerminal.openBinary("-", false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is a terminal");
        try (Output output = onTerminal.openBinary("-", true)) {
            output.channel().write(ByteBuffer.wrap(DATA));
            output.commit();
        }
        assertThat(standardOutput.toByteArray()).isEqualTo(DATA);
        onTerminal.openText("-", false).close();
    }

    @Test
    void aFullDeviceSaysSo() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).as("a device that is always full").exists();
        try (Output output = outputs.openBinary(full.toString(), false)) {
            assertThatThrownBy(() -> output.channel().write(ByteBuffer.wrap(DATA)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("/dev/full: no space left on device: free some, or write elsewhere");
        }
    }

    @Test
    void aDeviceIsWrittenDirectly() throws IOException {
        Path device = Path.of("/dev/null");
        assumeThat(device).exists();
        try (Output output = outputs.openBinary(device.toString(), false)) {
            output.channel().write(ByteBuffer.wrap(DATA));
            output.commit();
        }
        assertThat(device).exists();
        assertThat(Files.isRegularFile(device)).isFalse();
    }

    @Test
    void aNamedPipeIsWrittenDirectly() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeThat(makePipe(pipe)).as("mkfifo works").isTrue();
        CompletableFuture<byte[]> reader = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readAllBytes(pipe);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (Output output = outputs.openBinary(pipe.toString(), false)) {
            output.channel().write(ByteBuffer.wrap(DATA));
            output.commit();
        }
        assertThat(reader.join()).isEqualTo(DATA);
        assertThat(files()).containsExactly(pipe);
    }

    private static boolean makePipe(Path pipe) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private Stream<Path> files() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.toList().stream();
        }
    }

    private Terminal terminal(boolean outIsTerminal) {
        return new Terminal(
                new ByteArrayInputStream(new byte[0]),
                StandardOutput.of(standardOutput),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                outIsTerminal,
                false);
    }
}
