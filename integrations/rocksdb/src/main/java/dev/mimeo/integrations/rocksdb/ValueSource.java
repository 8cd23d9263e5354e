package dev.mimeo.integrations.rocksdb;

import java.io.IOException;

/** Source of the values of a load. Used by one thread. */
@FunctionalInterface
public interface ValueSource {

    /**
     * Fills an array with the next value.
     *
     * @return whether there was one more value; if not, what is in the array is undefined
     * @throws IOException if the values cannot be read
     */
    boolean next(byte[] value) throws IOException;
}
