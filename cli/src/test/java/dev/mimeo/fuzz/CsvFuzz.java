package dev.mimeo.fuzz;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.formats.csv.CsvImport;
import dev.mimeo.formats.csv.CsvInference;
import dev.mimeo.formats.csv.CsvOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.List;

/** The first byte chooses options. The others are rows or refused; they are rows of the type that is found in them. */
public final class CsvFuzz {

    private CsvFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        CsvOptions options = (data[0] & 1) == 0 ? CsvOptions.DEFAULT : CsvOptions.DEFAULT.withHeader();
        CsvOptions given = (data[0] & 2) == 0 ? options : options.withHexStrings();
        try {
            read(Types.MIXED, given, data);
        } catch (DataSeriesException e) {
            Check.oneLine(e);
        }
        ExtentType found;
        try {
            found = new CsvInference(options).infer(text(data), "fuzz", "found", bytes -> {});
        } catch (DataSeriesException e) {
            Check.oneLine(e);
            return;
        }
        try {
            read(found, options, data);
        } catch (DataSeriesException e) {
            throw new AssertionError(found.xml(), e);
        }
    }

    private static InputStream text(byte[] data) {
        return new ByteArrayInputStream(data, 1, data.length - 1);
    }

    private static void read(ExtentType type, CsvOptions options, byte[] data) throws IOException {
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                        Channels.newChannel(OutputStream.nullOutputStream()),
                        List.of(type),
                        WriterOptions.DEFAULT.withCodecs());
                ExtentOutput output = new ExtentOutput(writer, type, 1024)) {
            new CsvImport(type, options).read(text(data), "fuzz", output, bytes -> {});
        }
    }
}
