package dev.mimeo.integrations.spark;

import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.AtomicOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * An output in a file system of Hadoop. An object store that can abort uploads, such as S3A, shows an object when its upload is complete:
 * there the output is written under its own name. Elsewhere it is a hidden file beside its target, which is renamed.
 */
final class HadoopOutput implements AtomicOutput {

    private final FileSystem files;

    /** The name under which the content is written: the target, unless it is renamed. */
    private final Path written;

    private final Path target;
    private final FSDataOutputStream stream;
    private final boolean canAbort;
    private final Content content;
    private boolean finished;

    private HadoopOutput(FileSystem files, Path written, Path target, boolean canAbort) throws IOException {
        this.files = files;
        this.written = written;
        this.target = target;
        this.canAbort = canAbort;
        this.stream = files.create(written, true);
        this.content = new Content(stream);
    }

    /**
     * Creates an output that replaces its target.
     *
     * @throws FileSystemException if the target is the root or a folder, or where outputs are renamed, its folder does not exist
     */
    static HadoopOutput create(HadoopPath target) throws IOException {
        if (target.getNameCount() == 0) {
            throw new FileSystemException(target.toString(), null, "is the root: name a file below it");
        }
        if (java.nio.file.Files.isDirectory(target)) {
            throw new FileSystemException(target.toString(), null, "is a directory: name a file");
        }
        FileSystem files = target.getFileSystem().files();
        Path path = target.toHadoop();
        if (canAbort(files, path)) {
            return new HadoopOutput(files, path, path, true);
        }
        HadoopPath temporary = (HadoopPath) AtomicFile.temporaryBeside(target);
        return new HadoopOutput(files, temporary.toHadoop(), path, false);
    }

    /** Creates a file in the folder of a task, whose committer gives it its final name. */
    static HadoopOutput ofTask(Path file, Configuration configuration) throws IOException {
        FileSystem files = HadoopFiles.of(file, configuration);
        return new HadoopOutput(files, file, file, canAbort(files, file));
    }

    private static boolean canAbort(FileSystem files, Path path) throws IOException {
        return files.hasPathCapability(path, CommonPathCapabilities.ABORTABLE_STREAM);
    }

    @Override
    public WritableByteChannel channel() {
        return content;
    }

    @Override
    public void commit() throws IOException {
        if (finished) {
            throw new IllegalStateException(target + ": committed or closed before");
        }
        if (written.equals(target)) {
            stream.close();
        } else {
            stream.hsync();
            stream.close();
            FileContext.getFileContext(files.getUri(), files.getConf())
                    .rename(written, target, Options.Rename.OVERWRITE);
        }
        finished = true;
    }

    @Override
    public void close() throws IOException {
        if (finished) {
            return;
        }
        finished = true;
        if (canAbort) {
            // To close the stream would publish what is there so far.
            Abortable.AbortableResult aborted = stream.abort();
            IOException left = aborted.anyCleanupException();
            stream.close();
            if (left != null) {
                throw new IOException(target + ": its upload cannot be aborted: " + left.getMessage(), left);
            }
        } else {
            try {
                stream.close();
            } finally {
                files.delete(written, false);
            }
        }
    }

    /** Writes to the stream, and leaves it open. */
    private static final class Content implements WritableByteChannel {

        private final WritableByteChannel channel;
        private boolean open = true;

        Content(FSDataOutputStream stream) {
            this.channel = Channels.newChannel(stream);
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return channel.write(bytes);
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }
}
