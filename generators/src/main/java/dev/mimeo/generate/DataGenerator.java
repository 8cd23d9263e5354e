package dev.mimeo.generate;

import dev.mimeo.characterization.ChunkCharacterization;

/**
 * Makes the bytes of one chunk from its characterization.
 *
 * <p>A generator is a pure function of its arguments: the same chunk and seed give the same bytes on any machine, JDK and
 * thread, whatever was generated before. It therefore uses no floating-point function outside {@link StrictMath} whose
 * result may differ between platforms. An instance may keep scratch buffers and is for one thread at a time.
 */
public interface DataGenerator {

    /**
     * Fills a range with synthetic data.
     *
     * @param chunk the statistics to follow
     * @param seed decides all random choices
     * @param destination receives {@code length} bytes
     * @param length bytes wanted, normally {@code chunk.size()}, at least 0
     */
    void generate(ChunkCharacterization chunk, long seed, byte[] destination, int offset, int length);

    /**
     * Fills a range as {@link #generate} does, but perhaps not before {@link #finish}: a generator may make chunks side by
     * side, so that their waits for memory overlap. What a chunk is like does not depend on the others.
     *
     * @param chunk the statistics to follow
     * @param seed decides all random choices
     * @param destination receives {@code length} bytes; neither read nor written by others until then
     * @param length bytes wanted, normally {@code chunk.size()}, at least 0
     */
    default void add(ChunkCharacterization chunk, long seed, byte[] destination, int offset, int length) {
        generate(chunk, seed, destination, offset, length);
    }

    /**
     * Fills a range as the other method of this name does, for one of several times that the chunk comes. What chunks in a row have in common
     * is other content each time.
     *
     * @param chunk the statistics to follow
     * @param time 0, as for the other method, or another number of the time; at least 0
     * @param seed decides all other random choices
     * @param destination receives {@code length} bytes; neither read nor written by others until then
     * @param length bytes wanted, normally {@code chunk.size()}, at least 0
     */
    default void add(ChunkCharacterization chunk, long time, long seed, byte[] destination, int offset, int length) {
        add(chunk, seed, destination, offset, length);
    }

    /**
     * Returns how much of what a chunk does not copy from others is to repeat what it copies: none unless the generator knows better.
     *
     * @param chunk one that copies from others
     * @return a share in 1/256, 0 to 255
     */
    default int echo(ChunkCharacterization chunk) {
        return 0;
    }

    /** Makes what was added and is not there yet; {@link #generate} does so, too. */
    default void finish() {}

    /**
     * Does now what the first chunks would otherwise wait for, such as drawing texts that chunks share: once for all generators of one
     * {@link DataGeneratorProvider#prepare}. The bytes are the same either way.
     */
    default void prepare() {}
}
