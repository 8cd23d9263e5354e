package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.MimicCoding;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Chooses the chunks of a class whose parses the others follow: the farthest first, as long as there is room. */
final class TemplateChoice {

    private static final int SHORTEST_COPY = 3;

    /** Distance, of squares of logarithms of ratios over all codecs, below which a chunk needs no template of its own. */
    private static final double FAR = 1e-4;

    /** Greatest extra distance at which the template of the previous chunk is preferred to the nearest one. */
    private static final double NEAR = 5e-3;

    /**
     * Weight of the squared distance under a codec if a chunk is more compressible than the template: a recipe can leave out copies until a chunk is
     * as large as it should be, but chunks with the literals of a template all covered are still as large as its copies.
     */
    private static final double MORE_COMPRESSIBLE = 3;

    private TemplateChoice() {}

    /** The parse of a chunk, and how compressible the chunk is. Immutable and thread-safe. */
    static final class Candidate implements Serializable {

        private static final long serialVersionUID = 1L;

        private final ParseTemplate parse;
        private final double[] features;
        private final int bytes;

        private Candidate(ChunkSample chunk, double[] features) {
            this.parse = new ChunkParser().parse(chunk.data(), 0, chunk.length(), SHORTEST_COPY);
            this.features = features;
            this.bytes = MimicCoding.encode(parse).length;
        }

        ParseTemplate parse() {
            return parse;
        }

        /** Returns the bytes that the parse takes in a file. */
        int bytes() {
            return bytes;
        }
    }

    /** Returns the parse that chunks follow if there is only one. */
    static Candidate first(List<ChunkSample> chunks) {
        List<double[]> features = features(chunks);
        int middle = middle(features);
        return new Candidate(chunks.get(middle), features.get(middle));
    }

    /** Returns the parse that most chunks can follow. */
    static Candidate nearest(List<ChunkSample> chunks, List<Candidate> candidates) {
        List<double[]> features = features(chunks);
        return candidates.get(nearest(features.get(middle(features)), candidates));
    }

    private static int nearest(double[] chunk, List<Candidate> candidates) {
        int nearest = 0;
        for (int i = 1; i < candidates.size(); i++) {
            if (distance(chunk, candidates.get(i).features) < distance(chunk, candidates.get(nearest).features)) {
                nearest = i;
            }
        }
        return nearest;
    }

    /**
     * Chooses among parses that are in the file anyway.
     *
     * @param candidates at least one
     * @param parses receives the parses that are followed; empty at first
     * @return by chunk: which parse it follows
     */
    static int[] choose(List<ChunkSample> chunks, List<Candidate> candidates, List<ParseTemplate> parses) {
        candidates.forEach(candidate -> parses.add(candidate.parse));
        List<double[]> features = features(chunks);
        int[] follows =
                features.stream().mapToInt(chunk -> nearest(chunk, candidates)).toArray();
        keepOn(
                features,
                candidates.stream().map(candidate -> candidate.features).toList(),
                follows);
        leaveOutUnused(parses, follows);
        return follows;
    }

    /**
     * Chooses.
     *
     * @param budget bytes that the parses may take together; one is always chosen
     * @param parses receives the parses that are followed; empty at first
     * @return by chunk: which parse it follows
     */
    static int[] choose(List<ChunkSample> chunks, long budget, List<ParseTemplate> parses) {
        List<double[]> features = features(chunks);
        ChunkParser parser = new ChunkParser();
        int n = chunks.size();
        int[] follows = new int[n];
        double[] nearest = new double[n];
        Arrays.fill(nearest, Double.MAX_VALUE);
        int next = middle(features);
        List<double[]> parsed = new ArrayList<>();
        long left = budget;
        while (next >= 0) {
            ChunkSample chunk = chunks.get(next);
            ParseTemplate parse = parser.parse(chunk.data(), 0, chunk.length(), SHORTEST_COPY);
            left -= MimicCoding.encode(parse).length;
            if (left < 0 && !parses.isEmpty()) {
                break;
            }
            parses.add(parse);
            parsed.add(features.get(next));
            for (int i = 0; i < n; i++) {
                double distance = distance(features.get(i), features.get(next));
                if (distance < nearest[i]) {
                    nearest[i] = distance;
                    follows[i] = parses.size() - 1;
                }
            }
            next = -1;
            double farthest = FAR;
            for (int i = 0; i < n; i++) {
                if (nearest[i] > farthest) {
                    farthest = nearest[i];
                    next = i;
                }
            }
        }
        keepOn(features, parsed, follows);
        leaveOutUnused(parses, follows);
        return follows;
    }

    /** Leaves out the parses that no chunk follows any more, which would take bytes of the file. */
    private static void leaveOutUnused(List<ParseTemplate> parses, int[] follows) {
        int[] numbers = new int[parses.size()];
        for (int parse : follows) {
            numbers[parse] = 1;
        }
        List<ParseTemplate> used = new ArrayList<>();
        for (int parse = 0; parse < numbers.length; parse++) {
            if (numbers[parse] > 0) {
                numbers[parse] = used.size();
                used.add(parses.get(parse));
            }
        }
        for (int i = 0; i < follows.length; i++) {
            follows[i] = numbers[follows[i]];
        }
        parses.clear();
        parses.addAll(used);
    }

    /** Lets chunks follow what the one before does if that is nearly as good: large and small windows see other neighbours. */
    private static void keepOn(List<double[]> features, List<double[]> parsed, int[] follows) {
        for (int i = 1; i < follows.length; i++) {
            double[] own = features.get(i);
            int before = follows[i - 1];
            if (distance(own, parsed.get(before)) < distance(own, parsed.get(follows[i])) + NEAR) {
                follows[i] = before;
            }
        }
    }

    private static List<double[]> features(List<ChunkSample> chunks) {
        return chunks.stream().map(TemplateChoice::features).toList();
    }

    /** Returns what says whether a chunk can follow the parse of another: the logarithms of its ratios. */
    private static double[] features(ChunkSample chunk) {
        double[] features = new double[CodecSizes.CHUNK.size()];
        for (int codec = 0; codec < features.length; codec++) {
            features[codec] = StrictMath.log((double) chunk.size(codec) / chunk.length());
        }
        return features;
    }

    /** Returns how far a chunk is from one whose parse it may follow. */
    private static double distance(double[] chunk, double[] template) {
        double sum = 0;
        for (int i = 0; i < chunk.length; i++) {
            double more = chunk[i] - template[i];
            sum += more * more * (more < 0 ? MORE_COMPRESSIBLE : 1);
        }
        return sum;
    }

    /** Returns the chunk that all others are nearest to. */
    private static int middle(List<double[]> features) {
        int best = 0;
        double least = Double.MAX_VALUE;
        int stride = Math.max(1, features.size() / 64);
        for (int i = 0; i < features.size(); i += stride) {
            double sum = 0;
            for (int j = 0; j < features.size(); j += stride) {
                sum += StrictMath.sqrt(distance(features.get(j), features.get(i)));
            }
            if (sum < least) {
                least = sum;
                best = i;
            }
        }
        return best;
    }
}
