package dev.mimeo.fuzz;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.load.CounterImport;
import dev.mimeo.garage.load.CounterImportOptions;
import dev.mimeo.garage.load.CounterText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The first byte chooses a collector. The others are what it printed, which is packed, or refused. */
public final class CounterTextFuzz {

    /** Buffers of as many tables as there are, and some hundred times the text. */
    private static final long MAX_ALLOCATED = 64L << 20;

    private CounterTextFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        CounterText format =
                (data[0] & 2) != 0 ? CounterText.SAR : (data[0] & 1) == 0 ? CounterText.SADF : CounterText.PMREP;
        Path folder = Files.createTempDirectory("mimeo-fuzz");
        try {
            // Files of collectd are named after what they hold.
            Path parent = Files.createDirectories(folder.resolve("web1").resolve("cpu-0"));
            Path text = Files.write(parent.resolve("cpu-user-2026-03-01"), Arrays.copyOfRange(data, 1, data.length));
            Check.allocates(MAX_ALLOCATED, data.length, () -> pack(format, text, folder));
        } finally {
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void pack(CounterText format, Path text, Path folder) throws IOException {
        CounterImportOptions options =
                CounterImportOptions.defaults(folder.resolve("temporary")).withFormat(format);
        try {
            CounterImport.Report report =
                    CounterImport.run(Map.of("RawData", List.of(text)), folder.resolve("garage"), options, file -> {});
            Check.that(report.rows() > 0, "files without rows");
        } catch (MimeoException e) {
            Check.oneLine(e);
        }
    }
}
