package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.FileStart;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.convert.InputHash;
import dev.mimeo.nfs.convert.NfsConverter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command that reads traces, or captures, which become temporary traces. Those have names as the captures have them, and are
 * removed at the end of the run.
 */
abstract class TraceSubcommand extends MimeoSubcommand {

    private static final int EXTENT_BYTES = 1 << 20;

    TraceSubcommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    /** Returns the traces of arguments, which may be captures. Captures that follow each other become one trace. */
    final List<Path> traceFiles(List<String> arguments) throws IOException {
        NamedCapture.checkDistinct(arguments);
        List<Path> files = new ArrayList<>();
        List<String> captures = new ArrayList<>();
        for (String argument : arguments) {
            if (isCapture(argument)) {
                captures.add(argument);
                continue;
            }
            addConverted(captures, files);
            files.add(trace(argument, (in, name) -> {
                try (Progress progress = byteProgress("convert")) {
                    return convert(List.of(NamedCapture.ofStream(in, name, progress)), name);
                }
            }));
        }
        addConverted(captures, files);
        return files;
    }

    private static boolean isCapture(String argument) throws IOException {
        if (argument.equals(NamedCapture.STANDARD_INPUT)) {
            return false;
        }
        Path path = Outputs.path(argument);
        return Files.isRegularFile(path) && !FileStart.isDataSeries(path);
    }

    private void addConverted(List<String> captures, List<Path> files) throws IOException {
        if (!captures.isEmpty()) {
            String name = captures.size() == 1 ? captures.get(0) : Counts.of(captures.size(), "capture");
            try (Progress progress = byteProgress("convert")) {
                files.add(convert(NamedCapture.of(captures, terminal, progress, this::warn), name));
            }
            captures.clear();
        }
    }

    private Path convert(List<NamedCapture> captures, String name) throws IOException {
        Path file = keep(outputs.scratch("mimeo-nfs-"), name);
        WriterOptions packing = WriterOptions.DEFAULT.withCodecs("lz4").withThreads(threads());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                DataSeriesWriter writer = DataSeriesWriter.create(channel, NfsConverter.types(), packing)) {
            NfsConverter converter = new NfsConverter(writer, EXTENT_BYTES, 0, NfsConverter.Options.DEFAULT);
            boolean done = false;
            try {
                for (NamedCapture capture : captures) {
                    LossReport.damage(this, capture, converter.read(capture, InputHash.XXH64));
                }
                converter.finish(Map.of());
                done = true;
            } finally {
                if (!done) {
                    writer.abort();
                }
            }
            LossReport.report(
                    this, name, Counters.Losses.of(List.of(converter.counters().byName())), false);
        }
        return file;
    }
}
