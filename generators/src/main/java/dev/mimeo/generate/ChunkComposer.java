package dev.mimeo.generate;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.generate.internal.mimic.CopyEcho;
import dev.mimeo.internal.bytes.GapFiller;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes whole chunks: content of its own from a generator, and over it the stretches that repeat earlier data, so that what
 * deduplicates in the original does so in the synthetic data, whatever the generator.
 *
 * <p>A stretch is made by making the data it repeats again: from the content of the chunks it lies in, and the stretches
 * of these. The data of a cycle refers to earlier ones of a sample only ({@link SampleDuplicates}), so a chunk is a function of its
 * number, and what is longer than the original does not only repeat the first pass. For one thread at a time.
 */
final class ChunkComposer {

    /** Copies of copies are followed this far; a scan names first occurrences, so that most chains end at once. */
    private static final int MAX_DEPTH = 16;

    /** Content that is kept for the stretches that follow, bytes. */
    private static final int CACHE_BYTES = 8 << 20;

    private final ChunkSequence sequence;
    private final DataGenerator generator;
    private final boolean leavesOut;
    private final byte @Nullable [] alphabet;
    private final int cacheEntries;
    private final Map<Content, byte[]> cache;

    /**
     * Content of a chunk that copies repeat.
     *
     * @param number that of {@link ChunkSequence#contentOf}
     * @param depth number of copies that led to it, if the chunk repeats its copies: chains are followed to a limit; 0 for others
     */
    private record Content(long number, int depth) {}

    /** Chunks to assemble once the generator has generated their parts. */
    private final List<Unfinished> unfinished = new ArrayList<>();

    /**
     * A chunk, or the content of one.
     *
     * @param remainder content to spread between the stretches that are left out, or null if there are none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Unfinished(
            long cycle,
            ChunkCharacterization chunk,
            byte[] destination,
            int offset,
            byte @Nullable [] remainder,
            Purpose purpose) {}

    /** Purpose of a chunk to assemble. */
    private enum Purpose {
        /** It is asked for. */
        OUTPUT,
        /** Others repeat its content, without its stretches. */
        SOURCE
    }

    /**
     * @param leavesOut whether the generator is not to see what repeats inside a chunk, see
     *     {@link DataGeneratorProvider#leavesOutRepeats}
     * @param alphabet final value of each byte value, or null if it stays
     */
    ChunkComposer(
            ChunkSequence sequence,
            DataGenerator generator,
            boolean leavesOut,
            int chunkSize,
            byte @Nullable [] alphabet) {
        this.sequence = sequence;
        this.generator = generator;
        this.leavesOut = leavesOut;
        this.alphabet = alphabet;
        this.cacheEntries = Math.max(4, CACHE_BYTES / chunkSize);
        this.cache = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Content, byte[]> eldest) {
                return size() > cacheEntries;
            }
        };
    }

    /**
     * Makes a chunk.
     *
     * @param number number of the chunk in the endless sequence
     * @param chunk the row it follows
     */
    void compose(long number, ChunkCharacterization chunk, byte[] destination, int offset) throws IOException {
        add(number, chunk, destination, offset);
        finish();
    }

    /** Makes a chunk as {@link #compose}, but perhaps not before {@link #finish}, so that chunks are made side by side. */
    void add(long number, ChunkCharacterization chunk, byte[] destination, int offset) throws IOException {
        ChunkCharacterization first = chunk.duplicateOf() < 0 ? chunk : sequence.row(chunk.duplicateOf());
        long cycle = sequence.contentCycle(sequence.cycleOf(number), first.number());
        if (first.stretches().isEmpty()) {
            // Most chunks: without a look at stretches nothing is allocated.
            generator.add(
                    first,
                    sequence.timeOf(cycle),
                    sequence.seedOf(cycle, first.number()),
                    destination,
                    offset,
                    first.size());
        } else {
            addWithStretches(cycle, first, destination, offset);
        }
        if (alphabet != null) {
            finish();
            for (int i = offset; i < offset + first.size(); i++) {
                destination[i] = alphabet[destination[i] & 0xff];
            }
        }
    }

    /** Makes what was added and is not there yet. */
    void finish() throws IOException {
        generator.finish();
        try {
            // Stretches may repeat contents that are spread here.
            for (Unfinished one : unfinished) {
                if (one.remainder != null) {
                    spread(one.chunk, one.remainder, one.destination, one.offset);
                }
            }
            for (Unfinished one : unfinished) {
                if (one.purpose == Purpose.OUTPUT) {
                    placeStretches(one);
                }
            }
        } finally {
            unfinished.clear();
        }
    }

    private void addWithStretches(long cycle, ChunkCharacterization chunk, byte[] destination, int offset)
            throws IOException {
        byte[] remainder = copiedBytes(chunk) < chunk.size() ? addContent(cycle, chunk, destination, offset) : null;
        unfinished.add(new Unfinished(cycle, chunk, destination, offset, remainder, Purpose.OUTPUT));
        for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
            if (stretch.isCopy() && !isInside(chunk, stretch)) {
                addSources(cycle, stretch);
            }
        }
    }

    /** Has the contents made that a stretch repeats, beside those of other chunks, as far as they can be kept until then. */
    private void addSources(long cycle, ChunkCharacterization.Stretch stretch) throws IOException {
        long end = stretch.source() + stretch.length();
        for (long at = stretch.source(); at < end && unfinished.size() < cacheEntries / 2; ) {
            ChunkCharacterization chunk = sequence.rowAt(at);
            ChunkCharacterization first = chunk.duplicateOf() < 0 ? chunk : sequence.row(chunk.duplicateOf());
            long own = sequence.contentCycle(cycle, first.number());
            Content key = new Content(sequence.contentOf(own, first.number()), 0);
            if (!cache.containsKey(key) && echo(first) == 0) {
                byte[] content = new byte[first.size()];
                cache.put(key, content);
                byte[] remainder = addContent(own, first, content, 0);
                unfinished.add(new Unfinished(own, first, content, 0, remainder, Purpose.SOURCE));
            }
            at = chunk.offset() + chunk.size();
        }
    }

    private void placeStretches(Unfinished one) throws IOException {
        placeStretches(Turn.BEFORE_ECHO, one.cycle, one.chunk, one.destination, one.offset, 0);
        addEcho(one.cycle, one.chunk, one.destination, one.offset);
        placeStretches(Turn.AFTER_ECHO, one.cycle, one.chunk, one.destination, one.offset, 0);
    }

    /** Copies that go on into their own chunk repeat what {@link #addEcho} writes there; all other stretches are placed before it. */
    private enum Turn {
        BEFORE_ECHO,
        AFTER_ECHO
    }

    private static Turn turn(ChunkCharacterization chunk, ChunkCharacterization.Stretch stretch) {
        return goesOn(chunk, stretch) ? Turn.AFTER_ECHO : Turn.BEFORE_ECHO;
    }

    private void placeStretches(
            Turn turn, long cycle, ChunkCharacterization chunk, byte[] destination, int offset, int depth)
            throws IOException {
        for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
            if (turn(chunk, stretch) == turn) {
                int at = offset + stretch.start();
                place(cycle, chunk, stretch, stretch.start(), stretch.end(), destination, at, depth);
            }
        }
    }

    /** Returns whether a copy repeats data of an earlier chunk and then of its own. */
    private static boolean goesOn(ChunkCharacterization chunk, ChunkCharacterization.Stretch stretch) {
        return stretch.isCopy() && !isInside(chunk, stretch) && stretch.source() + stretch.length() > chunk.offset();
    }

    private int echo(ChunkCharacterization chunk) {
        return leavesOut || chunk.stretches().isEmpty() ? 0 : generator.echo(chunk);
    }

    /** Lets what is not copied repeat what is, in a chunk whose stretches are placed except for copies that go on into it, as those repeat that. */
    private void addEcho(long cycle, ChunkCharacterization chunk, byte[] destination, int offset) {
        int share = echo(chunk);
        if (share > 0) {
            int[] copies = chunk.stretches().stream()
                    .filter(stretch -> isLeftOut(chunk, stretch) && !goesOn(chunk, stretch))
                    .flatMapToInt(stretch -> IntStream.of(stretch.start(), stretch.end()))
                    .toArray();
            CopyEcho.write(destination, offset, chunk.size(), copies, share, sequence.seedOf(cycle, chunk.number()));
        }
    }

    /** Writes the part of a stretch from {@code start} to {@code end} within its chunk. */
    private void place(
            long cycle,
            ChunkCharacterization chunk,
            ChunkCharacterization.Stretch stretch,
            int start,
            int end,
            byte[] destination,
            int at,
            int depth)
            throws IOException {
        if (stretch.isCopy()) {
            if (!isInside(chunk, stretch) || leavesOut) {
                copy(cycle, stretch.source() + start - stretch.start(), end - start, destination, at, depth + 1);
            }
        } else if (leavesOut) {
            Arrays.fill(destination, at, at + end - start, (byte) stretch.value());
        }
    }

    /** Returns whether a copy repeats nothing but data of its own chunk: it may also begin in one chunk and go on into its own. */
    private static boolean isInside(ChunkCharacterization chunk, ChunkCharacterization.Stretch stretch) {
        return stretch.source() >= chunk.offset();
    }

    /** Writes what a cycle has at a position of the scanned data. */
    private void copy(long cycle, long position, int length, byte[] destination, int offset, int depth)
            throws IOException {
        int done = 0;
        while (done < length) {
            ChunkCharacterization chunk = sequence.rowAt(position + done);
            int from = (int) (position + done - chunk.offset());
            int part = Math.min(length - done, chunk.size() - from);
            ChunkCharacterization first = chunk.duplicateOf() < 0 ? chunk : sequence.row(chunk.duplicateOf());
            long own = sequence.contentCycle(cycle, first.number());
            copyPart(own, first, from, from + part, destination, offset + done, depth);
            done += part;
        }
    }

    private void copyPart(
            long cycle, ChunkCharacterization chunk, int from, int to, byte[] destination, int offset, int depth)
            throws IOException {
        boolean hasEcho = depth <= MAX_DEPTH && echo(chunk) > 0;
        byte[] content = hasEcho ? echoingContent(cycle, chunk, depth) : content(cycle, chunk);
        System.arraycopy(content, from, destination, offset, to - from);
        if (depth > MAX_DEPTH) {
            return;
        }
        for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
            int start = Math.max(from, stretch.start());
            int end = Math.min(to, stretch.end());
            if (start < end && (!hasEcho || goesOn(chunk, stretch))) {
                place(cycle, chunk, stretch, start, end, destination, offset + start - from, depth);
            }
        }
    }

    /** Returns the content of a chunk without its stretches, kept for the next ones that repeat it. */
    private byte[] content(long cycle, ChunkCharacterization chunk) throws IOException {
        Content key = new Content(sequence.contentOf(cycle, chunk.number()), 0);
        byte[] known = cache.get(key);
        return known != null ? known : kept(key, made(cycle, chunk));
    }

    /** Returns the content of a chunk that repeats its copies, with its stretches but those that go on into it. */
    private byte[] echoingContent(long cycle, ChunkCharacterization chunk, int depth) throws IOException {
        Content key = new Content(sequence.contentOf(cycle, chunk.number()), depth);
        byte[] known = cache.get(key);
        if (known != null) {
            return known;
        }
        byte[] content = made(cycle, chunk);
        placeStretches(Turn.BEFORE_ECHO, cycle, chunk, content, 0, depth);
        addEcho(cycle, chunk, content, 0);
        return kept(key, content);
    }

    private byte[] kept(Content key, byte[] content) {
        cache.put(key, content);
        return content;
    }

    private byte[] made(long cycle, ChunkCharacterization chunk) throws IOException {
        byte[] content = new byte[chunk.size()];
        byte[] remainder = addContent(cycle, chunk, content, 0);
        generator.finish();
        if (remainder != null) {
            spread(chunk, remainder, content, 0);
        }
        return content;
    }

    /**
     * Has the generator make the content of a chunk, which is there once it has finished.
     *
     * @return what is then to be spread over the destination, or null if the generator writes there
     */
    private byte @Nullable [] addContent(long cycle, ChunkCharacterization chunk, byte[] destination, int offset) {
        long seed = sequence.seedOf(cycle, chunk.number());
        int left = chunk.stretches().stream()
                .filter(stretch -> isLeftOut(chunk, stretch))
                .mapToInt(ChunkCharacterization.Stretch::length)
                .sum();
        if (left == 0) {
            generator.add(chunk, sequence.timeOf(cycle), seed, destination, offset, chunk.size());
            return null;
        }
        byte[] remainder = new byte[chunk.size() - left];
        if (remainder.length > 0) {
            ChunkCharacterization rest = leavesOut ? ChunkRemainder.of(chunk, remainder.length) : chunk;
            generator.add(rest, sequence.timeOf(cycle), seed, remainder, 0, remainder.length);
        }
        return remainder;
    }

    /** Returns how much of a chunk is copied from others. */
    private static int copiedBytes(ChunkCharacterization chunk) {
        int sum = 0;
        for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
            sum += stretch.isCopy() && !isInside(chunk, stretch) ? stretch.length() : 0;
        }
        return sum;
    }

    /**
     * Returns whether the generator makes nothing for a stretch: what it makes goes on behind it. Else what it makes there would be
     * lost, and with it what the rest of the chunk repeats. A generator that is to see what repeats inside a chunk makes that itself.
     * One that is not makes content for copies of other chunks too, which they then cover.
     */
    private boolean isLeftOut(ChunkCharacterization chunk, ChunkCharacterization.Stretch stretch) {
        boolean isOfOthers = stretch.isCopy() && !isInside(chunk, stretch);
        return leavesOut != isOfOthers;
    }

    /** Puts the remainder to where no stretch of the chunk is left out. */
    private void spread(ChunkCharacterization chunk, byte[] remainder, byte[] destination, int offset) {
        GapFiller gaps = new GapFiller(remainder, destination, offset);
        for (ChunkCharacterization.Stretch stretch : chunk.stretches()) {
            if (isLeftOut(chunk, stretch)) {
                gaps.leaveOut(offset + stretch.start(), offset + stretch.end());
            }
        }
        gaps.fill(offset + chunk.size());
    }
}
