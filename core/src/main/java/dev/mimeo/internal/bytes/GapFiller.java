package dev.mimeo.internal.bytes;

/** Spreads content over the gaps between ranges of other content. For one thread at a time. */
public final class GapFiller {

    private final byte[] content;
    private final byte[] target;
    private int taken;
    private int at;

    /**
     * Starts at a place.
     *
     * @param content what the gaps together receive
     * @param at first byte to fill
     */
    public GapFiller(byte[] content, byte[] target, int at) {
        this.content = content;
        this.target = target;
        this.at = at;
    }

    /** Fills the gap before a range, which is left out; ranges come in order. */
    public void leaveOut(int start, int end) {
        fill(start);
        at = end;
    }

    /** Fills up to a place. */
    public void fill(int end) {
        System.arraycopy(content, taken, target, at, end - at);
        taken += end - at;
        at = end;
    }
}
