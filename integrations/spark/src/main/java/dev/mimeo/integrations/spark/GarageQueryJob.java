package dev.mimeo.integrations.spark;

import dev.mimeo.garage.query.Completeness;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.QueryRun;
import java.io.IOException;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Runs a query over a counter garage with a cluster: APPLY on the executors, COMBINE on the driver. Rows and counts of files are
 * those of {@link QueryRun#run(QueryRun.Listener)} on one machine, except for the order of rows that has none.
 *
 * <p>The garage lies where all machines have it at the same place. Each task has files of some bytes, the largest first, so slow
 * executors get less to do. What a task gives goes to the driver as soon as it is done, and counts once however often its files are
 * read: an executor that is lost costs no more than the tasks that it was at. Files that an executor cannot read are read again by
 * the driver before they count as failed. The driver keeps the rows on disk; in all they have at most
 * {@code spark.driver.maxResultSize} bytes on their way, packed. Immutable and thread-safe.
 *
 * <pre>{@code
 * try (QueryRun query = QueryRun.open(GarageQuery.parse(text), options)) {
 *     Completeness found = GarageQueryJob.DEFAULT.run(sparkContext, query, (done, total) -> {});
 *     query.save(QueryRun.FileKind.PARQUET, output);
 * }
 * }</pre>
 */
public final class GarageQueryJob {

    /** Bytes of the files of a task where nothing else is said: 32 MiB. */
    public static final long DEFAULT_TASK_BYTES = 32L << 20;

    /** A job with tasks of 32 MiB, and 256 MiB for the engine of each executor. */
    public static final GarageQueryJob DEFAULT =
            new GarageQueryJob(DEFAULT_TASK_BYTES, GarageQuery.Options.DEFAULT_MEMORY_BYTES);

    private final long taskBytes;
    private final long memoryBytes;

    /**
     * Prepares a job.
     *
     * @param taskBytes most bytes of the files of a task, at least 1; a file alone may have more
     * @param memoryBytes most memory that the engine of an executor may take beside the heap; more goes to its local folders
     * @throws IllegalArgumentException if a number is less than 1
     */
    public GarageQueryJob(long taskBytes, long memoryBytes) {
        if (taskBytes < 1 || memoryBytes < 1) {
            throw new IllegalArgumentException(
                    "a task reads at least 1 byte with 1 byte of memory, got " + taskBytes + " and " + memoryBytes);
        }
        this.taskBytes = taskBytes;
        this.memoryBytes = memoryBytes;
    }

    /**
     * Runs a query that was opened and not run yet.
     *
     * @param query with roots that all machines have at the same place, or of {@link ScanJob#path}
     * @return what of the files the result is made of
     * @throws dev.mimeo.sql.SqlException if a script is wrong, or no file has what it names
     * @throws IOException if the garage cannot be read, a file is damaged and the query does not allow it, or the job fails
     */
    public Completeness run(JavaSparkContext context, QueryRun query, QueryRun.Listener progress) throws IOException {
        return query.run(new SparkApply(context, taskBytes, memoryBytes), progress);
    }
}
