package dev.mimeo.nfs.analyze;

/** Addresses as text. */
final class Addresses {

    private Addresses() {}

    /** Returns an IPv4 address in dotted decimal. */
    static String dotted(int address) {
        return (address >>> 24) + "." + (address >>> 16 & 0xff) + "." + (address >>> 8 & 0xff) + "." + (address & 0xff);
    }

    /** Returns an address as a number from 0 to 2^32-1, the value of a column of kind {@link ResultTable.Kind#ADDRESS}. */
    static Long number(int address) {
        return Integer.toUnsignedLong(address);
    }
}
