package dev.mimeo.nfs.internal.pcap;

import java.util.HashMap;
import java.util.Map;

/**
 * Packets that the interfaces of a pcapng file have lost, by the option {@code isb_ifdrop} of its statistics. The option counts from the
 * start of the capture, so the last count of an interface replaces those before. Not thread-safe.
 */
public final class InterfaceLosses {

    private final Map<Integer, Long> section = new HashMap<>();

    /** Begins with no losses. */
    public InterfaceLosses() {}

    /** Begins another section, whose interfaces are others. */
    public void startSection() {
        section.clear();
    }

    /**
     * Takes the count of an interface.
     *
     * @param number number of the interface in its section
     * @param packets packets lost since the start of the capture; a number below 0 counts as 0
     * @return packets lost since the count before
     */
    public long increase(int number, long packets) {
        long lost = Math.max(0, packets);
        Long before = section.put(number, lost);
        return lost - (before == null ? 0 : before);
    }
}
