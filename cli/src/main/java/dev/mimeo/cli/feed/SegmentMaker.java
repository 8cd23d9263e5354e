package dev.mimeo.cli.feed;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.segment.SegmentWriter;
import dev.mimeo.internal.files.FileKinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Makes segment files for commands.
 *
 * @param choice how to generate; the order is random if the segment is smaller than the scanned data
 * @param bytes bytes of data
 * @param threads at least 1
 * @param command the command that shows progress
 */
record SegmentMaker(GeneratorChoice choice, long bytes, int threads, MimeoSubcommand command) {

    static final long DEFAULT_BYTES = 256 << 20;

    /** Writes a segment to a file. */
    SegmentWriter.Summary make(Characterization source, String name, String target, boolean force) throws IOException {
        SegmentWriter.Settings settings = command.checked(
                () -> new SegmentWriter.Settings(label(source, name), bytes, choice.seedFor(source), threads));
        if (target.equals("-") || FileKinds.isSpecial(Outputs.path(target))) {
            throw new FileSystemException(target, null, "is not a file: a segment is written to a regular file");
        }
        GeneratorChoice ordered = bytes < source.scannedBytes() ? choice.in(DataProducer.Order.RANDOM) : choice;
        try (Output output = command.outputs().openBinary(target, force);
                DataProducer producer = ordered.producer(source, command);
                Progress progress = command.byteProgress("generate")) {
            output.checkRoom(bytes);
            Path file = output.file();
            if (file == null) {
                throw new IllegalStateException(target + " is a file, and has a name");
            }
            SegmentWriter.Summary summary;
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                summary = SegmentWriter.write(
                        channel, producer, source.dataset(), settings, done -> progress.update(done, bytes));
            }
            output.commit();
            return summary;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (IOException e) {
            throw Errors.named(target, e);
        }
    }

    /** Returns the name that the author gave the characterization, or that of its file. */
    private static String label(Characterization source, String name) {
        if (!source.dataset().name().isBlank() || name.equals("-")) {
            return source.dataset().name();
        }
        Path file = Path.of(name).getFileName();
        return file == null ? name : file.toString().replaceFirst("\\.ds$", "");
    }
}
