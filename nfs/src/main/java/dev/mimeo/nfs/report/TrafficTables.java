package dev.mimeo.nfs.report;

import dev.mimeo.internal.text.Milliseconds;
import dev.mimeo.nfs.analyze.ResultTable;
import dev.mimeo.nfs.summary.TrafficSummary.ErrorLine;
import dev.mimeo.nfs.summary.TrafficSummary.Latency;
import dev.mimeo.nfs.summary.TrafficSummary.Line;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import dev.mimeo.nfs.summary.TrafficSummary.Top;
import java.util.List;
import java.util.function.Function;

/** The tables of a report about latencies, errors, and the busiest clients, servers and files. */
final class TrafficTables {

    private final List<SetResults> sets;

    TrafficTables(List<SetResults> sets) {
        this.sets = sets;
    }

    /** Returns all tables, in their order. */
    List<ReportTable> all() {
        return List.of(
                latencies(),
                errors(),
                busiest(
                        "Clients with most calls",
                        "clients",
                        "client",
                        set -> set.traffic().clients()),
                busiest(
                        "Servers with most calls",
                        "servers",
                        "server",
                        set -> set.traffic().servers()),
                busiest(
                        "Files with most reads and writes",
                        "files",
                        "file",
                        set -> set.traffic().files()));
    }

    private ReportTable latencies() {
        ReportTable table = new ReportTable(
                "Latency from the first byte of a call to the first byte of its reply, by operation",
                List.of("data set", "operation", "calls", "errors", "no reply", "p50 ms", "p90 ms", "p99 ms", "max ms"),
                ResultTable.of(
                        "latencies",
                        "dataset:t",
                        "operation:t",
                        "calls:i",
                        "errors:i",
                        "unanswered:i",
                        "p50_ms:r",
                        "p90_ms:r",
                        "p99_ms:r",
                        "max_ms:r"));
        for (SetResults set : sets) {
            for (Line line : set.traffic().operations()) {
                Load load = line.load();
                Latency latency = load.latency();
                if (latency.replies() == 0) {
                    continue;
                }
                table.add(
                        set.name(),
                        line.name(),
                        load.calls(),
                        load.errors(),
                        load.unanswered(),
                        latency.quantiles().get(0),
                        latency.quantiles().get(1),
                        latency.quantiles().get(2),
                        latency.max());
                table.show(List.of(
                        set.name(),
                        line.name(),
                        ReportTable.number((double) load.calls()),
                        ReportTable.number((double) load.errors()),
                        ReportTable.number((double) load.unanswered()),
                        Milliseconds.of(latency.quantiles().get(0)),
                        Milliseconds.of(latency.quantiles().get(1)),
                        Milliseconds.of(latency.quantiles().get(2)),
                        Milliseconds.of(latency.max())));
            }
        }
        return table;
    }

    private ReportTable errors() {
        ReportTable table = new ReportTable(
                "Errors by operation and status",
                List.of("data set", "operation", "status", "replies"),
                ResultTable.of("errors", "dataset:t", "operation:t", "status:t", "replies:i"));
        for (SetResults set : sets) {
            for (ErrorLine error : set.traffic().errors()) {
                table.add(set.name(), error.operation(), error.status(), error.count());
                table.show(List.of(
                        set.name(), error.operation(), error.status(), ReportTable.number((double) error.count())));
            }
        }
        return table;
    }

    private ReportTable busiest(String title, String name, String noun, Function<SetResults, Top> tops) {
        ReportTable table = new ReportTable(
                title,
                List.of("data set", noun, "calls", "bytes read", "bytes written"),
                ResultTable.of(
                        "busiest_" + name, "dataset:t", noun + ":t", "calls:i", "read_bytes:i", "written_bytes:i"));
        for (SetResults set : sets) {
            for (Line line : tops.apply(set).lines()) {
                Load load = line.load();
                table.add(set.name(), line.name(), load.calls(), load.readBytes(), load.writtenBytes());
                table.show(List.of(
                        set.name(),
                        line.name(),
                        ReportTable.number((double) load.calls()),
                        ReportTable.number((double) load.readBytes()),
                        ReportTable.number((double) load.writtenBytes())));
            }
        }
        return table;
    }
}
