package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ScanSummary;
import dev.mimeo.scan.ScanSummary.SkippedSource;
import dev.mimeo.scan.ScanSummary.SkippedSource.Reason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sources that a scan left out, in whole or in part.
 *
 * @param counts how many, by the reason
 * @param sources the first 1000 of them
 */
record SkippedSources(Map<Reason, Long> counts, List<SkippedSource> sources) {

    private static final int LISTED = 1000;
    private static final int SHOWN = 5;

    /** Copies both. */
    SkippedSources {
        counts = Map.copyOf(counts);
        sources = List.copyOf(sources);
    }

    static SkippedSources of(ScanSummary summary) {
        return new SkippedSources(
                Map.of(
                        Reason.UNREADABLE, summary.unreadable(),
                        Reason.SPECIAL, summary.special(),
                        Reason.SHRUNK, summary.shrunk(),
                        Reason.LINK, summary.links()),
                summary.skipped());
    }

    /** Returns those of a source that was read to its end. */
    static SkippedSources of(ChunkSource read) {
        Map<Reason, Long> counts = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            counts.put(reason, read.skippedCount(reason));
        }
        return new SkippedSources(counts, read.skipped());
    }

    /**
     * Returns all of several, each once.
     *
     * @param known names of sources that are reported elsewhere, and are not listed in the result
     * @param repeated how often an unreadable source of several was counted already, in another of them or elsewhere
     */
    static SkippedSources merge(List<SkippedSources> several, Set<String> known, long repeated) {
        Set<String> seen = new HashSet<>(known);
        List<SkippedSource> all = new ArrayList<>();
        Map<Reason, Long> counts = new EnumMap<>(Reason.class);
        for (SkippedSources one : several) {
            one.counts.forEach((reason, count) -> counts.merge(reason, count, Long::sum));
            for (SkippedSource source : one.sources) {
                if (seen.add(source.name()) && all.size() < LISTED) {
                    all.add(source);
                }
            }
        }
        // Not by their names: of many sources only the first are listed.
        counts.computeIfPresent(Reason.UNREADABLE, (reason, count) -> Math.max(0, count - repeated));
        return new SkippedSources(counts, all);
    }

    private long count(Reason reason) {
        return counts.getOrDefault(reason, 0L);
    }

    /** Returns the names of the sources. */
    List<String> names() {
        return sources.stream().map(SkippedSource::name).toList();
    }

    /** Warns of them, also when the run is to be quiet; does nothing if there are none. */
    void warn(MimeoSubcommand command) {
        if (count(Reason.LINK) > 0) {
            command.warn(notFollowed(count(Reason.LINK)));
        }
        if (count(Reason.UNREADABLE) + count(Reason.SPECIAL) + count(Reason.SHRUNK) == 0) {
            return;
        }
        command.warn(String.format(
                Locale.ROOT,
                "left out in whole or part: %,d unreadable, %,d special, %,d shrunk while read",
                count(Reason.UNREADABLE),
                count(Reason.SPECIAL),
                count(Reason.SHRUNK)));
        sources.stream().limit(SHOWN).forEach(source -> command.terminal().err().println("  " + line(source)));
    }

    /** Returns the warning about symbolic links in a tree. */
    static String notFollowed(long links) {
        return "left out " + Counts.of(links, "symbolic link") + " inside folders: name a link to follow it";
    }

    private static String line(SkippedSource source) {
        String reason = source.reason().name().toLowerCase(Locale.ROOT);
        return Failures.oneLine(
                source.name() + ": " + reason + (source.message().isEmpty() ? "" : ": " + source.message()));
    }

    /** Puts the JSON of them into an object. */
    void put(ObjectNode json) {
        ObjectNode skipped = json.putObject("skipped");
        skipped.put("unreadable", count(Reason.UNREADABLE));
        skipped.put("special", count(Reason.SPECIAL));
        skipped.put("shrunk", count(Reason.SHRUNK));
        skipped.put("links", count(Reason.LINK));
        sources.forEach(source -> {
            ObjectNode entry = skipped.withArray("sources").addObject();
            entry.put("name", source.name());
            entry.put("reason", source.reason().name().toLowerCase(Locale.ROOT));
            entry.put("message", source.message());
        });
    }
}
