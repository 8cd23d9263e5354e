package dev.mimeo.fidelity.audit;

/**
 * The strings of the original that a characterization tells of: a context and what follows it.
 *
 * @param count number of different ones
 * @param longest bytes of the longest, 0 if there is none
 * @param rarest number of occurrences of the rarest of them in the original, 0 if there is none, or if it is not there, as where byte
 *     values stand for others
 */
public record StoredStrings(int count, int longest, int rarest) {}
