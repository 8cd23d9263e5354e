package dev.mimeo.integrations.spark;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.spark.internal.io.FileNameSpec;
import org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * Spark's protocol, but each file is created where its committer wants it. Spark does that only for the committer that renames; with
 * the committers of object stores (S3A, ABFS, GCS) it would write files under their final names.
 */
final class WorkPathCommitProtocol extends SQLHadoopMapReduceCommitProtocol {

    private static final long serialVersionUID = 1L;

    private transient @Nullable OutputCommitter chosen;

    WorkPathCommitProtocol(String job, String folder) {
        super(job, folder, false);
    }

    @Override
    public OutputCommitter setupCommitter(TaskAttemptContext context) {
        OutputCommitter committer = super.setupCommitter(context);
        chosen = committer;
        return committer;
    }

    @Override
    public String newTaskTempFile(TaskAttemptContext context, Option<String> folder, FileNameSpec name) {
        if (chosen instanceof PathOutputCommitter paths && folder.isEmpty()) {
            try {
                return new Path(paths.getWorkPath(), getFilename(context, name)).toString();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        return super.newTaskTempFile(context, folder, name);
    }
}
