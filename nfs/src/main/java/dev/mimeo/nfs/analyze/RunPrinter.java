package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.query.internal.stream.QuantileText;
import dev.mimeo.query.internal.stream.Quantiles;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prints what is known of runs of reads and writes. */
final class RunPrinter {

    private static final ResultTable GENERAL = ResultTable.of(
            "nfs_sequentiality_general", "config:t", "order_by:t", "reorder:i", "total:i", "unknown_file_size:i");
    private static final ResultTable QUANTILE =
            ResultTable.of("nfs_sequentiality_quantile", "config:t", "order_by:t", "type:t", "quantile:r", "value:r");

    private RunPrinter() {}

    static void print(AnalysisOutput output, RunStatistics runs, String configuration, String order)
            throws IOException {
        if (output.isClassic()) {
            output.text(classic(runs, configuration));
            return;
        }
        output.row(GENERAL, configuration, order, runs.reorders(), runs.transfers(), runs.unknownFileSize());
        Map<String, Quantiles> all = new LinkedHashMap<>();
        all.put("skip", runs.skip);
        all.put("read_count", runs.readCount);
        all.put("reading_run_read_count", runs.readingRunCount);
        all.put("write_count", runs.writeCount);
        all.put("total_count", runs.totalCount);
        all.put("read_bytes", runs.readBytes);
        all.put("write_bytes", runs.writeBytes);
        all.put("total_bytes", runs.totalBytes);
        all.put("read_op_bytes_fraction", runs.readOpFraction);
        all.put("write_op_bytes_fraction", runs.writeOpFraction);
        all.put("total_op_bytes_fraction", runs.totalOpFraction);
        all.put("read_file_bytes_fraction", runs.readFileFraction);
        all.put("write_file_bytes_fraction", runs.writeFileFraction);
        all.put("total_file_bytes_fraction", runs.totalFileFraction);
        all.put("reorder_count", runs.reorderCount);
        all.put("reorder_fraction", runs.reorderFraction);
        all.put("sequentiality_count_fraction", runs.sequentialCountFraction);
        all.put("sequentiality_bytes_fraction", runs.sequentialBytesFraction);
        all.put("in_random_sequential_run_count", runs.stretchCount);
        all.put("in_random_sequential_run_bytes", runs.stretchBytes);
        all.put("eof_count", runs.endOfFileCount);
        for (Map.Entry<String, Quantiles> entry : all.entrySet()) {
            QuantileRows.print(output, QUANTILE, entry.getValue(), configuration, order, entry.getKey());
        }
    }

    private static String classic(RunStatistics runs, String configuration) {
        StringBuilder text = new StringBuilder();
        ClassicText.begin(text, "Sequentiality");
        text.append("Analysis configuration: ").append(configuration).append('\n');
        text.append("Reorder count: ")
                .append(runs.reorders())
                .append('/')
                .append(runs.transfers())
                .append(", ");
        double share = runs.transfers() == 0 ? 0 : 100.0 * runs.reorders() / runs.transfers();
        text.append(CNumberFormat.fixed(share, 3)).append("%\n");
        append(text, "Skip distribution", runs.skip);
        append(text, "read count distribution", runs.readCount);
        append(text, "write count distribution", runs.writeCount);
        append(text, "total count distribution", runs.totalCount);
        append(text, "read bytes distribution", runs.readBytes);
        append(text, "write bytes distribution", runs.writeBytes);
        append(text, "total bytes distribution", runs.totalBytes);
        append(text, "read op_bytes_fraction distribution", runs.readOpFraction);
        append(text, "write op_bytes_fraction distribution", runs.writeOpFraction);
        append(text, "total op_bytes_fraction distribution", runs.totalOpFraction);
        text.append("unknown file size count ").append(runs.unknownFileSize()).append('\n');
        append(text, "read file_bytes_fraction distribution", runs.readFileFraction);
        append(text, "write file_bytes_fraction distribution", runs.writeFileFraction);
        append(text, "total file_bytes_fraction distribution", runs.totalFileFraction);
        append(text, "reorder_count", runs.reorderCount);
        append(text, "reorder_fraction", runs.reorderFraction);
        append(text, "sequentiality_count_fraction", runs.sequentialCountFraction);
        append(text, "sequentiality_bytes_fraction", runs.sequentialBytesFraction);
        append(text, "in_random_sequential_run_count", runs.stretchCount);
        append(text, "in_random_sequential_run_bytes", runs.stretchBytes);
        append(text, "eof_count", runs.endOfFileCount);
        ClassicText.end(text, "Sequentiality");
        return text.toString();
    }

    private static void append(StringBuilder text, String title, Quantiles values) {
        text.append(title).append(":\n");
        QuantileText.appendRanges(text, values, QuantileText.RANGES);
    }
}
