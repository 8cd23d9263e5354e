package dev.mimeo.nfs.internal.rpc;

import java.util.ArrayDeque;

/** The packets at which streams stop waiting for bytes that are missing. Not thread-safe. */
final class GapPatience {

    /**
     * The end of a wait.
     *
     * @param acknowledged the other side has what comes before this; 0 where all is waited for
     * @param packet number of the packet at which it ends
     */
    private record Due(TcpStream stream, int acknowledged, boolean all, long packet) {}

    private final ArrayDeque<Due> due = new ArrayDeque<>();

    /** Takes note that the other side has what a stream waits for, so that it cannot come much later. */
    void acknowledged(TcpStream stream, int before, long packets) {
        due.add(new Due(stream, before, false, packets + CaptureParser.REORDERED));
    }

    /** Takes note of a stream that is going to start, or to end. */
    void schedule(TcpStream stream, long packets) {
        if (!stream.scheduled && stream.isDueSoon()) {
            stream.scheduled = true;
            due.add(new Due(stream, 0, true, packets + CaptureParser.REORDERED));
        }
    }

    /** Ends the waits that are over at a packet. */
    void end(long packets) {
        for (Due first = due.peek(); first != null && first.packet <= packets; first = due.peek()) {
            due.remove();
            TcpStream stream = first.stream;
            if (first.all) {
                stream.scheduled = false;
                stream.giveUpDue();
                schedule(stream, packets);
            } else if (stream.waitsBefore(first.acknowledged)) {
                // Replies are only found after their calls.
                TcpStream other = stream.peer();
                if (other != null) {
                    other.giveUpKnown();
                }
                stream.giveUpBefore(first.acknowledged);
            }
        }
    }
}
