package dev.mimeo.cli;

import dev.mimeo.sql.SqlOptions;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What all commands have in common that use the SQL engine. */
class EngineSettings {

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description = "What the engine may hold; more is put on disk (default: 256MiB).")
    private long memory = SqlOptions.DEFAULT_MEMORY_BYTES;

    SqlOptions options(int threads, Path folder) {
        return SqlOptions.of(threads, folder).withMemory(memory);
    }
}
