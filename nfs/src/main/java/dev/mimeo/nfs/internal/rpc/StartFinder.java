package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.nfs.Counter;
import java.util.Arrays;

/**
 * Looks for the start of a message in a stream whose record marks are lost: for a mark followed by the header of a call to
 * a program that file servers have, or of a reply that is waited for. Keeps the bytes that are not decided yet with the
 * packets they came in. Not thread-safe.
 */
final class StartFinder {

    private static final int MIN_RECORD = 24;
    private static final int MAX_AUTHENTICATION = 400;
    private static final int MAX_VERSION = 4;
    private static final int MAX_PROCEDURE = 31;
    private static final int MAX_ACCEPT_STATE = 5;

    /** A record mark and a call to its procedure, and to the length of its credential. */
    private static final int CALL = 28;

    private static final int CALL_WITH_CREDENTIAL = 36;

    private static final int YES = 1;
    private static final int NO = 0;
    private static final int MORE = -1;

    /** Bytes by packets: piece i ends at {@code ends[i]}. */
    static final class Pieces {
        byte[] data = {};
        int start;
        int end;
        int count;

        /** Whether the first byte is the first of a packet. */
        boolean fresh;

        int[] ends = {};
        long[] times = {};
        int[] groups = {};

        void append(byte[] bytes, int offset, int length, long time, int group) {
            if (count == 0) {
                fresh = true;
            }
            if (data.length - end < length) {
                data = Arrays.copyOf(data, Math.max(2 * data.length, end + length));
            }
            System.arraycopy(bytes, offset, data, end, length);
            end += length;
            if (count == ends.length) {
                int capacity = Math.max(8, 2 * count);
                ends = Arrays.copyOf(ends, capacity);
                times = Arrays.copyOf(times, capacity);
                groups = Arrays.copyOf(groups, capacity);
            }
            ends[count] = end;
            times[count] = time;
            groups[count++] = group;
        }

        /** Forgets what comes before the start. */
        void compact() {
            fresh = start == 0 && fresh;
            for (int i = 0; i < count; i++) {
                fresh |= ends[i] == start;
            }
            System.arraycopy(data, start, data, 0, end - start);
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if (ends[i] > start) {
                    ends[kept] = ends[i] - start;
                    times[kept] = times[i];
                    groups[kept++] = groups[i];
                }
            }
            count = kept;
            end -= start;
            start = 0;
        }

        void clear() {
            start = 0;
            end = 0;
            count = 0;
        }
    }

    private final Flow flow;
    private final RecordSink sink;
    private boolean cut;
    private Pieces pieces = new Pieces();
    private Pieces taken = new Pieces();

    StartFinder(Flow flow, RecordSink sink) {
        this.flow = flow;
        this.sink = sink;
    }

    /** Adds bytes that follow. */
    void append(byte[] data, int offset, int length, long time, int group) {
        if (length > 0) {
            pieces.append(data, offset, length, time, group);
        }
    }

    /** Passes over the first byte. */
    void skipFirst() {
        skip(1);
    }

    private void skip(int count) {
        pieces.start += count;
        flow.resyncBytes += count;
        sink.counters().add(Counter.TCP_RESYNC_BYTES, count);
    }

    /** Forgets all bytes and returns how many they were. */
    int drop() {
        int count = pieces.end - pieces.start;
        pieces.clear();
        return count;
    }

    /**
     * Looks for a start, which the bytes start with if there is one; otherwise keeps those that may be one.
     *
     * @param last whether the bytes that follow are lost, so that those that are there must do
     */
    boolean find(boolean last) {
        cut = last;
        int at = pieces.start;
        int result = NO;
        while (at < pieces.end) {
            result = look(at);
            if (result != NO) {
                break;
            }
            at++;
        }
        skip(at - pieces.start);
        pieces.compact();
        return result == YES;
    }

    /** Gives the bytes away; good until this is called again. */
    Pieces take() {
        Pieces result = pieces;
        pieces = taken;
        pieces.clear();
        taken = result;
        return result;
    }

    /**
     * Returns whether the bytes of a packet start with a whole message, which another one or nothing follows. This finder must
     * be empty.
     */
    boolean startsWithRecord(byte[] data, int offset, int count) {
        if (count < MIN_RECORD + RecordFramer.MARK) {
            return false;
        }
        int length = BigEndian.getInt(data, offset) & 0x7fff_ffff;
        if (data[offset] >= 0 || length > count - RecordFramer.MARK) {
            return false;
        }
        boolean reply = BigEndian.getInt(data, offset + 8) == 1;
        if (reply && !sink.isPending(flow, BigEndian.getInt(data, offset + 4))) {
            return false;
        }
        cut = true;
        pieces.append(data, offset, count, 0, 0);
        boolean result = look(pieces.start) == YES && isRecordAt(pieces.start + RecordFramer.MARK + length);
        pieces.clear();
        return result;
    }

    private int word(int at) {
        return BigEndian.getInt(pieces.data, at);
    }

    private int look(int at) {
        int left = pieces.end - at;
        // The first byte of a mark of a last fragment that is not too long.
        int first = Byte.toUnsignedInt(pieces.data[at]);
        if (first < 0x80 || first > 0x80 + (sink.maxRecord() >>> 24)) {
            return NO;
        }
        if (left < 4) {
            return MORE;
        }
        int length = word(at) & 0x7fff_ffff;
        if (length < MIN_RECORD || length > sink.maxRecord()) {
            return NO;
        }
        if (left < 12) {
            return MORE;
        }
        return switch (word(at + 8)) {
            case 0 -> lookAtCall(at, left, length);
            case 1 -> lookAtReply(at, left, length);
            default -> NO;
        };
    }

    private int lookAtCall(int at, int left, int length) {
        if (left >= 16 && word(at + 12) != 2) {
            return NO;
        }
        if (left < CALL || (left < CALL_WITH_CREDENTIAL && !cut)) {
            return MORE;
        }
        int version = word(at + 20);
        int procedure = word(at + 24);
        if (!isKnown(word(at + 16)) || version < 1 || version > MAX_VERSION) {
            return NO;
        }
        if (procedure < 0 || procedure > MAX_PROCEDURE) {
            return NO;
        }
        if (left >= CALL_WITH_CREDENTIAL && !(isFlavor(word(at + 28)) && isLength(word(at + 32)))) {
            return NO;
        }
        // The following bytes must look like a record too, if they are there.
        return isRecordAt(at + RecordFramer.MARK + length) ? YES : NO;
    }

    private int lookAtReply(int at, int left, int length) {
        boolean pending = sink.isPending(flow, word(at + 4));
        if (!pending && !startsPacket(at)) {
            return NO;
        }
        if (left < 24) {
            return cut && pending ? YES : cut ? NO : MORE;
        }
        int state = word(at + 12);
        if (state == 1) {
            return (word(at + 16) & ~1) == 0 ? YES : NO;
        }
        int verifier = word(at + 20);
        if (state != 0 || !isLength(verifier)) {
            return NO;
        }
        int accept = at + 24 + verifier;
        if (accept + 4 > pieces.end) {
            return cut && pending ? YES : cut ? NO : MORE;
        }
        boolean plausible = word(accept) >= 0 && word(accept) <= MAX_ACCEPT_STATE && isFlavor(word(at + 16));
        return plausible && (pending || isRecordAt(at + RecordFramer.MARK + length)) ? YES : NO;
    }

    /** Returns whether a packet starts there, as most messages do; then their calls may have been captured late. */
    private boolean startsPacket(int at) {
        for (int i = 0; i < pieces.count; i++) {
            if (pieces.ends[i] == at) {
                return true;
            }
        }
        return at == pieces.start && pieces.fresh;
    }

    /** Returns whether what is there may be a record, or it is not known what is there. */
    private boolean isRecordAt(int next) {
        if (next > pieces.end - 4) {
            return true;
        }
        int length = word(next) & 0x7fff_ffff;
        if (word(next) >= 0 || length < MIN_RECORD || length > sink.maxRecord()) {
            return false;
        }
        return next + 12 > pieces.end || (word(next + 8) & ~1) == 0;
    }

    private static boolean isLength(int length) {
        return length >= 0 && length <= MAX_AUTHENTICATION && length % 4 == 0;
    }

    private static boolean isFlavor(int flavor) {
        return flavor == 0 || flavor == 1 || flavor == 2 || flavor == 6 || flavor == 7;
    }

    /** The programs of file servers: portmap, NFS, mount, rquota, KLM, NLM, status, NFSACL and callbacks. */
    static boolean isKnown(int program) {
        return switch (program) {
            case 100_000, 100_003, 100_005, 100_011, 100_020, 100_021, 100_024, 100_227 -> true;
            default -> program >= 0x4000_0000 && program <= 0x5fff_ffff;
        };
    }
}
