package dev.mimeo.nfs;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Options for finding messages.
 *
 * @param ports only packets from or to one of these are looked into, sorted; empty for all
 * @param verifyChecksums whether packets with wrong checksums are counted; they are looked into all the same, as network
 *     cards fill checksums in behind the capture
 * @param maxRecordBytes longer messages over TCP are taken for errors; from 1 KiB to 64 MiB
 * @param reorderMillis longest wait of a reply for a call that is captured after it, at most an hour
 */
public record ParserOptions(Set<Integer> ports, boolean verifyChecksums, int maxRecordBytes, int reorderMillis) {

    /** All ports, no checksums, messages of 16 MiB, a second. */
    public static final ParserOptions DEFAULT = new ParserOptions(Set.of(), false, 16 << 20, 1000);

    private static final int MIN_RECORD = 1 << 10;
    private static final int MAX_RECORD = 64 << 20;
    private static final int MAX_REORDER = 3_600_000;
    private static final int MAX_PORT = 0xffff;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if a number is not in its range
     */
    public ParserOptions {
        for (int port : ports) {
            if (port < 0 || port > MAX_PORT) {
                throw new IllegalArgumentException("ports are from 0 to 65535, not " + port);
            }
        }
        if (maxRecordBytes < MIN_RECORD || maxRecordBytes > MAX_RECORD) {
            throw new IllegalArgumentException(
                    "the longest message has from 1024 to " + MAX_RECORD + " bytes, not " + maxRecordBytes);
        }
        if (reorderMillis < 0 || reorderMillis > MAX_REORDER) {
            throw new IllegalArgumentException(
                    "replies wait for calls from 0 to " + MAX_REORDER + " ms, not " + reorderMillis);
        }
        ports = Collections.unmodifiableSortedSet(new TreeSet<>(ports));
    }

    /** Returns whether packets between two ports are parsed. */
    public boolean wants(int sourcePort, int destinationPort) {
        return ports.isEmpty() || ports.contains(sourcePort) || ports.contains(destinationPort);
    }

    /** Returns the options in a line. */
    @Override
    public String toString() {
        return "ports=" + (ports.isEmpty() ? "all" : ports) + " verify-checksums=" + verifyChecksums + " max-record="
                + maxRecordBytes + " reorder-ms=" + reorderMillis;
    }
}
