package dev.mimeo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ErrorsTest {

    static Stream<IOException> failures() {
        return Stream.of(
                new NoSuchFileException("x"),
                new AccessDeniedException("x"),
                new FileAlreadyExistsException("x"),
                new NotDirectoryException("x"),
                new DirectoryNotEmptyException("x"),
                new FileSystemException("x", null, "No space left on device"),
                new FileSystemException("x", null, "Read-only file system"),
                new FileSystemException("x", null, "Too many open files"),
                new FileSystemException("x", null, "cannot be created: permission denied"),
                new IOException("x: permission denied"),
                new IOException("x: No space left on device"));
    }

    /** A message names the file, the problem, and what to do. */
    @ParameterizedTest
    @MethodSource("failures")
    void whatTheSystemReportsHasARemedy(IOException failure) {
        assertThat(Errors.describe(failure)).matches("x: [^:]+(: [^:]+)*: [a-z][^:]+");
        assertThat(Errors.describe(failure)).containsPattern("(check|choose|free|raise|write) ");
    }

    @ParameterizedTest
    @CsvSource({
        "'a\n b\r\n', a; b",
        "'\u001b[31mred\u0007', ?[31mred?",
        "'\u009b2J\u007f', ?2J?",
        "'tab\tand \u00fcml\u00e4ut \ud83d\ude00', 'tab\tand \u00fcml\u00e4ut \ud83d\ude00'"
    })
    void aMessageIsOneLineThatCannotCommandATerminal(String text, String expected) {
        assertThat(Failures.oneLine(text)).isEqualTo(expected);
    }

    @Test
    void aTemporaryFileHasTheNameOfItsTarget() {
        assertThat(Errors.describe(new IOException("/a/.b.parquet.0123456789ab.tmp: File too large")))
                .isEqualTo("/a/b.parquet: File too large");
        assertThat(Errors.describe(new IOException("/a/.b.0123456789ab.tmp/day=1/c.parquet: File too large")))
                .isEqualTo("/a/b/day=1/c.parquet: File too large");
    }

    /** Nobody has named a temporary file: its folder is what there is to mend. */
    @Test
    void aFolderForTemporaryFilesThatCannotBeUsedIsNamed(@TempDir Path folder) throws IOException {
        String usual =
                System.setProperty("java.io.tmpdir", folder.resolve("none").toString());
        try {
            String file = folder.resolve("none/mimeo1.tmp").toString();
            String remedy = ": choose another folder with JAVA_OPTS=-Djava.io.tmpdir=DIR";
            assertThat(Errors.describe(new NoSuchFileException(file)))
                    .isEqualTo(folder.resolve("none") + ": the folder for temporary files does not exist" + remedy);
            Files.createFile(folder.resolve("none"));
            assertThat(Errors.describe(new FileSystemException(file, null, "Not a directory")))
                    .isEqualTo(folder.resolve("none") + ": the folder for temporary files is a file" + remedy);
            Files.delete(folder.resolve("none"));
            Files.createDirectory(folder.resolve("none"));
            assertThat(Errors.describe(new AccessDeniedException(file)))
                    .isEqualTo(folder.resolve("none") + ": the folder for temporary files cannot be written" + remedy);
            assertThat(Errors.describe(new FileSystemException(file, null, "Read-only file system")))
                    .isEqualTo(folder.resolve("none") + ": the folder for temporary files cannot be written" + remedy);
            assertThat(Errors.describe(new NoSuchFileException(file)))
                    .isEqualTo(file + ": no such file or directory: check the name");
            Files.createFile(Path.of(file));
            assertThat(Errors.describe(new AccessDeniedException(file)))
                    .isEqualTo(file + ": permission denied: check the permissions");
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
    }

    @Test
    void settingsOfTheLibraryBecomeOptions() {
        IOException failure = new IOException("`x y`: use `sample`, a larger `chunkSize` or `none`");
        assertThat(Errors.describe(failure)).isEqualTo("`x y`: use --sample, a larger --chunk-size or `none`");
    }

    @Test
    void namesThatAreNotTextHaveARemedy() {
        assertThat(Errors.describe(new NoSuchFileException("lat\ufffd.txt")))
                .contains("is not text in the encoding of the locale")
                .doesNotContain("did you mean");
    }

    @ParameterizedTest
    @CsvSource({"0, 79", "-1, 79", "500, 79", "80, 79", "40, 39", "21, 20", "5, 20"})
    void barsFitTheTerminal(int columns, int expected) {
        assertThat(ConsoleProgress.width(columns)).isEqualTo(expected);
    }

    @Test
    void aCharacterizationThatIsMissingHasARemedy() {
        assertThat(catchThrowable(() -> Characterizations.openFile("qqqqqqqqqq")))
                .hasMessageContaining(": check the name; mimeo characterizations lists the bundled ones");
    }
}
