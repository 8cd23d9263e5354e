package dev.mimeo.cli.command;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * A generation that was run: a characterization or a segment into data.
 *
 * @param output where the data went
 * @param generator name of the generator, {@value #SEGMENT} for a segment
 * @param seed decided the content
 * @param offset offset of the first byte in the synthetic stream
 * @param bytes written
 * @param nanos time it took
 */
public record Generation(String output, String generator, long seed, long offset, long bytes, long nanos) {

    private static final String SEGMENT = "segment";

    /**
     * The part of the stream that is wanted.
     *
     * @param chunk number of the chunk to start at, or -1 to start at the offset; of a segment -1
     * @param offset bytes from the beginning of the stream
     * @param size bytes, or -1 for the one chunk
     */
    public record Range(long chunk, long offset, long size) {}

    /** Generates into an output and says what was done. */
    public static void run(
            Characterization characterization,
            GeneratorChoice choice,
            Range range,
            String output,
            MimeoSubcommand command)
            throws IOException {
        try (Output file = command.outputs.openBinary(output, command.force)) {
            run(characterization, choice, range, file, command).finish(file, command);
        }
    }

    /** Writes a part of the stream of a seed of a segment, and says what was done. */
    public static void run(SegmentFile segment, long seed, Range range, String output, MimeoSubcommand command)
            throws IOException {
        try (Output file = command.outputs.openBinary(output, command.force)) {
            run(segment, seed, range, file, command).finish(file, command);
        }
    }

    /** Writes a part of the stream of a seed of a segment into an open output, which is not committed. */
    public static Generation run(SegmentFile segment, long seed, Range range, Output output, MimeoSubcommand command)
            throws IOException {
        if (range.size() > segment.streamBytes() - range.offset()) {
            throw command.usageError("the streams of this segment have " + ByteSizes.format(segment.streamBytes())
                    + ", and --offset and --size together are more: make a larger segment");
        }
        try (Progress progress = command.byteProgress("generate")) {
            output.checkRoom(range.size());
            long start = System.nanoTime();
            segment.writeTo(
                    output.channel(), seed, range.offset(), range.size(), done -> progress.update(done, range.size()));
            return new Generation(
                    output.name(), SEGMENT, seed, range.offset(), range.size(), System.nanoTime() - start);
        }
    }

    /** Commits the output, and says what was done. */
    private void finish(Output file, MimeoSubcommand command) throws IOException {
        file.commit();
        if (command.json) {
            ObjectNode document = Json.object();
            put(document);
            command.print(Json.render(document));
        }
        command.note(describe());
    }

    /** Generates into an open output, which is not committed. The characterization is all that generation sees. */
    public static Generation run(
            Characterization characterization,
            GeneratorChoice choice,
            Range range,
            Output output,
            MimeoSubcommand command)
            throws IOException {
        try (DataProducer producer = choice.producer(characterization, command);
                Progress progress = command.byteProgress("generate")) {
            long offset = range.offset();
            long size = range.size();
            if (range.chunk() >= 0) {
                offset = command.checked(() -> {
                    producer.seekChunk(range.chunk());
                    return producer.position();
                });
                size = size >= 0 ? size : producer.chunk(range.chunk()).length;
            }
            if (size > Long.MAX_VALUE - offset) {
                throw command.usageError("offset and size together exceed the 2^63 - 1 bytes of a stream");
            }
            long total = size;
            output.checkRoom(total);
            long start = System.nanoTime();
            producer.writeTo(output.channel(), offset, size, done -> progress.update(done, total));
            long nanos = System.nanoTime() - start;
            return new Generation(
                    output.name(), choice.generator().name(), choice.seedFor(characterization), offset, size, nanos);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns a summary for people to read, one line. */
    public String describe() {
        double seconds = Math.max(1e-9, nanos / 1e9);
        return String.format(
                Locale.ROOT,
                "%s: %s in %.1f s (%s), generator %s, seed %s\n",
                Failures.oneLine(output),
                ByteSizes.format(bytes),
                seconds,
                ByteSize.rate(bytes, seconds),
                generator,
                Long.toUnsignedString(seed));
    }

    /** Puts the JSON of it into an object. */
    public void put(ObjectNode json) {
        json.put("output", output);
        json.put("generator", generator);
        json.put("seed", Long.toUnsignedString(seed));
        json.put("offset", offset);
        json.put("bytes", bytes);
        json.put("seconds", nanos / 1e9);
    }
}
