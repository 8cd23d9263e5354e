package dev.mimeo.nfs.internal.rpc;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The directions that are open, by hosts and ports: open addressing, at most half full. Not thread-safe. */
final class FlowTable {

    private static final int FIRST_CAPACITY = 1 << 10;

    private static final Comparator<Flow> ORDER = Comparator.comparingInt((Flow flow) -> flow.source)
            .thenComparingInt(flow -> flow.destination)
            .thenComparingInt(flow -> flow.sourcePort)
            .thenComparingInt(flow -> flow.destinationPort)
            .thenComparing(flow -> flow.udp);

    @Nullable Flow[] flows = new Flow[FIRST_CAPACITY];

    private int size;

    /** Takes flows that leave. */
    @FunctionalInterface
    interface Removed {
        void removed(Flow flow) throws IOException;
    }

    /** Tells which flows stay. */
    @FunctionalInterface
    interface Condition {
        boolean keeps(Flow flow);
    }

    int size() {
        return size;
    }

    /** Returns the flow of a packet; null if there is none. */
    @Nullable Flow find(IpPacket packet) {
        return find(packet.source, packet.destination, packet.sourcePort, packet.destinationPort, packet.isUdp());
    }

    private @Nullable Flow find(int source, int destination, int sourcePort, int destinationPort, boolean udp) {
        int mask = flows.length - 1;
        int at = home(source, destination, sourcePort, destinationPort, udp, mask);
        Flow flow;
        while ((flow = flows[at]) != null) {
            if (flow.source == source
                    && flow.destination == destination
                    && flow.sourcePort == sourcePort
                    && flow.destinationPort == destinationPort
                    && flow.udp == udp) {
                return flow;
            }
            at = (at + 1) & mask;
        }
        return null;
    }

    /** Adds the flow of a packet, which is not there, and makes it and its other direction known to each other. */
    Flow add(IpPacket packet) {
        if (2 * (size + 1) > flows.length) {
            rebuild(2 * flows.length, flows);
        }
        Flow flow =
                new Flow(packet.source, packet.destination, packet.sourcePort, packet.destinationPort, packet.isUdp());
        Flow peer = find(
                /* source= */ flow.destination,
                /* destination= */ flow.source,
                /* sourcePort= */ flow.destinationPort,
                /* destinationPort= */ flow.sourcePort,
                flow.udp);
        if (peer != null) {
            flow.peer = peer;
            peer.peer = flow;
        }
        put(flow);
        return flow;
    }

    /** Removes the flows that do not stay, in the order of their hosts and ports. */
    void retain(Condition condition, Removed removed) throws IOException {
        Flow[] leaving = sorted(flow -> !condition.keeps(flow));
        if (leaving.length == 0) {
            return;
        }
        @Nullable Flow[] before = flows;
        for (Flow flow : leaving) {
            removed.removed(flow);
        }
        for (int i = 0; i < before.length; i++) {
            Flow flow = before[i];
            if (flow != null && !condition.keeps(flow)) {
                if (flow.peer != null) {
                    flow.peer.peer = null;
                }
                before[i] = null;
            }
        }
        rebuild(before.length, before);
    }

    /** Returns all flows, in the order of their hosts and ports. */
    Flow[] sorted() {
        return sorted(flow -> true);
    }

    private Flow[] sorted(Predicate<Flow> condition) {
        return Arrays.stream(flows)
                .filter(Objects::nonNull)
                .filter(condition)
                .sorted(ORDER)
                .toArray(Flow[]::new);
    }

    private void rebuild(int capacity, @Nullable Flow[] from) {
        flows = new Flow[capacity];
        size = 0;
        for (Flow flow : from) {
            if (flow != null) {
                put(flow);
            }
        }
    }

    private void put(Flow flow) {
        int mask = flows.length - 1;
        int at = home(flow.source, flow.destination, flow.sourcePort, flow.destinationPort, flow.udp, mask);
        while (flows[at] != null) {
            at = (at + 1) & mask;
        }
        flows[at] = flow;
        size++;
    }

    private static int home(int source, int destination, int sourcePort, int destinationPort, boolean udp, int mask) {
        return (int) Hash.transaction(udp, source, sourcePort, destination, destinationPort, 0) & mask;
    }
}
