package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.OutputFolder;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.TraceQuery;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of a query to an {@link Output}. */
final class TableOutput {

    private static final int BUFFER_BYTES = 1 << 16;

    private TableOutput() {}

    /** Prepares a query that may write some files. */
    @FunctionalInterface
    interface Opener {
        TraceQuery open(List<Path> files) throws IOException;
    }

    /**
     * The totals of a query.
     *
     * @param result totals of the rows written
     * @param extentsRead see {@link TraceQuery#extentsRead()}
     * @param extentsSkipped see {@link TraceQuery#extentsSkipped()}
     */
    record Written(ResultText.Printed result, long extentsRead, long extentsSkipped) {
        private static Written of(TraceQuery query, ResultText.Printed result) {
            return new Written(result, query.extentsRead(), query.extentsSkipped());
        }

        /** Returns the totals of rows of Parquet, which has NaN and infinities. */
        private static Written ofParquet(TraceQuery query, long rows) {
            return of(query, new ResultText.Printed(rows, 0));
        }
    }

    /**
     * Runs a query and writes its rows.
     *
     * @param text the format, null for Parquet
     * @param codec codec of Parquet files
     * @param folder where Parquet goes that is not for a file
     */
    static Written write(Opener opener, ResultText.@Nullable Format text, String codec, Output out, Path folder)
            throws IOException {
        if (text != null) {
            try (TraceQuery query = opener.open(List.of())) {
                OutputStream stream = new BufferedOutputStream(Channels.newOutputStream(out.channel()), BUFFER_BYTES);
                ResultText.Printed result = query.print(text, stream);
                stream.flush();
                return Written.of(query, result);
            }
        }
        // The engine can only write Parquet to a file by its name.
        Path own = out.file();
        Path file = (own == null ? folder.resolve("result.parquet") : own).toAbsolutePath();
        try (TraceQuery query = opener.open(List.of(file))) {
            long rows = query.saveParquet(file, codec);
            if (own == null) {
                copy(file, out);
            }
            return Written.ofParquet(query, rows);
        }
    }

    /**
     * Runs a query and writes its rows as Parquet into folders by the values of columns.
     *
     * @param columns names of columns of the result
     * @param target folder to write
     * @param force whether to replace a folder that an earlier run wrote
     */
    static Written writePartitions(
            Opener opener, List<String> columns, String codec, String target, Outputs outputs, boolean force)
            throws IOException {
        try (OutputFolder folder = outputs.openPartitions(target, force)) {
            try (TraceQuery query = opener.open(List.of(folder.folder()))) {
                Written written = Written.ofParquet(query, query.savePartitions(folder.folder(), codec, columns));
                folder.commit();
                return written;
            }
        }
    }

    private static void copy(Path file, Output out) throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            while (in.read(buffer) >= 0) {
                FullTransfers.write(out.channel(), buffer.flip());
                buffer.clear();
            }
        }
    }
}
