package dev.mimeo.integrations.impressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FileListTest {

    @TempDir
    Path folder;

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static FileList.Request request(long number, String path, long size) {
        return FileList.Request.ofLine(number, FilePath.of(path), size, null);
    }

    private static List<FileList.Request> all(FileList list) throws IOException {
        List<FileList.Request> requests = new ArrayList<>();
        try (list) {
            for (FileList.Request request = list.next(); request != null; request = list.next()) {
                requests.add(request);
            }
        }
        return requests;
    }

    @Test
    void readsPathsAndSizes() throws IOException {
        String text = "# two files\na/b.txt\t12\n\nwith space 100%.c 34.000\r\na b\tc d\t5\né 9223372036854775807";
        assertThat(all(FileList.ofLines(bytes(text))))
                .containsExactly(
                        request(2, "a/b.txt", 12),
                        request(4, "with space 100%.c", 34),
                        request(5, "a b\tc d", 5),
                        request(6, "é", Long.MAX_VALUE));
    }

    @ParameterizedTest
    @CsvSource({
        "path, expected a path and a size",
        "' 12', expected a path and a size",
        "path x12, size 'x12' is not a number of bytes",
        "path -1, size '-1' is not a number of bytes",
        "path 1.5, size '1.5' is not a number of bytes",
        "path 9223372036854775808, size 9223372036854775808 is above 2^63 - 1"
    })
    void saysWhatIsWrongWithALine(String line, String defect) throws IOException {
        List<FileList.Request> requests = all(FileList.ofLines(bytes("ok 1\n" + line + "\nok 2\n")));
        assertThat(requests).hasSize(3);
        assertThat(requests.get(1).number()).isEqualTo(2);
        assertThat(requests.get(1).defect()).isEqualTo(defect);
        assertThat(requests.get(2)).isEqualTo(request(3, "ok", 2));
    }

    @Test
    void readsTheLogOfImpressions() throws IOException {
        String log = """
                txt 3 2661.000000 2 ./impress_home/dir1/file 7.txt
                jpg 9 0.000000 1 ./impress_home/x.jpg
                bad line
                mp3 x 1 1 p
                """;
        List<FileList.Request> requests = all(FileList.ofImpressionsLog(bytes(log)));
        assertThat(requests.subList(0, 2))
                .containsExactly(
                        request(1, "./impress_home/dir1/file 7.txt", 2661), request(2, "./impress_home/x.jpg", 0));
        assertThat(requests.get(2).defect()).contains("as Impressions logs them");
        assertThat(requests.get(3).defect()).contains("as Impressions logs them");
    }

    @Test
    void pathsNeedNotBeText() throws IOException {
        byte[] log = "a 1\nb. 2\nc 3".getBytes(StandardCharsets.UTF_8);
        log[5] = (byte) 0xff;
        List<FileList.Request> requests = all(FileList.ofLines(new ByteArrayInputStream(log)));
        assertThat(requests)
                .containsExactly(
                        request(1, "a", 1),
                        FileList.Request.ofLine(2, FilePath.of(new byte[] {'b', (byte) 0xff}), 2, null),
                        request(3, "c", 3));
        assertThat(requests.get(1).path()).hasToString("b\\xff");
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 4097, 100_000})
    void linesHaveALimit(int length) throws IOException {
        String line = "x".repeat(length - 2) + " 7";
        List<FileList.Request> requests = all(FileList.ofLines(bytes(line + "\nnext 1\n")));
        assertThat(requests).hasSize(2);
        assertThat(requests.get(0).defect()).isEqualTo(length <= 4096 ? null : "the line is longer than 4096 bytes");
        assertThat(requests.get(1)).isEqualTo(request(2, "next", 1));
    }

    @Test
    void readsRequestsUntilTheyQuit() throws IOException {
        String text = "#mimeo 1\na b.txt 5\nquitter 1\nquit 2\n\nx\ty 3\r\nx\ty 4\nquit\nlater 5\n";
        List<FileList.Request> requests = all(FileList.ofRequests(bytes(text)));
        assertThat(requests).hasSize(6);
        assertThat(requests.subList(0, 3))
                .containsExactly(request(2, "a b.txt", 5), request(3, "quitter", 1), request(4, "quit", 2));
        assertThat(requests.get(3).defect()).isEqualTo("expected a path and a size");
        assertThat(requests.get(4).defect()).isEqualTo("size '3\\x0d' is not a number of bytes");
        assertThat(requests.get(5)).isEqualTo(request(7, "x\ty", 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a 12", "a ", "a", "a 12.0", "qui", "quit"})
    void aRequestWithoutAnEndIsNotTaken(String cut) throws IOException {
        List<FileList.Request> requests = all(FileList.ofRequests(bytes("b 1\n" + cut)));
        assertThat(requests).hasSize(2);
        assertThat(requests.get(1).number()).isEqualTo(2);
        assertThat(requests.get(1).defect()).contains("the line has no end");
    }

    @Test
    void knowsALogByItsFirstLine() throws IOException {
        assertThat(all(FileList.ofLogOrLines(bytes("\ntxt 1 5.000000 2 ./a b 7\ncpp 4 6.000000 2 ./c"))))
                .containsExactly(request(2, "./a b 7", 5), request(3, "./c", 6));
        assertThat(all(FileList.ofLogOrLines(bytes("txt 1 5 2 a 7\n# x\nb 6.000000\n"))))
                .containsExactly(request(1, "txt 1 5 2 a", 7), request(3, "b", 6));
        assertThat(all(FileList.ofLogOrLines(bytes("")))).isEmpty();
    }

    @Test
    void extensionsInALogMayEndInGarbage() throws IOException {
        assertThat(all(FileList.ofImpressionsLog(bytes("a\u0001 % 18 7.000000 3 ./d/F1.a\u0001 % \r"))))
                .containsExactly(request(1, "./d/F1.a\u0001 % \r", 7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"quit", "removal"})
    void followsAFileThatGrows(String end) throws Exception {
        Path file = folder.resolve("requests");
        Files.createFile(file);
        BlockingQueue<FileList.Request> read = new LinkedBlockingQueue<>();
        try (FileList list = FileList.following(file);
                FileChannel writer = FileChannel.open(file, StandardOpenOption.APPEND)) {
            CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
                try {
                    for (FileList.Request request = list.next(); request != null; request = list.next()) {
                        read.add(request);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            append(writer, "a 1\nb");
            assertThat(read.poll(5, TimeUnit.MINUTES)).isEqualTo(request(1, "a", 1));
            append(writer, " 2");
            append(writer, "3\nc 4");
            assertThat(read.poll(5, TimeUnit.MINUTES)).isEqualTo(request(2, "b", 23));
            if (end.equals("quit")) {
                append(writer, "5\nquit\nd 6\n");
            } else {
                append(writer, "5\n");
                Files.delete(file);
            }
            reader.get(5, TimeUnit.MINUTES);
            assertThat(read).containsExactly(request(3, "c", 45));
        }
    }

    private static void append(FileChannel writer, String text) throws IOException {
        writer.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void whatIsFollowedMustNotBecomeShorter() throws IOException {
        Path file = Files.writeString(folder.resolve("requests"), "a 1\n");
        try (FileList list = FileList.following(file)) {
            assertThat(list.next()).isEqualTo(request(1, "a", 1));
            Files.writeString(file, "");
            assertThatIOException().isThrownBy(list::next).withMessageContaining("became shorter");
        }
    }

    @Test
    void listsAFileWithSeveralNamesOnce() throws IOException {
        Path root = folder.resolve("tree");
        Files.createDirectories(root.resolve("sub"));
        Path first = Files.writeString(root.resolve("x"), "12345");
        Files.createLink(root.resolve("sub/y"), first);
        Files.writeString(root.resolve("a\nb"), "1");
        Files.createSymbolicLink(root.resolve("z"), first);
        List<FileList.Request> requests = all(FileList.ofTree(root));
        assertThat(requests).hasSize(2).extracting(FileList.Request::size).containsExactlyInAnyOrder(5L, 1L);
        assertThat(requests).extracting(FileList.Request::path).contains(FilePath.of("a\nb"));
    }
}
