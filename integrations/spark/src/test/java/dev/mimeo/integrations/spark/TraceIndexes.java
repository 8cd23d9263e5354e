package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.dataseries.index.ExtentIndexer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Min-max indexes of files of {@link TestTraces#ALL_TYPES}, and the extents that Spark reads with them. */
final class TraceIndexes {

    private static final Pattern EXTENTS = Pattern.compile("extents=(\\d+)/(\\d+)");

    private TraceIndexes() {}

    /** Writes an index of some fields, which have commas between them. */
    static Path write(Path index, List<String> files, String fields) throws IOException {
        try (ExtentIndexer indexer = ExtentIndexer.create("Test::All", List.of(fields.split(",")), 0);
                FileChannel out = FileChannel.open(index, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            indexer.write(files, out, WriterOptions.DEFAULT, 64 << 10, 1, (done, all) -> {});
        }
        return index;
    }

    /** Writes an index beside the files, with their names only, as a program does that runs in their folder. */
    static void writeBeside(Path folder, String index, List<String> files, String fields) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                LocalCluster.classPath(),
                TraceIndexes.class.getName(),
                index,
                fields));
        command.addAll(files);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.onExit().join().exitValue()).isZero();
    }

    /** Writes an index, with names as they are given. */
    public static void main(String[] arguments) throws IOException {
        List<String> all = List.of(arguments);
        write(Path.of(all.get(0)), all.subList(2, all.size()), all.get(1));
    }

    /** Returns how many extents a plan reads, of how many. */
    static String extentsRead(Dataset<Row> table) {
        Matcher matcher = EXTENTS.matcher(table.queryExecution().executedPlan().toString());
        assertThat(matcher.find()).as(table.queryExecution().toString()).isTrue();
        return matcher.group(1) + " of " + matcher.group(2);
    }
}
