package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.internal.bytes.CommonPrefix;
import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;

/**
 * Parses a chunk on its own into literal runs and copies: lazily, over hash chains of three bytes, with a preference for the
 * last distances, as large-window compressors do (RFC 8478 and the LZMA SDK call them repeat offsets). Not thread-safe.
 */
final class ChunkParser {

    private static final int HASH_BITS = 15;

    /** Few, so that copies are of what is near: of that light matchers find more, and pieces of a chunk have it, too. */
    private static final int MAX_CHAIN = 8;

    private static final int NICE_LENGTH = 128;

    /** A copy of three bytes from farther away costs more than the literals. */
    private static final int TOO_FAR = 4096;

    private final int[] heads = new int[1 << HASH_BITS];
    private int[] previous = new int[0];
    private int[] runs = new int[64];
    private int[] lengths = new int[64];
    private int[] distances = new int[64];
    private int steps;
    private final int[] recent = new int[3];
    private final CopyContexts contexts = new CopyContexts();

    private byte[] data = new byte[0];
    private int start;
    private int end;
    private int distance;

    /**
     * Parses a range. Literals that stand before copies as before what these copy are copies of one byte, see {@link CopyContexts}.
     *
     * @param shortest shortest copy that is kept, at least 3; what is shorter stays literal
     */
    ParseTemplate parse(byte[] bytes, int offset, int length, int shortest) {
        return contexts.keep(copies(bytes, offset, length, shortest), bytes, offset);
    }

    /** Parses a range as {@link #parse}, without literals that are copies of one byte. */
    ParseTemplate copies(byte[] bytes, int offset, int length, int shortest) {
        data = bytes;
        start = offset;
        end = offset + length;
        steps = 0;
        Arrays.fill(heads, -1);
        Arrays.fill(recent, 0);
        if (previous.length < length) {
            previous = new int[length];
        }
        int run = 0;
        int at = start;
        while (at < end) {
            int match = longest(at, shortest);
            if (match == 0) {
                insert(at++);
                run++;
                continue;
            }
            int matchDistance = distance;
            insert(at);
            if (match < 64 && at + 1 < end) {
                int next = longest(at + 1, shortest);
                if (next > match) {
                    run++;
                    at++;
                    match = next;
                    matchDistance = distance;
                    insert(at);
                }
            }
            add(run, match, matchDistance);
            for (int i = at + 1; i < at + match; i++) {
                insert(i);
            }
            at += match;
            run = 0;
        }
        data = new byte[0];
        return new ParseTemplate(
                Arrays.copyOf(runs, steps), Arrays.copyOf(lengths, steps), Arrays.copyOf(distances, steps), length);
    }

    private void add(int run, int length, int from) {
        if (steps == runs.length) {
            runs = Arrays.copyOf(runs, 2 * steps);
            lengths = Arrays.copyOf(lengths, 2 * steps);
            distances = Arrays.copyOf(distances, 2 * steps);
        }
        runs[steps] = run;
        lengths[steps] = length;
        distances[steps++] = from;
        int place = recent[0] == from ? 0 : recent[1] == from ? 1 : 2;
        System.arraycopy(recent, 0, recent, 1, place);
        recent[0] = from;
    }

    private void insert(int at) {
        if (at + 3 <= end) {
            int hash = hash(at);
            previous[at - start] = heads[hash];
            heads[hash] = at - start;
        }
    }

    private int hash(int at) {
        int trigram = (data[at] & 0xff) | (data[at + 1] & 0xff) << 8 | (data[at + 2] & 0xff) << 16;
        return Mixing.fibonacci32(trigram) >>> (32 - HASH_BITS);
    }

    /** Returns the length of the best copy, or 0; sets {@link #distance}. */
    private int longest(int at, int shortest) {
        int most = end - at;
        if (most < 3) {
            return 0;
        }
        int repeated = 0;
        int repeatedDistance = 0;
        for (int candidate : recent) {
            if (candidate > 0 && candidate <= at - start) {
                int length = CommonPrefix.length(data, at - candidate, at, most);
                if (length >= 3 && length > repeated) {
                    repeated = length;
                    repeatedDistance = candidate;
                }
            }
        }
        int best = 0;
        int place = heads[hash(at)];
        for (int chain = 0; place >= 0 && chain < MAX_CHAIN; chain++) {
            int from = start + place;
            if (best == 0 || data[from + best] == data[at + best]) {
                int length = CommonPrefix.length(data, from, at, most);
                if (length > best) {
                    best = length;
                    distance = at - from;
                    if (best >= NICE_LENGTH || best == most) {
                        break;
                    }
                }
            }
            place = previous[place];
        }
        if (best < 3 || (best == 3 && distance > TOO_FAR)) {
            best = 0;
        }
        if (repeated > 0 && best <= repeated + 1) {
            best = repeated;
            distance = repeatedDistance;
        }
        return best >= shortest ? best : 0;
    }
}
