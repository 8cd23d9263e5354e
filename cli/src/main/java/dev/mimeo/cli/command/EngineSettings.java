package dev.mimeo.cli.command;

import dev.mimeo.sql.SqlOptions;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of all commands that use the SQL engine. */
public class EngineSettings {

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description = "Memory limit of the engine; more data goes to disk (default: 256MiB).")
    private long memory = SqlOptions.DEFAULT_MEMORY_BYTES;

    /**
     * Returns the options of the engine.
     *
     * @param threads at least 1
     * @param folder where the engine puts what does not fit in memory
     */
    public SqlOptions options(int threads, Path folder) {
        return SqlOptions.of(threads, folder).withMemory(memory);
    }
}
