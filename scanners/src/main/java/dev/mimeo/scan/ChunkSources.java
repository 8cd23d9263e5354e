package dev.mimeo.scan;

import dev.mimeo.characterization.FileCategory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Opens data sets as chunk sources.
 *
 * <p>Inputs are regular files, directory trees, block devices, FIFOs, and {@code -} for standard input. Trees are read in
 * the order of their names, so the same tree gives the same chunks; symbolic links inside them are not followed, and are
 * counted like the special files that are skipped. A file is read up to the size it had when it was listed. Chunks never cross the end of
 * a file.
 *
 * <p>A field of DataSeries files is a data set of its own, see {@link #openField}.
 *
 * <p>With a sample, the directory entries are read twice and the chosen chunks alone are read from the files. Where an
 * input is a stream, everything is read once and the sample is kept in memory until the end.
 */
public final class ChunkSources {

    /**
     * Options for reading inputs: chunk size, sampling and the treatment of unreadable inputs.
     *
     * @param chunkSize bytes of a chunk, {@value #MIN_CHUNK_SIZE} to {@value #MAX_CHUNK_SIZE}; the last of an object may be
     *     smaller
     * @param sample number of chunks to choose at random, each with the same probability, or 0 for all
     * @param seed decides the choice
     * @param strict whether an unreadable or shrinking file is an error rather than skipped and counted
     */
    public record SourceOptions(int chunkSize, long sample, long seed, boolean strict) {

        /** Smallest chunk, bytes. */
        public static final int MIN_CHUNK_SIZE = 512;

        /** Largest chunk, bytes: 4 MiB. */
        public static final int MAX_CHUNK_SIZE = 4 << 20;

        /** Largest sample, chunks. */
        public static final long MAX_SAMPLE = 1 << 26;

        /** Checks the ranges. */
        public SourceOptions {
            if (chunkSize < MIN_CHUNK_SIZE || chunkSize > MAX_CHUNK_SIZE) {
                throw new IllegalArgumentException("chunk size must be 512 bytes to 4 MiB, got " + chunkSize);
            }
            if (sample < 0) {
                throw new IllegalArgumentException("sample must be a number of chunks, or 0 for all, got " + sample);
            }
            if (sample > MAX_SAMPLE) {
                throw new IllegalArgumentException("sample must be at most " + MAX_SAMPLE + " chunks, got " + sample
                        + ": scan fewer, or scan all without a sample");
            }
        }

        /** Returns options that read everything in chunks of one size and skip what cannot be read. */
        public static SourceOptions ofChunkSize(int chunkSize) {
            return new SourceOptions(chunkSize, 0, 0, false);
        }
    }

    private ChunkSources() {}

    /**
     * Opens inputs.
     *
     * @param inputs at least one; {@code -} at most once
     * @param stdin stream that {@code -} stands for; left open by the source
     * @throws IOException if a named input does not exist or cannot be listed; the message names it
     * @throws IllegalArgumentException if there is no input, or a sample of a stream would not fit into memory
     */
    public static ChunkSource open(List<Path> inputs, InputStream stdin, SourceOptions options) throws IOException {
        return open(inputs, options, ObjectReader.opener(stdin));
    }

    /**
     * Opens one stream.
     *
     * @param stream read to its end, and left open by the source
     * @param name names the stream in messages, for example {@code "object backups/17"}
     */
    public static ChunkSource open(InputStream stream, String name, SourceOptions options) throws IOException {
        return open(List.of(InputWalker.STDIN), options, ObjectReader.streamOpener(stream, name));
    }

    /**
     * Opens a field of DataSeries files: the values of one column, row after row, each file as one stream.
     *
     * @param inputs files, or trees of nothing but DataSeries files
     * @param field type (or a part of its name that no other type has), a colon, and the name of a {@code variable32} or
     *     {@code fixedwidth} field
     * @throws IOException if an input does not exist; what is wrong inside a file is found when it is read
     * @throws IllegalArgumentException if the field is not written so, or as {@link #open(List, InputStream, SourceOptions)}
     */
    public static ChunkSource openField(List<Path> inputs, String field, SourceOptions options) throws IOException {
        int colon = field.lastIndexOf(':');
        if (colon < 1 || colon == field.length() - 1) {
            throw new IllegalArgumentException("a field is written TYPE:FIELD, got '" + field + "'");
        }
        if (inputs.contains(InputWalker.STDIN)) {
            throw new IllegalArgumentException("a field is read from files, not from standard input");
        }
        return open(inputs, options, ObjectReader.fieldOpener(field.substring(0, colon), field.substring(colon + 1)));
    }

    /**
     * Opens the files of one category alone.
     *
     * @param files the data set
     * @throws IOException as for {@link #open(List, InputStream, SourceOptions)}
     * @throws IllegalArgumentException if a sample of a stream would not fit into memory
     */
    public static ChunkSource openCategory(CategorizedFiles files, FileCategory category, SourceOptions options)
            throws IOException {
        return open(files.inputs(), options, ObjectReader.categoryOpener(files, category));
    }

    /**
     * Returns a source whose byte values are replaced by a random bijection, so that no scanner learns which is which. What
     * compresses by equality of bytes sees no difference.
     *
     * @param source closed with the result
     * @param random decides the bijection, which is kept nowhere; a secure one where the values are to remain unknown
     */
    public static ChunkSource permuted(ChunkSource source, RandomGenerator random) {
        byte[] replacement = new byte[256];
        for (int i = 0; i < 256; i++) {
            // Fisher and Yates, from the inside out.
            int place = random.nextInt(i + 1);
            replacement[i] = replacement[place];
            replacement[place] = (byte) i;
        }
        return new PermutedChunkSource(source, replacement);
    }

    static ChunkSource open(List<Path> inputs, SourceOptions options, ObjectReader.Opener opener) throws IOException {
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("no input named");
        }
        if (inputs.stream().filter(InputWalker.STDIN::equals).count() > 1) {
            throw new IllegalArgumentException("'-' (standard input) is named twice");
        }
        long bytes = 0;
        long population = 0;
        InputWalker sizes = new InputWalker(inputs, opener, new SkipLog(options.strict()));
        for (InputWalker.Entry entry = sizes.next(); entry != null && bytes >= 0; entry = sizes.next()) {
            bytes = entry.isStream() ? -1 : bytes + entry.size();
            population += InputChunkSource.chunks(Math.max(0, entry.size()), options.chunkSize());
        }
        if (bytes < 0) {
            ChunkSource stream = new InputChunkSource(inputs, options, opener, -1, -1, null);
            return options.sample() == 0 ? stream : new ReservoirChunkSource(stream, options);
        }
        boolean all = options.sample() == 0 || options.sample() >= population;
        long[] ranks = all ? null : SampleRanks.choose(population, (int) options.sample(), options.seed());
        return new InputChunkSource(inputs, options, opener, bytes, population, ranks);
    }
}
