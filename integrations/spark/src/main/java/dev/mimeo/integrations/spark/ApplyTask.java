package dev.mimeo.integrations.spark;

import dev.mimeo.garage.query.Macros;
import dev.mimeo.garage.query.RemoteApply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.TaskContext;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Runs a script on the files of a partition, which is one bundle, and gives what came of them as bytes. */
final class ApplyTask extends AbstractFunction1<Iterator<List<RemoteApply.Input>>, byte[]> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String script;
    private final Macros macros;
    private final long memoryBytes;

    ApplyTask(String script, Macros macros, long memoryBytes) {
        this.script = script;
        this.macros = macros;
        this.memoryBytes = memoryBytes;
    }

    @Override
    public byte[] apply(Iterator<List<RemoteApply.Input>> bundle) {
        ByteArrayOutputStream share = new ByteArrayOutputStream();
        try {
            ExecutorEngines.get(memoryBytes).apply(script, macros, bundle.next(), share);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (TaskContext.get().isInterrupted()) {
            // Where a copy of this task was faster, or the job was cancelled: files may have failed because of it.
            throw new IllegalStateException("the task was cancelled");
        }
        return share.toByteArray();
    }
}
