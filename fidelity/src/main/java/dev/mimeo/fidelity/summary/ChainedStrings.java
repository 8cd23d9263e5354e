package dev.mimeo.fidelity.summary;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The long strings that the short ones of a model add up to: each byte of them follows those before it at least as often as all others
 * together. Generated data repeats such strings, whether they are tags or the value of a column.
 */
public final class ChainedStrings {

    /** Least length of a string, bytes. */
    public static final int LEAST = 16;

    private static final int MAX_LENGTH = 256;

    private ChainedStrings() {}

    /** The followers of a context: how often there is any, and the most frequent. */
    private static final class ContextFollowers {
        private long all;
        private long most;
        private byte symbol;
    }

    /**
     * Returns the strings of all classes of a model, each once, the longest first. Of those with the same last {@value #LEAST}
     * bytes it is the longest.
     *
     * @param model null where the characterization has none
     * @return text in ISO 8859-1, a character for each byte
     */
    public static List<String> of(@Nullable MimicModel model) {
        Set<String> all = new TreeSet<>();
        if (model != null) {
            for (ContentClass content : model.classes()) {
                if (content.model() != null) {
                    all.addAll(of(content.model()));
                }
            }
        }
        return longestByEnd(all);
    }

    private static Collection<String> of(ContextModel model) {
        Map<Long, ContextFollowers> contexts = new HashMap<>();
        model.forEachString((string, count) -> {
            ContextFollowers followers = contexts.computeIfAbsent(
                    key(string, string.length - 1, string.length - 1), key -> new ContextFollowers());
            followers.all += count;
            if (count > followers.most) {
                followers.most = count;
                followers.symbol = string[string.length - 1];
            }
        });
        List<String> chains = new ArrayList<>();
        for (long start : contexts.keySet()) {
            byte[] chain = new byte[MAX_LENGTH];
            int length = (int) (start >>> 56);
            for (int i = 0; i < length; i++) {
                chain[i] = (byte) (start >>> (8 * (length - 1 - i)));
            }
            length = lengthen(chain, length, contexts, model.tables().size());
            if (length >= LEAST) {
                chains.add(new String(chain, 0, length, StandardCharsets.ISO_8859_1));
            }
        }
        return chains;
    }

    /** Adds bytes as long as the longest context that the model has says which, and none comes again; returns the new length. */
    private static int lengthen(byte[] chain, int start, Map<Long, ContextFollowers> contexts, int order) {
        Set<Long> seen = new HashSet<>();
        int length = start;
        while (length < MAX_LENGTH) {
            ContextFollowers followers = null;
            for (int n = Math.min(order, length); n > 0 && followers == null; n--) {
                followers = contexts.get(key(chain, length, n));
            }
            if (followers == null || 2 * followers.most < followers.all) {
                break;
            }
            chain[length++] = followers.symbol;
            if (!seen.add(key(chain, length, Math.min(order, length)))) {
                break;
            }
        }
        return length;
    }

    /** Returns the last bytes before an end, at most 7, as a number with their count. */
    private static long key(byte[] string, int end, int count) {
        long key = 0;
        for (int i = end - count; i < end; i++) {
            key = key << 8 | (string[i] & 0xff);
        }
        return (long) count << 56 | key;
    }

    /** Returns one string for each ending, the longest. */
    private static List<String> longestByEnd(Set<String> strings) {
        Map<String, String> byEnd = new HashMap<>();
        for (String string : strings) {
            String end = string.substring(string.length() - LEAST);
            byEnd.merge(end, string, (one, other) -> one.length() >= other.length() ? one : other);
        }
        return byEnd.values().stream()
                .sorted((one, other) -> one.length() != other.length()
                        ? Integer.compare(other.length(), one.length())
                        : one.compareTo(other))
                .toList();
    }
}
