package dev.mimeo.nfs.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TraceStampsTest {

    private static final String STAMP = """
            <ExtentType namespace="mimeo.dev" name="Summary::NFS::converter" version="1.0">
              <field type="variable32" name="key" pack_unique="yes" />
              <field type="variable32" name="value" pack_unique="yes" />
            </ExtentType>
            """;

    private static final String OTHER = """
            <ExtentType namespace="mimeo.dev" name="Summary::NFS::converter" version="9.0">
              <field type="int32" name="key" />
            </ExtentType>
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path file(String name, String xml, Map<String, String> facts) throws IOException {
        TraceFixture file = TraceFixture.of(xml);
        facts.forEach(file::row);
        return file.write(folder.resolve(name));
    }

    @Test
    void commitsOfAllFilesAreToldOnce() throws IOException {
        List<Path> files = List.of(
                file("1.ds", STAMP, Map.of("commit", "b0", "tool", "x")),
                file("2.ds", STAMP, Map.of("commit", "a1")),
                file("3.ds", STAMP, Map.of("commit", "b0")),
                file("4.ds", STAMP, Map.of("tool", "y")),
                file("5.ds", OTHER, Map.of()));
        assertThat(TraceStamps.commits(files)).containsExactly("a1", "b0");
        assertThat(TraceStamps.commits(files.subList(3, 5))).isEmpty();
    }
}
