package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.QuantileText;
import dev.mimeo.query.internal.stream.Quantiles;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Sizes and offsets of reads and writes. */
final class ReadWriteExtentAnalysis extends TraceAnalysis {

    private static final ResultTable SUMMARY =
            ResultTable.of("nfs_read_write", "type:t", "count:i", "mean:r", "stddev:r", "min:r", "max:r");
    private static final ResultTable QUANTILE =
            ResultTable.of("nfs_read_write_quantile", "type:t", "quantile:r", "value:r");
    private static final long BOUND = 10_000_000_000L;
    private static final int OFFSET_RANGES = 500;

    private final AnalysisOutput output;
    private final Quantiles readSize = new Quantiles(0.005, BOUND);
    private final Quantiles readOffset = new Quantiles(0.001, BOUND);
    private final Quantiles writeSize = new Quantiles(0.005, BOUND);
    private final Quantiles writeOffset = new Quantiles(0.001, BOUND);

    ReadWriteExtentAnalysis(AnalysisOutput output) {
        this.output = output;
    }

    @Override
    String name() {
        return "rwextent";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return table == TraceTable.READ_WRITE ? Set.of("reply_id", "is_read", "offset", "bytes") : Set.of();
    }

    @Override
    void readWrite(ReadWriteRows rows, int row) {
        boolean read = rows.isRead(row);
        (read ? readSize : writeSize).add(rows.bytes(row));
        (read ? readOffset : writeOffset).add(rows.offset(row));
    }

    @Override
    void finish() throws IOException {
        if (output.isClassic()) {
            StringBuilder text = new StringBuilder();
            ClassicText.begin(text, "ReadWriteExtentAnalysis");
            appendSize(text, "Read size:\n", readSize);
            text.append("Read offset:\n");
            QuantileText.appendRanges(text, readOffset, OFFSET_RANGES);
            appendSize(text, "Write size:\n", writeSize);
            text.append("Write offset:\n");
            QuantileText.appendRanges(text, writeOffset, OFFSET_RANGES);
            ClassicText.end(text, "ReadWriteExtentAnalysis");
            output.text(text);
            return;
        }
        Map<String, Quantiles> all = new LinkedHashMap<>();
        all.put("read_size", readSize);
        all.put("read_offset", readOffset);
        all.put("write_size", writeSize);
        all.put("write_offset", writeOffset);
        for (Map.Entry<String, Quantiles> entry : all.entrySet()) {
            Quantiles values = entry.getValue();
            output.row(
                    SUMMARY,
                    entry.getKey(),
                    values.count(),
                    values.mean(),
                    values.standardDeviation(),
                    values.min(),
                    values.max());
        }
        for (Map.Entry<String, Quantiles> entry : all.entrySet()) {
            QuantileRows.printWithTail(output, QUANTILE, entry.getValue(), entry.getKey());
        }
    }

    private static void appendSize(StringBuilder text, String title, Quantiles sizes) {
        text.append(title);
        QuantileText.appendRanges(text, sizes, QuantileText.RANGES);
        QuantileText.appendTails(text, sizes);
    }

    @Override
    long memoryBytes() {
        return readSize.memoryBytes() + readOffset.memoryBytes() + writeSize.memoryBytes() + writeOffset.memoryBytes();
    }
}
