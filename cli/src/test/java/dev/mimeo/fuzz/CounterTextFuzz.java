package dev.mimeo.fuzz;

import dev.mimeo.garage.load.CounterText;
import dev.mimeo.garage.load.LoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The first byte chooses a collector. The others are what it printed, of which tables are made, or they are refused. */
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
            Path text = Files.write(folder.resolve("text"), Arrays.copyOfRange(data, 1, data.length));
            Check.allocates(MAX_ALLOCATED, data.length, () -> convert(format, text, folder.resolve("tables")));
        } finally {
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void convert(CounterText format, Path text, Path tables) throws IOException {
        try {
            Map<String, List<Path>> files = format.convert(List.of(text), null, tables);
            for (List<Path> table : files.values()) {
                Check.that(Files.readAllLines(table.get(0)).size() > 1, "a table without rows");
            }
        } catch (LoadException e) {
            Check.oneLine(e);
        }
    }
}
