package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.internal.pcap.Packet;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Finds where reading starts before a group, so that messages open at the border are known. */
final class ReplaySearch {

    /** The number of packets between two that are indexed. */
    private static final int STEP = 1024;

    private ReplaySearch() {}

    /** Finds the start for the group whose first input is given, from the times of the packets before it. */
    static CaptureGroup.ReplayStart before(List<CaptureGroups.Input> inputs, int firstInput, BorderLimits limits)
            throws IOException {
        CaptureGroup.ReplayStart start = new CaptureGroup.ReplayStart(firstInput, 0);
        long bytesLeft = limits.bytes();
        long border = 0;
        boolean bordered = false;
        for (int i = firstInput - 1; i >= 0; i--) {
            Index index = new Index(inputs.get(i));
            if (!bordered && index.steps > 0) {
                bordered = true;
                border = index.lastTime;
            }
            int step = index.first(border - limits.time(), index.bytes - bytesLeft);
            if (step < index.steps) {
                start = new CaptureGroup.ReplayStart(i, (long) step * STEP);
            }
            if (step > 0) {
                break;
            }
            bytesLeft -= index.bytes;
        }
        return start;
    }

    /** The times and the file offsets of every {@value #STEP}th packet of a file. */
    private static final class Index {
        private long[] times = new long[64];
        private long[] places = new long[64];
        private int steps;
        private long lastTime;
        private final long bytes;

        Index(CaptureGroups.Input input) throws IOException {
            Packet packet = new Packet();
            try (OpenInput open = new OpenInput(input, null)) {
                long place = 0;
                while (open.next(packet)) {
                    if ((open.packets() - 1) % STEP == 0) {
                        add(packet.time(), place);
                    }
                    lastTime = packet.time();
                    place = open.capture().bytes();
                }
                bytes = place;
            }
        }

        private void add(long time, long place) {
            if (steps == times.length) {
                times = Arrays.copyOf(times, 2 * steps);
                places = Arrays.copyOf(places, 2 * steps);
            }
            times[steps] = time;
            places[steps++] = place;
        }

        /** Returns the first step that is late enough. */
        int first(long time, long place) {
            int step = 0;
            while (step < steps && (times[step] - time < 0 || places[step] < place)) {
                step++;
            }
            return step;
        }
    }
}
