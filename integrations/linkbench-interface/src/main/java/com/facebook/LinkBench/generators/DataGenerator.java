package com.facebook.LinkBench.generators;

import java.util.Properties;
import java.util.Random;

/**
 * Interface of LinkBench to a source of payloads. It is declared here only to compile against, because no repository
 * has LinkBench, and it is not in any of our jars. At run time LinkBench's own interface is used.
 */
public interface DataGenerator {

    /**
     * Prepares for a series of calls to {@link #fill}.
     *
     * @param props the whole configuration
     * @param keyPrefix with what the keys of this generator begin, for example {@code node_add_datagen_}
     */
    void init(Properties props, String keyPrefix);

    /**
     * Fills an array.
     *
     * @param rng random numbers of the calling thread's workload
     * @param data to be filled from end to end, possibly of length 0
     * @return the same array
     */
    byte[] fill(Random rng, byte[] data);
}
