package dev.mimeo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Errors have the paths of the command line. */
final class GivenPathsTest {

    private static final String WORKING = Path.of("").toAbsolutePath().toString();

    private static String named(String problem, String... arguments) {
        return Errors.describe(GivenPaths.named(List.of(arguments), new IOException(problem)));
    }

    @Test
    void relativePathsStayRelative() {
        assertThat(named(WORKING + "/x.parquet: broken", "dssql", "-o", "x.parquet"))
                .isEqualTo("x.parquet: broken");
        assertThat(named(WORKING + "/x.parquet: broken", "--output=x.parquet")).isEqualTo("x.parquet: broken");
        assertThat(named(WORKING + "/a/d=2/data_0.parquet: broken", "a", "a/d=2"))
                .isEqualTo("a/d=2/data_0.parquet: broken");
        assertThat(named(WORKING + "/base.log.jsonl: broken", "-o", "base")).isEqualTo("base.log.jsonl: broken");
        assertThat(named(WORKING + ": broken", "--root", ".")).isEqualTo(".: broken");
        Path above = Path.of("..", "x");
        assertThat(named(above.toAbsolutePath() + ": broken", above.toString())).isEqualTo(above + ": broken");
        assertThat(named(above.toAbsolutePath().normalize() + ": broken", above.toString()))
                .isEqualTo(above + ": broken");
        IOException denied = new AccessDeniedException(WORKING + "/x");
        assertThat(Errors.describe(GivenPaths.named(List.of("x"), denied)))
                .isEqualTo("x: permission denied: check the permissions");
    }

    @Test
    void otherPathsStayAsTheyAre() {
        String absolute = WORKING + "/x.parquet: broken";
        assertThat(named(absolute, WORKING + "/x.parquet")).isEqualTo(absolute);
        assertThat(named(absolute, "x.par", "y", "", "-", "\0")).isEqualTo(absolute);
        assertThat(named("x: broken", "x")).isEqualTo("x: broken");
        assertThat(named(WORKING + ".ds: broken", ".")).isEqualTo(WORKING + ".ds: broken");
    }
}
