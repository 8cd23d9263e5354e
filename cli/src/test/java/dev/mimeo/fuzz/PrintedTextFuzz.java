package dev.mimeo.fuzz;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.formats.csv.TextImport;
import dev.mimeo.formats.csv.TextImportOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.List;

/** Text as {@code ds2txt} prints it is read back or refused. The first byte tells whether it is CSV. */
public final class PrintedTextFuzz {

    private PrintedTextFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        boolean csv = (data[0] & 1) != 0;
        TextImportOptions options =
                new TextImportOptions(List.of(Types.MIXED), csv ? "," : " ", csv, (data[0] & 2) != 0, 1024, 1 << 20, 2);
        try {
            new TextImport(
                            options,
                            types -> DataSeriesWriter.create(
                                    Channels.newChannel(OutputStream.nullOutputStream()),
                                    types,
                                    WriterOptions.DEFAULT.withCodecs()))
                    .read(new ByteArrayInputStream(data, 1, data.length - 1), "fuzz", bytes -> {});
        } catch (DataSeriesException e) {
            Check.oneLine(e);
        }
    }
}
