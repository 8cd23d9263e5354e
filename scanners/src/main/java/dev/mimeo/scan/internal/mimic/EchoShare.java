package dev.mimeo.scan.internal.mimic;

/**
 * Finds how much of the own content of a chunk repeats its copies, by the secant method, until zlib compresses the chunk as well as the original. The
 * rest of a chunk has much in common with its copies where both are variants of a file, and a template knows nothing of that. For one chunk.
 */
final class EchoShare {

    /** More would leave hardly anything of the content. */
    private static final int MOST = 230;

    private static final int FIRST = 64;

    /** Logarithm of a ratio of sizes that is worth a trial, and one that is as good as none. */
    private static final double FAR = 0.02;

    private static final double NEAR = 0.01;

    private int tried;
    private double off;
    private int next;

    /**
     * @param tried share of a recipe, in 1/256
     * @param off logarithm of the size with it, relative to the one that is wanted
     */
    EchoShare(int tried, double off) {
        this.tried = tried;
        this.off = off;
        if (Math.abs(off) < FAR || (off < 0 && tried == 0)) {
            next = tried;
        } else {
            next = tried == 0 ? FIRST : limited(tried * (1 + 2 * off));
        }
    }

    /** Returns whether another share may be better. */
    boolean hasNext() {
        return next != tried;
    }

    /** Returns the share to try. */
    int next() {
        return next;
    }

    /** Takes what the share that was tried made, as the constructor. */
    void add(double itsOff) {
        double slope = (itsOff - off) / (next - tried);
        tried = next;
        off = itsOff;
        next = Math.abs(off) < NEAR || slope == 0 ? tried : limited(tried - off / slope);
    }

    private static int limited(double share) {
        return (int) Math.max(0, Math.min(MOST, StrictMath.round(share)));
    }
}
