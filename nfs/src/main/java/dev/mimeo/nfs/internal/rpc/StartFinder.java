package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.nfs.Counter;

/**
 * Looks for the start of a message in a stream whose record marks are lost: for a mark followed by the header of a call to
 * a program that file servers have, or of a reply that is waited for. Keeps the bytes that are not decided yet with the
 * packets they came in. Not thread-safe.
 */
final class StartFinder {

    /** Bytes of the shortest message, an accepted reply without results. */
    private static final int MIN_RECORD = 24;

    /** Most bytes of a credential or verifier: RFC 5531, section 8.2. */
    private static final int MAX_AUTHENTICATION = 400;

    // Offsets from the record mark of the words of a message: RFC 5531, section 9.
    private static final int TRANSACTION = RecordFramer.MARK;
    private static final int DIRECTION = 8;
    private static final int DIRECTION_END = 12;

    private static final int RPC_VERSION = 12;
    private static final int PROGRAM = 16;
    private static final int VERSION = 20;
    private static final int PROCEDURE = 24;
    private static final int CREDENTIAL_FLAVOR = 28;
    private static final int CREDENTIAL_LENGTH = 32;
    private static final int CREDENTIAL = 36;

    private static final int REPLY_STATE = 12;
    private static final int REJECT_STATE = 16;
    private static final int VERIFIER_FLAVOR = 16;
    private static final int VERIFIER_LENGTH = 20;
    private static final int VERIFIER = 24;

    // Values of these words.
    private static final int CALL = 0;
    private static final int REPLY = 1;
    private static final int SUPPORTED_RPC_VERSION = 2;
    private static final int MAX_VERSION = 4;
    private static final int MAX_PROCEDURE = 31;
    private static final int ACCEPTED = 0;
    private static final int DENIED = 1;
    private static final int MAX_ACCEPT_STATE = 5;

    private enum Decision {
        YES,
        NO,
        /** The bytes behind must come first. */
        MORE
    }

    private final Flow flow;
    private final RecordSink sink;
    private PacketPieces pieces = new PacketPieces();
    private PacketPieces taken = new PacketPieces();

    StartFinder(Flow flow, RecordSink sink) {
        this.flow = flow;
        this.sink = sink;
    }

    /** Adds bytes that follow. */
    void append(byte[] data, int offset, int length, long time, long packet) {
        if (length > 0) {
            pieces.append(data, offset, length, time, packet);
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
        int count = pieces.length();
        pieces.clear();
        return count;
    }

    /**
     * Looks for a start, which the bytes start with if there is one; otherwise keeps those that may be one.
     *
     * @param last whether the bytes that follow are lost, so that those that are there must do
     */
    boolean find(boolean last) {
        int at = pieces.start;
        Decision decision = Decision.NO;
        while (at < pieces.end) {
            decision = examine(at, last);
            if (decision != Decision.NO) {
                break;
            }
            at++;
        }
        skip(at - pieces.start);
        pieces.compact();
        return decision == Decision.YES;
    }

    /** Gives the bytes away; good until this is called again. */
    PacketPieces take() {
        PacketPieces result = pieces;
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
        if (count < RecordFramer.MARK + MIN_RECORD) {
            return false;
        }
        int length = BigEndian.getInt(data, offset) & 0x7fff_ffff;
        if (data[offset] >= 0 || length > count - RecordFramer.MARK) {
            return false;
        }
        boolean reply = BigEndian.getInt(data, offset + DIRECTION) == REPLY;
        if (reply && !sink.isPending(flow, BigEndian.getInt(data, offset + TRANSACTION))) {
            return false;
        }
        pieces.append(data, offset, count, 0, 0);
        boolean result =
                examine(pieces.start, true) == Decision.YES && mayBeRecord(pieces.start + RecordFramer.MARK + length);
        pieces.clear();
        return result;
    }

    private int word(int at) {
        return BigEndian.getInt(pieces.data, at);
    }

    /** Returns whether a message starts at a position with its mark. */
    private Decision examine(int at, boolean last) {
        int left = pieces.end - at;
        // The first byte of a mark of a last fragment that is not too long.
        int first = Byte.toUnsignedInt(pieces.data[at]);
        if (first < 0x80 || first > 0x80 + (sink.maxRecord() >>> 24)) {
            return Decision.NO;
        }
        if (left < RecordFramer.MARK) {
            return Decision.MORE;
        }
        int length = word(at) & 0x7fff_ffff;
        if (length < MIN_RECORD || length > sink.maxRecord()) {
            return Decision.NO;
        }
        if (left < DIRECTION_END) {
            return Decision.MORE;
        }
        int next = at + RecordFramer.MARK + length;
        return switch (word(at + DIRECTION)) {
            case CALL -> examineCall(at, next, last);
            case REPLY -> examineReply(at, next, last);
            default -> Decision.NO;
        };
    }

    private Decision examineCall(int at, int next, boolean last) {
        int left = pieces.end - at;
        if (left >= PROGRAM && word(at + RPC_VERSION) != SUPPORTED_RPC_VERSION) {
            return Decision.NO;
        }
        if (left < VERSION || (left < CREDENTIAL && !last)) {
            return Decision.MORE;
        }
        if (!isKnown(word(at + PROGRAM))) {
            return Decision.NO;
        }
        if (left >= PROCEDURE && (word(at + VERSION) < 1 || word(at + VERSION) > MAX_VERSION)) {
            return Decision.NO;
        }
        if (left >= CREDENTIAL_FLAVOR && (word(at + PROCEDURE) < 0 || word(at + PROCEDURE) > MAX_PROCEDURE)) {
            return Decision.NO;
        }
        if (left >= CREDENTIAL && !(isFlavor(word(at + CREDENTIAL_FLAVOR)) && isLength(word(at + CREDENTIAL_LENGTH)))) {
            return Decision.NO;
        }
        return mayBeRecord(next) ? Decision.YES : Decision.NO;
    }

    private Decision examineReply(int at, int next, boolean last) {
        boolean pending = sink.isPending(flow, word(at + TRANSACTION));
        // Most messages start a packet; then the call of this one may have been before the capture.
        if (!pending && !pieces.startsPacket(at)) {
            return Decision.NO;
        }
        if (pieces.end - at < VERIFIER) {
            return cutReply(pending, last);
        }
        int state = word(at + REPLY_STATE);
        if (state == DENIED) {
            return (word(at + REJECT_STATE) & ~1) == 0 ? Decision.YES : Decision.NO;
        }
        int verifierLength = word(at + VERIFIER_LENGTH);
        if (state != ACCEPTED || !isLength(verifierLength)) {
            return Decision.NO;
        }
        int accept = at + VERIFIER + verifierLength;
        if (accept + Integer.BYTES > pieces.end) {
            return cutReply(pending, last);
        }
        boolean plausible =
                word(accept) >= 0 && word(accept) <= MAX_ACCEPT_STATE && isFlavor(word(at + VERIFIER_FLAVOR));
        return plausible && (pending || mayBeRecord(next)) ? Decision.YES : Decision.NO;
    }

    /** Returns the decision on a reply that looks right as far as its bytes are there. */
    private static Decision cutReply(boolean pending, boolean last) {
        if (!last) {
            return Decision.MORE;
        }
        return pending ? Decision.YES : Decision.NO;
    }

    /** Returns whether the bytes at a position look like a record too, as far as they are there. */
    private boolean mayBeRecord(int at) {
        if (at > pieces.end - RecordFramer.MARK) {
            return true;
        }
        int length = word(at) & 0x7fff_ffff;
        if (word(at) >= 0 || length < MIN_RECORD || length > sink.maxRecord()) {
            return false;
        }
        return at + DIRECTION_END > pieces.end || (word(at + DIRECTION) & ~REPLY) == CALL;
    }

    private static boolean isLength(int length) {
        return length >= 0 && length <= MAX_AUTHENTICATION && length % 4 == 0;
    }

    /** Returns whether it is one of AUTH_NONE, AUTH_SYS, AUTH_SHORT, RPCSEC_GSS and AUTH_TLS. */
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
