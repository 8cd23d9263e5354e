package dev.mimeo.garage.internal.codec;

/** Prediction of the times of the previous samples from the times of the samples. */
final class PreviousTimes {

    private PreviousTimes() {}

    /** Returns for each time the one that was different before it, at first the time itself. */
    static long[] expected(long[] times, int count) {
        long[] expected = new long[count];
        for (int i = 0; i < count; i++) {
            expected[i] = i == 0 ? times[0] : times[i] == times[i - 1] ? expected[i - 1] : times[i - 1];
        }
        return expected;
    }
}
