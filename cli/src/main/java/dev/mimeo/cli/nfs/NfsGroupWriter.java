package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Progress;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.nfs.convert.CaptureGroups;
import dev.mimeo.nfs.convert.Manifest;
import dev.mimeo.nfs.convert.NfsConverter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Writes the groups of a manifest to files of a folder, several at once. */
final class NfsGroupWriter {

    private static final Pattern FILE = Pattern.compile("group-[0-9]{5,}\\.ds");

    private final Manifest manifest;
    private final List<? extends CaptureGroups.Input> inputs;
    private final WriterOptions packing;
    private final int extentBytes;
    private final Supplier<NfsConverter.Options> options;
    private final Stamps stamps;

    /** Says how a group was made; on any thread. */
    @FunctionalInterface
    interface Stamps {
        Map<String, String> of(int group) throws IOException;
    }

    /** @param options makes those of each group, on any thread */
    NfsGroupWriter(
            Manifest manifest,
            List<? extends CaptureGroups.Input> inputs,
            WriterOptions packing,
            int extentBytes,
            Supplier<NfsConverter.Options> options,
            Stamps stamps) {
        this.manifest = manifest;
        this.inputs = inputs;
        this.packing = packing;
        this.extentBytes = extentBytes;
        this.options = options;
        this.stamps = stamps;
    }

    /** Returns whether a file of this name can be one of a former run. */
    static boolean isOwnFile(String name) {
        return FILE.matcher(name).matches();
    }

    /**
     * Writes all files.
     *
     * @param workers groups that are worked on at once
     * @return how many bytes they have
     */
    long write(Path folder, int workers, Progress progress) throws IOException {
        int count = manifest.groups().size();
        Iterator<Integer> numbers = IntStream.range(0, count).iterator();
        long bytes = 0;
        int done = 0;
        progress.update(0, count);
        try (OrderedPipeline<Integer, Long> pipeline = new OrderedPipeline<>(
                () -> numbers.hasNext() ? numbers.next() : null,
                () -> group -> write(folder, group),
                group -> 1,
                2L * workers,
                workers)) {
            for (Long size = pipeline.next(); size != null; size = pipeline.next()) {
                bytes += size;
                progress.update(++done, count);
            }
        }
        return bytes;
    }

    private long write(Path folder, int group) throws IOException {
        Path file = folder.resolve(String.format(Locale.ROOT, "group-%05d.ds", group + 1));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DataSeriesWriter writer = DataSeriesWriter.create(channel, NfsConverter.types(), packing)) {
            boolean done = false;
            try {
                CaptureGroups.GroupOutput output = new CaptureGroups.GroupOutput(writer, extentBytes, stamps.of(group));
                CaptureGroups.convert(manifest, inputs, group, output, options.get());
                done = true;
            } finally {
                if (!done) {
                    writer.abort();
                }
            }
        }
        return Files.size(file);
    }
}
