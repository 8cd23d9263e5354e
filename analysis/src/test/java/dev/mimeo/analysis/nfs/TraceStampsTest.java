package dev.mimeo.analysis.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
        ExtentType type = ExtentType.parse(xml);
        Path file = folder.resolve(name);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer = DataSeriesWriter.create(channel, List.of(type), WriterOptions.DEFAULT);
                ExtentOutput output = new ExtentOutput(writer, type, 1 << 16)) {
            for (Map.Entry<String, String> fact : facts.entrySet()) {
                ExtentBuilder row = output.addRow();
                row.setString(0, fact.getKey());
                row.setString(1, fact.getValue());
            }
        }
        return file;
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
