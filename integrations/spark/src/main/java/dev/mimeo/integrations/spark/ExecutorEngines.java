package dev.mimeo.integrations.spark;

import dev.mimeo.garage.query.ApplyEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkEnv;
import org.apache.spark.util.Utils;

/**
 * The engines of this process. To start one takes longer than most tasks, and nobody says when the last task was there, so an engine
 * stays as long as the process.
 */
final class ExecutorEngines {

    private static final Map<Long, ApplyEngine> BY_MEMORY = new ConcurrentHashMap<>();

    private ExecutorEngines() {}

    /**
     * Returns the engine with so much memory.
     *
     * @param configuration that of the application; the first one counts
     */
    static ApplyEngine get(long memoryBytes, Configuration configuration) throws IOException {
        try {
            return BY_MEMORY.computeIfAbsent(memoryBytes, bytes -> {
                try {
                    return ApplyEngine.open(
                            bytes,
                            scratchFolder(),
                            HadoopFileSystem.unchecked((String place) -> HadoopFileSystem.any(place, configuration)));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Makes a folder on a local disk of Spark, which Spark removes when the process or the application ends. */
    static Path scratchFolder() {
        // Beside the folder of the blocks and not in it: a context that stops removes that one, and engines outlive
        // contexts.
        return Utils.createTempDir(
                        SparkEnv.get()
                                .blockManager()
                                .diskBlockManager()
                                .localDirs()[0]
                                .getParent(),
                        "mimeo")
                .toPath();
    }
}
