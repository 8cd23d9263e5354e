package dev.mimeo.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.internal.files.AtomicFile.Mode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AtomicFileTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @EnumSource(Mode.class)
    void appearsWithTheCommitAlone(Mode mode) throws IOException {
        Path target = folder.resolve("out");
        try (AtomicFile file = AtomicFile.create(target, mode)) {
            write(file, 1);
            assertThat(target).doesNotExist();
            file.commit();
            assertThat(target).hasBinaryContent(new byte[] {1});
        }
        assertThat(files()).containsExactly(target);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void closingWithoutCommitLeavesTheFolderAsItWas(Mode mode) throws IOException {
        try (AtomicFile file = AtomicFile.create(folder.resolve("out"), mode)) {
            write(file, 1);
        }
        assertThat(files()).isEmpty();
    }

    /** Windows refuses access to what another channel has locked, even of the same process. */
    @Test
    void theLockCoversNoByteThatAFileCanHave() throws IOException {
        try (AtomicFile file = AtomicFile.create(folder.resolve("out"), Mode.NEW);
                FileChannel byName = FileChannel.open(file.temporary(), StandardOpenOption.WRITE)) {
            assertThat(byName.tryLock(0, 1L << 60, false)).isNotNull();
        }
    }

    @Test
    void aNewFileReplacesNothing() throws IOException {
        Path target = Files.write(folder.resolve("out"), new byte[] {7});
        assertThatThrownBy(() -> AtomicFile.create(target, Mode.NEW)).isInstanceOf(FileAlreadyExistsException.class);
        Files.delete(target);
        try (AtomicFile file = AtomicFile.create(target, Mode.NEW)) {
            write(file, 1);
            Files.write(target, new byte[] {8});
            assertThatThrownBy(file::commit)
                    .isInstanceOf(FileAlreadyExistsException.class)
                    .hasMessage(target.toString());
        }
        assertThat(target).hasBinaryContent(new byte[] {8});
        assertThat(files()).containsExactly(target);
    }

    @Test
    void aLinkThatNamesNothingCountsAsAFile() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("out"), folder.resolve("nothing"));
        assertThatThrownBy(() -> AtomicFile.create(link, Mode.NEW)).isInstanceOf(FileAlreadyExistsException.class);
    }

    /** The check that a comment once promised and the code did not do: many commits of one name, one of which may win. */
    @Test
    void ofManyCommitsOfANewNameExactlyOneWins() throws Exception {
        int writers = 8;
        ExecutorService pool = Executors.newFixedThreadPool(writers);
        try {
            for (int round = 0; round < 50; round++) {
                Path target = folder.resolve("out" + round);
                CountDownLatch start = new CountDownLatch(writers);
                List<Callable<Boolean>> commits = IntStream.range(0, writers)
                        .<Callable<Boolean>>mapToObj(number -> () -> {
                            try (AtomicFile file = AtomicFile.create(target, Mode.NEW)) {
                                write(file, number);
                                start.countDown();
                                start.await();
                                file.commit();
                                return true;
                            } catch (FileAlreadyExistsException e) {
                                return false;
                            }
                        })
                        .toList();
                List<Future<Boolean>> results = pool.invokeAll(commits);
                int winner = -1;
                for (int i = 0; i < writers; i++) {
                    if (results.get(i).get()) {
                        assertThat(winner).as("round %d", round).isEqualTo(-1);
                        winner = i;
                    }
                }
                assertThat(target).hasBinaryContent(new byte[] {(byte) winner});
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void errorsNameTheTarget() {
        assertThatThrownBy(() -> AtomicFile.create(folder.resolve("no/out"), Mode.NEW))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(folder.resolve("no") + ": no such directory: create it first");
        Path given = Path.of("no", "such", "folder", "out");
        assertThatThrownBy(() -> AtomicFile.create(given, Mode.REPLACE))
                .hasMessage(given.getParent() + ": no such directory: create it first");
        Path longName = folder.resolve("x".repeat(250));
        assertThatThrownBy(() -> AtomicFile.create(longName, Mode.NEW))
                .isInstanceOf(FileSystemException.class)
                .hasMessageStartingWith(longName + ": cannot be created: ");
    }

    @Test
    void onlyAbandonedFilesOfAcceptedTargetsAreRemoved() throws IOException {
        Path abandoned = Files.createFile(folder.resolve(".a.gar.0123456789ab.tmp"));
        Path other = Files.createFile(folder.resolve(".b.txt.0123456789ab.tmp"));
        Path foreign = Files.createFile(folder.resolve(".a.gar.editor.tmp"));
        Path plain = Files.createFile(folder.resolve("a.gar"));
        try (AtomicFile held = AtomicFile.create(folder.resolve("c.gar"), Mode.NEW)) {
            assertThat(AtomicFile.removeAbandoned(folder, name -> name.endsWith(".gar")))
                    .containsExactly(abandoned);
            assertThat(files()).containsExactlyInAnyOrder(other, foreign, plain, held.temporary());
            held.commit();
        }
    }

    /** A file of another user, in effect: Linux lets nobody write to a program that runs, not even root. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void abandonedFilesThatCannotBeOpenedAreLeft() throws Exception {
        Path program = folder.resolve(".a.gar.0123456789ab.tmp");
        Files.copy(Path.of("/bin/cat"), program, StandardCopyOption.COPY_ATTRIBUTES);
        Path removable = Files.createFile(folder.resolve(".b.gar.0123456789ab.tmp"));
        Process running = new ProcessBuilder(program.toString()).start();
        try {
            assertThatThrownBy(() -> FileChannel.open(program, StandardOpenOption.WRITE))
                    .isInstanceOf(FileSystemException.class);
            assertThat(AtomicFile.removeAbandoned(folder, name -> true)).containsExactly(removable);
            assertThat(program).exists();
        } finally {
            running.destroyForcibly().waitFor();
        }
    }

    /** Real processes: a lock that this one holds would not tell what another one sees. */
    @ParameterizedTest
    @CsvSource({"channel, 1", "name, 3"})
    void whatALivingProcessHoldsIsKeptAndWhatAKilledOneLeftIsRemoved(String way, int files) throws Exception {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        folder.resolve("x.gar").toString(),
                        way)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(holder.getInputStream().read()).isEqualTo('!');
            assertThat(AtomicFile.removeAbandoned(folder, name -> true)).isEmpty();
            assertThat(files()).hasSize(files);
        } finally {
            holder.destroyForcibly().waitFor();
        }
        assertThat(AtomicFile.removeAbandoned(folder, name -> true)).hasSize(files);
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsLeftOfAFileThatIsWrittenByName(boolean isCommitted) throws IOException {
        Path target = folder.resolve("out");
        try (AtomicFile file = AtomicFile.create(target, Mode.NEW)) {
            Files.write(file.byName(), new byte[] {5});
            assertThat(file.byName()).isEqualTo(file.temporary());
            if (isCommitted) {
                file.commit();
            }
        }
        assertThat(files()).isEqualTo(isCommitted ? List.of(target) : List.of());
    }

    /** Of a process that was killed between its commit and the removal of its spill files, and of one that is at work. */
    @Test
    void companionsAreRemovedOnceTheirFileIsGone() throws IOException {
        Path lone = Files.createFile(folder.resolve(".x.gar.0123456789ab.tmp.ba9876543210"));
        Path foreign = Files.createFile(folder.resolve(".y.txt.0123456789ab.tmp.ba9876543210"));
        try (AtomicFile file = AtomicFile.create(folder.resolve("x.gar"), Mode.NEW)) {
            Path used = Files.createFile(file.companion());
            assertThat(AtomicFile.removeAbandoned(folder, name -> name.endsWith(".gar")))
                    .containsExactly(lone);
            assertThat(files()).containsExactlyInAnyOrder(foreign, used, file.temporary());
            assertThat(AtomicFile.withTargets(used + ": No space left on device"))
                    .isEqualTo(folder.resolve("x.gar") + ": No space left on device");
        }
    }

    /** Creates a file, says so, and waits to be killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException {
            try (AtomicFile file = AtomicFile.create(Path.of(args[0]), Mode.NEW)) {
                if (args[1].equals("name")) {
                    // Each closing gives up the lock that the file itself has.
                    Files.write(file.byName(), new byte[] {1});
                    Files.write(Files.createDirectory(file.companion()).resolve("part"), new byte[] {1});
                } else {
                    file.channel().write(ByteBuffer.wrap(new byte[] {1}));
                }
                System.out.print('!');
                System.out.flush();
                System.in.read();
            }
        }
    }

    @Test
    void contentThatWasWrittenByNameIsCommitted() throws IOException {
        Path target = folder.resolve("out");
        try (AtomicFile file = AtomicFile.create(target, Mode.REPLACE)) {
            file.channel().close();
            Path written = Files.write(folder.resolve("other"), new byte[] {5});
            Files.move(written, file.temporary(), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            file.commit();
        }
        try (FileChannel channel = FileChannel.open(target, StandardOpenOption.READ)) {
            assertThat(channel.size()).isEqualTo(1);
        }
        assertThat(target).hasBinaryContent(new byte[] {5});
    }

    private static void write(AtomicFile file, int value) throws IOException {
        file.channel().write(ByteBuffer.wrap(new byte[] {(byte) value}));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.toList();
        }
    }
}
