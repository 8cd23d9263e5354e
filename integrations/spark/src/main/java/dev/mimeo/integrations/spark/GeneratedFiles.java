package dev.mimeo.integrations.spark;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.channels.Channels;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Writes ranges of synthetic data as files of a folder in a file system of Hadoop. Hadoop creates it by its class name.
 *
 * <p>The committer that is configured for the file system gives the files their names when all tasks are done. So a lost executor, a
 * copy of a slow task or a failed job leaves nothing under a final name.
 */
public final class GeneratedFiles extends FileOutputFormat<NullWritable, GeneratedFiles.Range> {

    /** Used by Hadoop. */
    public GeneratedFiles() {}

    /**
     * A range of the stream.
     *
     * @param number number of the file, from 0
     * @param offset its first byte in the stream
     * @param size its bytes
     */
    record Range(GenerateJob.Settings settings, int number, long offset, long size) implements Serializable {

        String fileName() {
            return String.format(Locale.ROOT, "data-%07d.bin", number);
        }
    }

    /** Opens a characterization by its address or path. */
    static Characterization open(String file, Configuration configuration) throws IOException {
        if (!InputFiles.isAddress(file)) {
            return Characterization.open(java.nio.file.Path.of(file));
        }
        Path path = HadoopFiles.path(file);
        try (InputStream in = Channels.newInputStream(HadoopInput.open(HadoopFiles.of(path, configuration), path))) {
            return Characterization.read(in.readAllBytes(), file);
        }
    }

    @Override
    public RecordWriter<NullWritable, Range> getRecordWriter(TaskAttemptContext context) throws IOException {
        OutputCommitter committer = getOutputCommitter(context);
        if (!(committer instanceof PathOutputCommitter paths)) {
            throw MimeoException.of(
                    committer.getClass().getName(),
                    Reason.UNSUPPORTED,
                    "does not name a folder for the files of a task: configure a committer of files");
        }
        return new Writer(context.getConfiguration(), paths.getWorkPath());
    }

    /** Writes the files of a task. */
    private static final class Writer extends RecordWriter<NullWritable, Range> {

        private final Configuration configuration;
        private final Path folder;

        Writer(Configuration configuration, Path folder) {
            this.configuration = configuration;
            this.folder = folder;
        }

        @Override
        public void write(NullWritable key, Range range) throws IOException {
            Path file = new Path(folder, range.fileName());
            try (Characterization source = open(range.settings.characterization(), configuration);
                    DataProducer producer = range.settings.producer(source);
                    HadoopOutput out = HadoopOutput.ofTask(file, configuration)) {
                producer.writeTo(out.channel(), range.offset, range.size, GenerateJob.endsWithTask());
                out.commit();
            }
        }

        @Override
        public void close(TaskAttemptContext context) {
            // Each file was committed after its range.
        }
    }
}
