package dev.mimeo.nfs.internal.pcap;

import java.math.BigInteger;

/** The unit of times of an interface of a pcapng file: a negative power of ten or of two of a second. Immutable and thread-safe. */
public final class Resolution {

    /** Resolution of an interface that does not state one. */
    public static final Resolution MICROSECONDS = of((byte) 6);

    private static final int POWER_OF_TWO = 0x80;

    /** The largest power of ten in 63 bits; finer ones divide time stamps of 64 bits to nothing. */
    private static final int MAX_TEN = 18;

    private static final int FRACTION_BITS = 32;

    /** With up to this many units per second fractions can be shifted by 32 bits. */
    private static final long SMALL = 1L << 31;

    private final boolean binary;
    private final int bits;
    private final long unitsPerSecond;

    private Resolution(boolean binary, int bits, long unitsPerSecond) {
        this.binary = binary;
        this.bits = bits;
        this.unitsPerSecond = unitsPerSecond;
    }

    /** Returns the resolution that an option {@code if_tsresol} states. */
    public static Resolution of(byte option) {
        int exponent = option & ~POWER_OF_TWO & 0xff;
        if ((option & POWER_OF_TWO) != 0) {
            return new Resolution(true, Math.min(exponent, Long.SIZE - 1), 1);
        }
        long units = 1;
        for (int i = 0; i < Math.min(exponent, MAX_TEN); i++) {
            units *= 10;
        }
        return new Resolution(false, 0, units);
    }

    /** Returns a time in units of 2^-32 s, rounded up. */
    public long time(long units) {
        if (binary) {
            if (bits <= FRACTION_BITS) {
                return units << (FRACTION_BITS - bits);
            }
            int drop = bits - FRACTION_BITS;
            return (units >>> drop) + ((units & ((1L << drop) - 1)) == 0 ? 0 : 1);
        }
        long seconds = Long.divideUnsigned(units, unitsPerSecond);
        long fraction = Long.remainderUnsigned(units, unitsPerSecond);
        if (unitsPerSecond <= SMALL) {
            return Packet.time(seconds, fraction, unitsPerSecond);
        }
        BigInteger[] parts = BigInteger.valueOf(fraction)
                .shiftLeft(FRACTION_BITS)
                .divideAndRemainder(BigInteger.valueOf(unitsPerSecond));
        return (seconds << FRACTION_BITS) + parts[0].longValue() + parts[1].signum();
    }
}
