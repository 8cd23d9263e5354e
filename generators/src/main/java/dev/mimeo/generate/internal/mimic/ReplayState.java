package dev.mimeo.generate.internal.mimic;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;

/** Progress of the replay of a template. For one thread at a time. */
final class ReplayState {

    /** Receives the chunk at {@link TemplateReplay#START}. */
    byte[] buffer = {};

    /** Position of the next byte to write. */
    int at;

    /** Position up to which the template is followed before something else. */
    int end;

    /** Behind bytes that are those before {@link #at}. */
    int contextEnd;

    /** Bytes between here and the byte after what was last copied, 0 if that is not what was last appended. */
    int lastDistance;

    /** Decides which steps are left out or covered by others. */
    long dice;

    /** Goes to a place. */
    void set(int place, int distance) {
        at = place;
        contextEnd = place;
        lastDistance = distance;
    }

    /** Notes that something else than a copy was appended. */
    void append(int bytes) {
        set(at + bytes, 0);
    }

    /** Appends literals. */
    void draw(LiteralRuns literals, int length) {
        literals.draw(buffer, at, length, LittleEndian.getInt(buffer, contextEnd - 4), lastDistance);
        append(length);
    }

    /** Returns a random number of a step, 0 to 127. */
    static int roll(long dice, int step) {
        return (int) (SplitMix64.mix64(dice + step * SplitMix64.GOLDEN_GAMMA) >>> 57);
    }
}
