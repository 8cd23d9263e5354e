package dev.mimeo.cli.feed;

import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.integrations.impressions.FileList;
import dev.mimeo.integrations.impressions.TreeFiller;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.text.Failures;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Tells a producer what became of its requests, a line each. When the producer goes away the service goes on without. For one
 * thread at a time.
 */
final class Acknowledgements implements Consumer<TreeFiller.Result>, Closeable {

    private final String name;
    private final Terminal terminal;
    private final CompletableFuture<WritableByteChannel> channel;
    private final boolean stream;
    private boolean lost;

    private Acknowledgements(
            String name, Terminal terminal, CompletableFuture<WritableByteChannel> channel, boolean stream) {
        this.name = name;
        this.terminal = terminal;
        this.channel = channel;
        this.stream = stream;
    }

    /**
     * Opens a new file, a named pipe, or {@code -} for standard output. A pipe is opened when its reader opens it, which need
     * not be before the requests are opened.
     */
    static Acknowledgements open(String name, boolean force, Terminal terminal) throws IOException {
        if (name.equals("-")) {
            return new Acknowledgements(name, terminal, CompletableFuture.completedFuture(terminal.out()), true);
        }
        Path path = Outputs.path(name);
        if (!FileKinds.isSpecial(path)) {
            WritableByteChannel file = force && Files.isRegularFile(path)
                    ? replacement(path.toRealPath())
                    : FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
            return new Acknowledgements(name, terminal, CompletableFuture.completedFuture(file), false);
        }
        CompletableFuture<WritableByteChannel> pipe = new CompletableFuture<>();
        Thread opener = new Thread(
                () -> {
                    try {
                        pipe.complete(FileChannel.open(path, StandardOpenOption.WRITE));
                    } catch (Throwable e) {
                        pipe.completeExceptionally(e);
                    }
                },
                "mimeo-acknowledgements");
        opener.setDaemon(true);
        opener.start();
        return new Acknowledgements(name, terminal, pipe, true);
    }

    /** Opens a new file in place of another one, whose content stays under its other names; readers see the new one grow. */
    private static WritableByteChannel replacement(Path path) throws IOException {
        try (AtomicFile file = AtomicFile.create(path, AtomicFile.Mode.REPLACE)) {
            file.commit();
        }
        return FileChannel.open(path, StandardOpenOption.WRITE);
    }

    @Override
    public void accept(TreeFiller.Result result) {
        if (lost) {
            return;
        }
        try {
            FullTransfers.write(channel.join(), ByteBuffer.wrap(line(result)));
        } catch (ClosedByInterruptException e) {
            // The run is being stopped for another reason.
            lost = true;
        } catch (IOException e) {
            lose(e);
        } catch (CompletionException e) {
            lose(e.getCause() instanceof IOException cause ? cause : new IOException(e));
        }
    }

    private void lose(IOException e) {
        if (!stream) {
            throw new UncheckedIOException(new IOException(name + ": " + Errors.reason(e), e));
        }
        lost = true;
        terminal.err()
                .println("mimeo: warning: "
                        + Failures.oneLine(name + ": no more acknowledgements: " + Errors.reason(e)));
    }

    private static byte[] line(TreeFiller.Result result) {
        FileList.Request request = result.request();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes(
                ((result.written() ? "ok " : "err ") + request.number() + " ").getBytes(StandardCharsets.UTF_8));
        line.writeBytes(request.path().bytes());
        if (!result.written()) {
            line.writeBytes((" " + Failures.oneLine(String.valueOf(result.error()))).getBytes(StandardCharsets.UTF_8));
        }
        line.write('\n');
        return line.toByteArray();
    }

    @Override
    public void close() throws IOException {
        if (!name.equals("-") && channel.isDone() && !channel.isCompletedExceptionally()) {
            channel.join().close();
        }
    }
}
