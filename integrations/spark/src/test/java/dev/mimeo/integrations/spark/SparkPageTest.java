package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.testing.JavaSnippet;
import dev.mimeo.testing.JavaSnippet.Variable;
import dev.mimeo.testing.MarkdownPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java and SQL code of docs/how-to/spark.md. */
@Tag("spark")
@Tag("slow")
final class SparkPageTest {

    private static final List<String> IMPORTS = List.of(
            "dev.mimeo.sql.ResultText",
            "dev.mimeo.garage.query.*",
            "dev.mimeo.integrations.spark.*",
            "dev.mimeo.scan.*",
            "java.nio.file.Path",
            "java.util.List",
            "org.apache.spark.sql.Dataset",
            "org.apache.spark.sql.Row",
            "static org.apache.spark.sql.functions.col");

    @TempDir
    Path folder;

    @Test
    void jobsRun() throws Exception {
        SparkSession session = LocalSpark.session();
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        Path garage = folder.resolve("garage");
        CounterFiles.write(garage, 2, 50);
        Files.writeString(folder.resolve("data"), "A mimeograph prints any number of copies. ".repeat(5000));
        Variable spark = new Variable("org.apache.spark.api.java.JavaSparkContext", "javaSparkContext", context);
        List<MarkdownPage.CodeBlock> blocks =
                MarkdownPage.of("docs/how-to/spark.md").blocks("java");
        assertThat(blocks).hasSize(5);

        // Its trace, one of 2003 with an index, is not in the repository: compiled only.
        snippet(
                        blocks.get(0),
                        new Variable("org.apache.spark.sql.SparkSession", "spark", session),
                        new Variable("Long", "from", 0L),
                        new Variable("Long", "to", 1L))
                .compile(folder);
        snippet(blocks.get(3), spark).run(folder);
        Files.move(folder.resolve("data.ds"), folder.resolve("logs.ds"));
        snippet(blocks.get(2), spark).run(folder);
        assertThat(folder.resolve("synthetic.bin")).hasSize(1 << 20);
        snippet(
                        blocks.get(4),
                        spark,
                        new Variable("String", "text", "APPLY 'SELECT serverID FROM RawData' ON '**'"),
                        new Variable("Path", "garage", garage),
                        new Variable("Path", "scratch", folder.resolve("scratch")))
                .run(folder);
    }

    @Test
    void commandsHaveTheOptionsOfTheJobs() {
        String commands = MarkdownPage.of("docs/how-to/spark.md").blocks("").stream()
                .map(MarkdownPage.CodeBlock::code)
                .collect(Collectors.joining("\n"))
                .replaceAll("\\\\\n *", "");
        List<String> jobs = Pattern.compile("mimeo-spark-all\\.jar (.*)")
                .matcher(commands)
                .results()
                .map(job -> job.group(1))
                .toList();
        assertThat(jobs).hasSize(5);
        for (String job : jobs) {
            String[] words = Pattern.compile("'([^']*)'|\\S+")
                    .matcher(job)
                    .results()
                    .map(word -> word.group(1) == null ? word.group() : word.group(1))
                    .toArray(String[]::new);
            assertThat(MimeoJobs.commandLine().parseArgs(words).hasSubcommand())
                    .as(job)
                    .isTrue();
        }
    }

    @Test
    void rowsAreWrittenAndTablesOfSqlAreQueried() throws Exception {
        SparkSession session = LocalSpark.session();
        assumeThat(session.version())
                .as("Spark 3.5 has no tables of such sources")
                .doesNotStartWith("3.");
        MarkdownPage page = MarkdownPage.of("docs/how-to/spark.md");
        snippet(page.blocks("java").get(1), new Variable("org.apache.spark.sql.SparkSession", "spark", session))
                .run(folder);
        assertThat(read(session, "names").count()).isEqualTo(1000);
        session.sql("SELECT CAST(id % 3 AS STRING) AS operation FROM range(10)")
                .write()
                .format("mimeo")
                .option("type", "NFS trace: common")
                .save(folder.resolve("traces").toString());
        List<Row> last = List.of();
        try {
            for (MarkdownPage.CodeBlock block : page.blocks("sql")) {
                for (String statement : block.code().strip().split(";")) {
                    last = session.sql(statement.replace("/shared/", folder + "/"))
                            .collectAsList();
                }
                if (block.code().contains("calls")) {
                    assertThat(last).hasSize(3);
                }
            }
            assertThat(read(session, "more-names").count()).isEqualTo(1001);
        } finally {
            session.sql("DROP TABLE IF EXISTS calls");
            session.sql("DROP TABLE IF EXISTS names");
        }
    }

    private Dataset<Row> read(SparkSession session, String name) {
        return session.read().format("mimeo").load(folder.resolve(name).toString());
    }

    private JavaSnippet snippet(MarkdownPage.CodeBlock block, Variable... variables) {
        String code = block.code().replace("/shared/", folder + "/").replace("1L << 40", "1L << 20");
        return new JavaSnippet(code, IMPORTS, List.of(variables));
    }
}
