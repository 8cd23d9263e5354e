package dev.mimeo.nfs.convert;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.internal.rpc.Flow;
import dev.mimeo.nfs.internal.rpc.Hosts;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/** Writes the tables about connections, hosts and the whole of a conversion. Not thread-safe. */
final class SummaryTables {

    private final Function<String, ExtentOutput> outputs;
    private final AnonymousFields fields;
    private final ExtentOutput flows;
    private final BandwidthTable bandwidth = new BandwidthTable();

    /** @param outputs gives the output of a table, by its name */
    SummaryTables(Function<String, ExtentOutput> outputs, AnonymousFields fields) {
        this.outputs = outputs;
        this.fields = fields;
        this.flows = outputs.apply("Summary::NFS::connection");
    }

    /**
     * Adds a packet.
     *
     * @param bytes its size on the link
     */
    void packet(long time, int bytes) {
        bandwidth.packet(time, bytes);
    }

    /** Adds a row about a direction of a connection. */
    void flow(Flow flow) throws IOException {
        ExtentBuilder to = flows.addRow();
        to.setInt(0, fields.host(flow.source()));
        to.setInt(1, flow.sourcePort());
        to.setInt(2, fields.host(flow.destination()));
        to.setInt(3, flow.destinationPort());
        to.setBoolean(4, flow.isUdp());
        to.setLong(5, flow.packets());
        to.setLong(6, flow.wireBytes());
        to.setLong(7, flow.streamBytes());
        to.setLong(8, flow.recordBytes());
        to.setLong(9, flow.marks());
        to.setLong(10, flow.gapBytes());
        to.setLong(11, flow.resyncBytes());
        to.setLong(12, flow.nonRpcBytes());
        to.setLong(13, flow.openBytes());
        to.setLong(14, flow.records());
    }

    /** Writes the tables about the whole. */
    void write(Hosts hosts, Counters counters, long firstRecord, long nextRecord, Map<String, String> stamp)
            throws IOException {
        ExtentOutput addresses = outputs.apply("Trace::Network::host");
        for (Map.Entry<Integer, byte[]> host : hosts.addresses().entrySet()) {
            ExtentBuilder to = addresses.addRow();
            to.setInt(0, fields.host(host.getKey()));
            to.setBytes(1, fields.address(host.getValue()));
        }
        bandwidth.write(outputs.apply("Summary::Network::IP::bandwidth-rolling"));
        ExtentOutput statistics = outputs.apply("Summary::NFS::convert-stats");
        for (Counter counter : Counter.values()) {
            statistic(statistics, counter.statName(), counters.get(counter));
        }
        statistic(statistics, "first_record_id", firstRecord);
        statistic(statistics, "last_record_id (inclusive)", nextRecord - 1);
        ExtentOutput converter = outputs.apply("Summary::NFS::converter");
        for (Map.Entry<String, String> entry : stamp.entrySet()) {
            ExtentBuilder to = converter.addRow();
            to.setString(0, entry.getKey());
            to.setBytes(1, entry.getValue().getBytes(UTF_8));
        }
    }

    private static void statistic(ExtentOutput to, String name, long count) throws IOException {
        ExtentBuilder row = to.addRow();
        row.setString(0, name);
        row.setLong(1, count);
    }
}
