package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.nfs.internal.rpc.Hosts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one group of inputs: the packets before it that matter, its own, and those behind it that matter. Not thread-safe. */
final class GroupRun {

    private final List<CaptureGroups.Input> inputs;
    private final int first;
    private final int end;
    private final Conversion conversion;
    private final GroupSink sink;
    private final Packet packet = new Packet();

    /**
     * Prepares to read.
     *
     * @param inputs all inputs, also those of other groups
     * @param first number of the first input of the group
     * @param end number of the input behind its last one
     * @param options the same in both passes
     * @param rows takes rows, or null
     * @param openBefore as {@link GroupSink} has it
     */
    GroupRun(
            List<CaptureGroups.Input> inputs,
            int first,
            int end,
            ParserOptions options,
            @Nullable Rows rows,
            long firstRecord,
            @Nullable Map<Long, Long> openBefore) {
        this.inputs = inputs;
        this.first = first;
        this.end = end;
        GroupRows own = new GroupRows(rows);
        conversion = new Conversion(options, own, firstRecord);
        // Messages before the group have number 0, those of the group 1, those behind it 2.
        sink = new GroupSink(1, firstRecord, openBefore, conversion.messages, own, conversion.messageCounters);
        conversion.start(sink);
    }

    /**
     * Reads all that matters.
     *
     * @return the facts about the inputs of the group
     */
    List<Manifest.Input> read(CaptureGroup.ReplayStart replay, BorderLimits limits, InputHash hash) throws IOException {
        conversion.parser().pauseTelling();
        for (int i = replay.input(); i < first; i++) {
            try (OpenInput open = new OpenInput(inputs.get(i), null)) {
                long skipped = i == replay.input() ? replay.packets() : 0;
                while (open.next(packet)) {
                    if (open.packets() > skipped) {
                        conversion.parser().packet(packet, 0);
                    }
                }
            }
        }
        conversion.parser().resumeTelling();
        List<Manifest.Input> facts = new ArrayList<>();
        for (int i = first; i < end; i++) {
            try (OpenInput open = new OpenInput(inputs.get(i), hash)) {
                while (open.next(packet)) {
                    conversion.own(packet, 1);
                }
                conversion.count(open.capture());
                facts.add(open.facts());
            }
        }
        if (end < inputs.size()) {
            conversion.parser().pauseTelling();
            readOn(limits);
        }
        if (!sink.isBehind()) {
            conversion.finish();
        }
        sink.leave();
        return facts;
    }

    /** Reads behind the group until its messages are complete; at the limits what waits to be put in order is handed on. */
    private void readOn(BorderLimits limits) throws IOException {
        long read = 0;
        for (int i = end; i < inputs.size() && !sink.isBehind(); i++) {
            try (OpenInput open = new OpenInput(inputs.get(i), null)) {
                while (!sink.isBehind() && open.next(packet)) {
                    boolean far = packet.time() - conversion.lastPacket() > limits.time()
                            || read + open.capture().bytes() > limits.bytes();
                    if (far) {
                        conversion.parser().handOnQueued();
                        sink.leave();
                        return;
                    }
                    conversion.parser().packet(packet, 2);
                }
                read += open.capture().bytes();
            }
        }
    }

    long records() {
        return sink.records();
    }

    /** Returns the calls that are open where the group ends, or null if those are open that were before. */
    @Nullable Map<Long, Long> openCalls() {
        return sink.openAfter();
    }

    /** Returns what was counted of the group, and how many calls were open where it ended if others follow. */
    Counters counters() {
        Counters counters = conversion.counters();
        Map<Long, Long> open = sink.openAfter();
        if (end < inputs.size() && open != null) {
            counters.add(Counter.GROUP_BOUNDARY_UNMATCHED, open.size());
        }
        return counters;
    }

    Hosts hosts() {
        return conversion.parser().hosts();
    }

    long firstPacket() {
        return conversion.firstPacket();
    }

    long lastPacket() {
        return conversion.lastPacket();
    }
}
