package dev.mimeo.integrations.impressions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileListTest {

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<FileRequest> all(FileList list) throws IOException {
        List<FileRequest> requests = new ArrayList<>();
        try (list) {
            for (FileRequest request = list.next(); request != null; request = list.next()) {
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
                        new FileRequest(2, "a/b.txt", 12, null),
                        new FileRequest(4, "with space 100%.c", 34, null),
                        new FileRequest(5, "a b\tc d", 5, null),
                        new FileRequest(6, "é", Long.MAX_VALUE, null));
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
        List<FileRequest> requests = all(FileList.ofLines(bytes("ok 1\n" + line + "\nok 2\n")));
        assertThat(requests).hasSize(3);
        assertThat(requests.get(1).number()).isEqualTo(2);
        assertThat(requests.get(1).defect()).isEqualTo(defect);
        assertThat(requests.get(2)).isEqualTo(new FileRequest(3, "ok", 2, null));
    }

    @Test
    void readsTheLogOfImpressions() throws IOException {
        String log = """
                txt 3 2661.000000 2 ./impress_home/dir1/file 7.txt
                jpg 9 0.000000 1 ./impress_home/x.jpg
                bad line
                mp3 x 1 1 p
                """;
        List<FileRequest> requests = all(FileList.ofImpressionsLog(bytes(log)));
        assertThat(requests.subList(0, 2))
                .containsExactly(
                        new FileRequest(1, "./impress_home/dir1/file 7.txt", 2661, null),
                        new FileRequest(2, "./impress_home/x.jpg", 0, null));
        assertThat(requests.get(2).defect()).contains("as Impressions logs them");
        assertThat(requests.get(3).defect()).contains("as Impressions logs them");
    }

    @Test
    void bytesThatAreNoTextSpoilTheirLineOnly() throws IOException {
        byte[] log = "a 1\nb. 2\nc 3".getBytes(StandardCharsets.UTF_8);
        log[5] = (byte) 0xff;
        List<FileRequest> requests = all(FileList.ofLines(new ByteArrayInputStream(log)));
        assertThat(requests).hasSize(3);
        assertThat(requests.get(1).defect()).isEqualTo("the line is not UTF-8");
        assertThat(requests.get(2)).isEqualTo(new FileRequest(3, "c", 3, null));
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 4097, 100_000})
    void linesHaveALimit(int length) throws IOException {
        String line = "x".repeat(length - 2) + " 7";
        List<FileRequest> requests = all(FileList.ofLines(bytes(line + "\nnext 1\n")));
        assertThat(requests).hasSize(2);
        assertThat(requests.get(0).defect()).isEqualTo(length <= 4096 ? null : "the line is longer than 4096 bytes");
        assertThat(requests.get(1)).isEqualTo(new FileRequest(2, "next", 1, null));
    }
}
