package dev.mimeo.integrations.spark;

import dev.mimeo.garage.query.Macros;
import dev.mimeo.garage.query.RemoteApply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.spark.FutureAction;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.util.SerializableConfiguration;
import scala.collection.Iterator;
import scala.concurrent.Await;
import scala.concurrent.duration.Duration;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** Runs APPLY as a job, whose tasks have a bundle of files each. Immutable. */
final class SparkApply implements RemoteApply {

    private final JavaSparkContext context;
    private final long taskBytes;
    private final long memoryBytes;

    SparkApply(JavaSparkContext context, long taskBytes, long memoryBytes) {
        this.context = context;
        this.taskBytes = taskBytes;
        this.memoryBytes = memoryBytes;
    }

    @Override
    public void run(String script, Macros macros, List<RemoteApply.Input> files, ShareSink sink) throws IOException {
        List<List<RemoteApply.Input>> bundles = FileBundles.of(files, taskBytes, context.defaultParallelism());
        RDD<List<RemoteApply.Input>> tasks =
                context.parallelize(bundles, bundles.size()).rdd();
        ApplyTask task = new ApplyTask(
                script, macros, memoryBytes, new SerializableConfiguration(context.hadoopConfiguration()));
        try (ShareSpool spool = new ShareSpool(ExecutorEngines.scratchFolder())) {
            // Spark's own thread must not wait for the rows to be stored, nor this one for the job to end.
            CompletableFuture<FutureAction<?>> submitted = new CompletableFuture<>();
            Thread job = new Thread(() -> run(tasks, task, spool, submitted), "mimeo-query");
            job.setDaemon(true);
            job.start();
            try {
                for (Path share = spool.take(); share != null; share = spool.take()) {
                    try (InputStream in = Files.newInputStream(share)) {
                        sink.accept(in);
                    }
                    Files.delete(share);
                }
            } finally {
                end(job, submitted);
            }
        }
    }

    private void run(
            RDD<List<RemoteApply.Input>> tasks,
            ApplyTask task,
            ShareSpool spool,
            CompletableFuture<FutureAction<?>> submitted) {
        try {
            context.setJobGroup("mimeo query " + UUID.randomUUID(), "APPLY", true);
            List<Object> partitions = new ArrayList<>();
            for (int i = 0; i < tasks.getNumPartitions(); i++) {
                partitions.add(i);
            }
            FutureAction<?> action = context.sc()
                    .submitJob(
                            tasks,
                            task,
                            CollectionConverters.asScala(partitions).toSeq(),
                            (partition, share) -> {
                                spool.add(share);
                                return BoxedUnit.UNIT;
                            },
                            () -> BoxedUnit.UNIT);
            submitted.complete(action);
            Await.result(action, Duration.Inf());
            spool.end(null);
        } catch (Throwable e) {
            // Spark throws checked exceptions that it does not declare.
            submitted.completeExceptionally(e);
            spool.end(e);
        }
    }

    private static void end(Thread job, CompletableFuture<FutureAction<?>> submitted) throws IOException {
        if (job.isAlive()) {
            cancel(submitted);
        }
        try {
            job.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a job ends");
        }
    }

    private static void cancel(CompletableFuture<FutureAction<?>> submitted) {
        try {
            submitted.join().cancel();
        } catch (CompletionException e) {
            // The job did not start, which whoever takes the rows is told.
        }
    }

    /** Runs a script on the files of a partition, which is one bundle, and gives what came of them as bytes. */
    private static final class ApplyTask extends AbstractFunction1<Iterator<List<RemoteApply.Input>>, byte[]>
            implements Serializable {

        private static final long serialVersionUID = 1L;

        private final String script;
        private final Macros macros;
        private final long memoryBytes;
        private final SerializableConfiguration configuration;

        ApplyTask(String script, Macros macros, long memoryBytes, SerializableConfiguration configuration) {
            this.configuration = configuration;
            this.script = script;
            this.macros = macros;
            this.memoryBytes = memoryBytes;
        }

        @Override
        public byte[] apply(Iterator<List<RemoteApply.Input>> bundle) {
            ByteArrayOutputStream share = new ByteArrayOutputStream();
            try {
                ExecutorEngines.get(memoryBytes, configuration.value()).apply(script, macros, bundle.next(), share);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (TaskContext.get().isInterrupted()) {
                // A copy of this task was faster, or the job was cancelled: files may have failed because of it.
                throw new IllegalStateException("the task was cancelled");
            }
            return share.toByteArray();
        }
    }
}
