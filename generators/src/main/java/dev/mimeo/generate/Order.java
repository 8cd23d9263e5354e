package dev.mimeo.generate;

/** In which order the chunks of a characterization are generated. Either way every chunk comes once per cycle. */
public enum Order {
    /** As they were scanned. */
    STORED,

    /** Shuffled anew in every cycle, as the seed decides. */
    RANDOM
}
