package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.MimeoProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures on machines without a display or fonts, as processes of their own: Java looks for both once. */
@Tag("thorough")
final class PicturesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private record Result(int code, String output) {}

    @BeforeEach
    void makeResults() throws IOException {
        Files.writeString(folder.resolve("results.csv"), "# t\nx,y\n1,2\n2,3\n");
    }

    private static Result run(Path folder, Map<String, String> environment, List<String> command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    private static List<String> plot(String picture) {
        List<String> command = new ArrayList<>(MimeoProcess.command());
        command.addAll(List.of("nfs", "plot", "select x, y from t", "results.csv", "-o", picture));
        return command;
    }

    @Test
    void needNoDisplay() throws Exception {
        Result result = run(folder, Map.of("DISPLAY", ":54321"), plot("plot.png"));
        assertThat(result.code).as(result.output).isZero();
        assertThat(ImageIO.read(folder.resolve("plot.png").toFile()).getWidth()).isEqualTo(2 * 960);
    }

    @Test
    void tellThatThereAreNoFonts() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/unshare")), "no program hides folders here");
        Path none = Files.createDirectory(folder.resolve("none"));
        StringBuilder hide = new StringBuilder();
        for (String fonts : List.of("/usr/share/fonts", "/etc/fonts")) {
            if (Files.isDirectory(Path.of(fonts))) {
                hide.append("mount --bind '")
                        .append(none)
                        .append("' ")
                        .append(fonts)
                        .append('\n');
            }
        }
        List<String> hidden = List.of("unshare", "-rm", "sh", "-ec", hide + "exec \"$@\"", "sh");
        List<String> probe = new ArrayList<>(hidden);
        probe.add("true");
        assumeTrue(run(folder, Map.of(), probe).code == 0, "bind mounts are not permitted");
        List<String> png = new ArrayList<>(hidden);
        png.addAll(plot("plot.png"));
        Result result = run(folder, Map.of("HOME", none.toString()), png);
        // A Java with fonts of its own draws.
        if (result.code != 0) {
            assertThat(result.output)
                    .contains("mimeo: PNG needs fonts, and Java finds none: install fontconfig and a font")
                    .doesNotContain("unexpected");
            assertThat(folder.resolve("plot.png")).doesNotExist();
        }
        List<String> svg = new ArrayList<>(hidden);
        svg.addAll(plot("plot.svg"));
        assertThat(run(folder, Map.of(), svg).code).isZero();
    }
}
