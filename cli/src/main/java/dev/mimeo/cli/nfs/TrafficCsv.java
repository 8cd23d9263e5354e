package dev.mimeo.cli.nfs;

import dev.mimeo.internal.text.CsvLines;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.nfs.summary.TrafficSummary.ErrorLine;
import dev.mimeo.nfs.summary.TrafficSummary.Latency;
import dev.mimeo.nfs.summary.TrafficSummary.Line;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import dev.mimeo.nfs.summary.TrafficSummary.ProcedureLine;
import dev.mimeo.nfs.summary.TrafficSummary.ResultLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A summary of captures as CSV. */
final class TrafficCsv {

    private TrafficCsv() {}

    /** Returns one table with a row for each operation, error, client, server, user and file. */
    static String of(TrafficReport report) {
        TrafficSummary traffic = report.traffic();
        List<String> head = new ArrayList<>(
                List.of("kind", "name", "status", "calls", "errors", "retransmissions", "unanswered", "replies"));
        traffic.quantiles().forEach(quantile -> head.add(TrafficText.quantile(quantile) + "_ms"));
        head.addAll(List.of("max_ms", "read_bytes", "written_bytes"));
        StringBuilder text = new StringBuilder(CsvLines.line(head));
        text.append(row("all", report.name(), traffic.all()));
        for (TrafficReport.Table table : report.tables()) {
            for (Line line : table.lines()) {
                text.append(row(table.kind(), line.name(), line.load()));
            }
        }
        for (ErrorLine error : traffic.errors()) {
            List<String> values = new ArrayList<>(Collections.nCopies(head.size(), ""));
            values.set(0, "error");
            values.set(1, error.operation());
            values.set(2, error.status());
            values.set(4, Long.toString(error.count()));
            text.append(CsvLines.line(values));
        }
        for (ResultLine line : traffic.compounds().operations()) {
            List<String> values = new ArrayList<>(Collections.nCopies(head.size(), ""));
            values.set(0, "compound");
            values.set(1, line.operation());
            values.set(2, line.status());
            values.set(7, Long.toString(line.count()));
            text.append(CsvLines.line(values));
        }
        for (ProcedureLine line : traffic.others()) {
            List<String> values = new ArrayList<>(Collections.nCopies(head.size(), ""));
            values.set(0, "procedure");
            values.set(1, line.name());
            values.set(3, Long.toString(line.calls()));
            values.set(7, Long.toString(line.replies()));
            text.append(CsvLines.line(values));
        }
        for (ResultLine line : traffic.sideband().results()) {
            List<String> values = new ArrayList<>(Collections.nCopies(head.size(), ""));
            values.set(0, "sideband");
            values.set(1, line.operation());
            values.set(2, line.status());
            values.set(7, Long.toString(line.count()));
            text.append(CsvLines.line(values));
        }
        return text.toString();
    }

    private static String row(String kind, String name, Load load) {
        Latency latency = load.latency();
        List<String> values = new ArrayList<>(List.of(
                kind,
                name,
                "",
                Long.toString(load.calls()),
                Long.toString(load.errors()),
                Long.toString(load.retransmissions()),
                Long.toString(load.unanswered()),
                Long.toString(latency.replies())));
        latency.quantiles().forEach(value -> values.add(TrafficText.plainMillis(value)));
        values.addAll(List.of(
                TrafficText.plainMillis(latency.max()),
                Long.toString(load.readBytes()),
                Long.toString(load.writtenBytes())));
        return CsvLines.line(values);
    }
}
