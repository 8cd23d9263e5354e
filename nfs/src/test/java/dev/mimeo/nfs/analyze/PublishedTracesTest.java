package dev.mimeo.nfs.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces of 2003 and 2007 against what the original analyses printed for them. */
final class PublishedTracesTest {

    private static final String FOLDER = "nfs/old-traces/";
    private static final String PATHS = "64000000c20f0300200000000127ef590364240c4fdf0058400000009a871600,"
            + "a63c6021c20f0300200000000117721df1e3040064000000400000009a871600,"
            + "e8535201c2cca305200000000079de25139fc708d6390035400000006bfc0800";
    private static final String LOGGED = "e8535201c2cca3052000000000393dcb82c6fc08d6390035400000006bfc0800,"
            + "25cccd0040f47d05200000000160929015f77d0578e4003e1630670064637600,"
            + "0138c000948119052000000000c03801948119050b71002c40000000ffa72e00";

    private static String classic(Path trace, String... requests) throws IOException {
        StringBuilder text = new StringBuilder();
        ResultWriter writer = new ResultWriter(ResultWriter.Format.CLASSIC, text);
        List<AnalysisRequest> wanted =
                Stream.of(requests).map(AnalysisRequest::parse).toList();
        TraceScan scan = TraceScan.of(List.of(trace), wanted, writer, TraceScan.Options.all(1));
        scan.run(bytes -> {});
        scan.finish();
        writer.end();
        return text.toString();
    }

    private static String reference(String name) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(SharedData.path(FOLDER + name)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void messages() throws IOException {
        String reference = reference("check.nfsdsanalysis.ref.gz");
        String text = classic(
                SharedData.path(FOLDER + "nfs.set6.20k.ds"),
                "fhops",
                "hostinfo:1",
                "hostinfo:2,no_cube_time,no_print_rates",
                "latency",
                "path:" + PATHS,
                "fhlog:" + LOGGED,
                "rwextent",
                "filesize",
                "sequentiality:reply_order,gap=2",
                "sequentiality:request_order,gap=2",
                "sequentiality:overlapping_reorder,gap=2",
                "sequentiality:overlapping_reorder=0.01,gap=2",
                "missing");
        // The rest is about the original's decoding of the file.
        assertThat(text.lines())
                .containsExactlyElementsOf(reference
                        .substring(0, reference.indexOf("extents: "))
                        .lines()
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs-1", "nfs-2"})
    void packets(String name) throws IOException {
        String text = classic(
                SharedData.path(FOLDER + name + ".set-0.ip.ds"),
                "ipbw:60,15,5,1,0.1,0.01,0.001",
                "ipcube:min_bytes=4000000");
        assertThat(text.lines())
                .containsExactlyElementsOf(
                        reference("check." + name + ".set-0.ip.ref.gz").lines().toList());
    }
}
