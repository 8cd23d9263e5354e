package dev.mimeo.nfs.internal.rpc;

/**
 * The record that a stream is in the middle of: which of its fragments and bytes have come, and the start of them that is kept. It is open
 * from the mark of its first fragment until it is complete, given up or found not to be a message. Not thread-safe.
 *
 * <p>The kept bytes are a start of the record without holes. {@link #taken} counts the bytes that came, and the length counts the lost ones
 * too.
 */
final class OpenRecord {

    /** A header of at least this many bytes is examined: it has the length of the credentials or of the verifier then. */
    private static final int HEADER = 36;

    private final RecordBuffer buffer;
    private boolean open;
    private boolean examined;
    private boolean damaged;
    private int fragments;
    private boolean inLastFragment;
    private int fragmentLeft;
    private int length;
    private int taken;
    private long firstTime;
    private long firstPacket;

    OpenRecord(RecordSink sink) {
        this.buffer = new RecordBuffer(sink);
    }

    boolean isOpen() {
        return open;
    }

    /** Opens a record, whose first mark began in a packet of a time and a number. */
    void open(long time, long packet) {
        open = true;
        examined = false;
        damaged = false;
        fragments = 0;
        length = 0;
        taken = 0;
        firstTime = time;
        firstPacket = packet;
        buffer.start();
    }

    /** Starts a fragment; the one before is complete. */
    void startFragment(int size, boolean isLast) {
        fragments++;
        inLastFragment = isLast;
        fragmentLeft = size;
    }

    /** Takes bytes as far as the fragment goes, and returns how many. */
    int take(byte[] data, int offset, int available) {
        int count = Math.min(available, fragmentLeft);
        if (!damaged && taken == buffer.kept()) {
            buffer.keep(data, offset, count, fragmentLeft);
        }
        fragmentLeft -= count;
        length += count;
        taken += count;
        return count;
    }

    /** Passes over lost bytes as far as the fragment goes, and returns how many. */
    int lose(int lost) {
        int count = Math.min(lost, fragmentLeft);
        damaged = true;
        fragmentLeft -= count;
        length += count;
        return count;
    }

    boolean isFragmentComplete() {
        return fragmentLeft == 0;
    }

    boolean isComplete() {
        return fragmentLeft == 0 && inLastFragment;
    }

    /** Returns whether the bytes can tell if this is a message, and have not been examined. */
    boolean isToBeExamined() {
        return !examined && !damaged && (buffer.kept() >= HEADER || isComplete());
    }

    /** Examines the start; false if it is not that of a message. */
    boolean examine(RecordSink sink, Flow flow) {
        examined = true;
        byte[] bytes = buffer.bytes();
        int wanted = bytes == null ? -1 : sink.wanted(flow, bytes, 0, buffer.kept());
        if (wanted < 0) {
            return false;
        }
        buffer.limit(wanted);
        return true;
    }

    int fragments() {
        return fragments;
    }

    /** Returns the bytes of the record as far as it is known, 0 if none is open. */
    int length() {
        return length;
    }

    /** Returns how many bytes of the record came. */
    int taken() {
        return taken;
    }

    /**
     * Sets a message to the kept bytes, which stay in this buffer unless they are {@link FramedRecord#given} away.
     *
     * @param lastTime time of the packet with the last byte
     * @return false if there are none
     */
    boolean describe(FramedRecord message, long lastTime) {
        byte[] bytes = buffer.bytes();
        if (bytes == null) {
            return false;
        }
        message.bytes(bytes, 0, buffer.kept(), length);
        message.seen(firstTime, firstPacket, lastTime);
        message.flags = (damaged ? RpcMessage.TRUNCATED | RpcMessage.CROSSED_GAP : 0)
                | (buffer.isStarved() ? RpcMessage.TRUNCATED : 0);
        message.given = buffer.isLarge();
        return true;
    }

    /** Leaves the array of the kept bytes to the taker of the message. */
    void giveAway() {
        buffer.giveAway();
    }

    /** Appends the kept bytes to what a finder searches, and returns how many they are. */
    int returnTo(StartFinder finder, long time, long packet) {
        byte[] bytes = buffer.bytes();
        if (bytes != null) {
            finder.append(bytes, 0, buffer.kept(), time, packet);
        }
        return buffer.kept();
    }

    /** Ends the record, if one is open. */
    void close() {
        open = false;
        length = 0;
        buffer.drop();
    }

    /** Frees all memory. */
    void free() {
        buffer.close();
    }
}
