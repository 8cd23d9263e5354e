package dev.mimeo.nfs.convert;

import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A group of inputs that follow each other, as the first pass over them finds it. Times are units of 2^-32 s since 1970, unsigned.
 *
 * @param firstInput number of the first input, from 0
 * @param inputs number of successive inputs from there on, at least 1
 * @param replay position at which reading starts
 * @param firstRecord number of the first row about a message of NFS
 * @param records number of rows about messages of NFS
 * @param firstPacketAt time of the first packet, 0 if there is none
 * @param lastPacketAt time of the last packet
 * @param counters counts, by name; this and the other maps are sorted
 * @param hosts addresses of IPv6 in hexadecimal digits, by the numbers of their hosts in hexadecimal digits
 * @param openCalls numbers of the rows of the calls that are open where the group ends, by what tells calls apart in
 *     hexadecimal digits; -1 for calls of programs that have no such rows
 */
public record CaptureGroup(
        int firstInput,
        int inputs,
        ReplayStart replay,
        long firstRecord,
        long records,
        long firstPacketAt,
        long lastPacketAt,
        Map<String, Long> counters,
        Map<String, String> hosts,
        Map<String, Long> openCalls) {

    /**
     * Position in the inputs before a group at which reading starts, so that messages open at the border are known.
     *
     * @param input number of the input, from 0; that of the first input of the group if nothing comes before
     * @param packets that are skipped in it
     */
    public record ReplayStart(int input, long packets) {}

    /** Checks the numbers. */
    public CaptureGroup {
        if (firstInput < 0 || inputs < 1 || firstRecord < 0 || records < 0 || replay.input() < 0) {
            throw new IllegalArgumentException("a group has numbers below 0, or no input");
        }
        boolean before = replay.input() < firstInput || (replay.input() == firstInput && replay.packets() == 0);
        if (!before || replay.packets() < 0) {
            throw new IllegalArgumentException("reading of a group starts after its first input");
        }
        // Sorted: an immutable copy has another order in each run, and equal groups should have equal manifests.
        counters = Collections.unmodifiableSortedMap(new TreeMap<>(counters));
        hosts = Collections.unmodifiableSortedMap(new TreeMap<>(hosts));
        openCalls = Collections.unmodifiableSortedMap(new TreeMap<>(openCalls));
    }

    /** Returns the facts with other hosts and addresses. */
    CaptureGroup withHosts(IdentityAnonymizer identities) {
        HexFormat hex = HexFormat.of();
        Map<String, String> replaced = new TreeMap<>();
        hosts.forEach((host, address) -> replaced.put(
                hex.toHexDigits(identities.host(HexFormat.fromHexDigits(host))),
                hex.formatHex(identities.ipv6(hex.parseHex(address)))));
        return new CaptureGroup(
                firstInput,
                inputs,
                replay,
                firstRecord,
                records,
                firstPacketAt,
                lastPacketAt,
                counters,
                replaced,
                openCalls);
    }

    /** Returns the number of the input behind the last one. */
    int endInput() {
        return firstInput + inputs;
    }

    /** Returns the number of the row behind the last one. */
    long endRecord() {
        return firstRecord + records;
    }

    /**
     * Returns the facts with the numbers of rows as they are with all groups known.
     *
     * @param silent whether the group has no message, so that the calls are open that were before it
     */
    CaptureGroup from(long first, @Nullable CaptureGroup before, boolean silent) {
        Map<String, Long> open = new HashMap<>(silent && before != null ? before.openCalls : Map.of());
        openCalls.forEach((call, record) -> {
            Long number = record;
            if (record >= 0) {
                number = record - firstRecord + first;
            } else if (record == GroupSink.FOREIGN) {
                number = before == null ? null : before.openCalls.get(call);
            }
            if (number != null) {
                open.put(call, number);
            }
        });
        return new CaptureGroup(
                firstInput, inputs, replay, first, records, firstPacketAt, lastPacketAt, counters, hosts, open);
    }
}
