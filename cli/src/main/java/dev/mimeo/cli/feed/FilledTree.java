package dev.mimeo.cli.feed;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Json;
import dev.mimeo.integrations.impressions.TreeFiller;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tree that was filled.
 *
 * @param root the folder
 * @param summary what the library says of it
 * @param failed the first requests that were not met
 * @param generator name of the generator
 * @param seed null for those of the characterizations
 * @param nanos time it took
 */
record FilledTree(
        String root,
        TreeFiller.Summary summary,
        List<TreeFiller.Result> failed,
        String generator,
        @Nullable Long seed,
        long nanos) {

    /** Returns a summary for people to read, one line. */
    String describe() {
        double seconds = Math.max(1e-9, nanos / 1e9);
        return String.format(
                Locale.ROOT,
                "%s: %s, %s in %.1f s (%.0f files/s, %s), generator %s%s%s\n",
                Failures.oneLine(root),
                Counts.of(summary.files(), "file"),
                ByteSizes.format(summary.bytes()),
                seconds,
                summary.files() / seconds,
                ByteSize.rate(summary.bytes(), seconds),
                generator,
                seed == null ? "" : ", seed " + Long.toUnsignedString(seed),
                summary.failures() == 0 ? "" : String.format(Locale.ROOT, "; %,d failed", summary.failures()));
    }

    /** Returns the JSON of it. */
    ObjectNode json() {
        ObjectNode json = Json.object();
        json.put("root", root);
        json.put("files", summary.files());
        json.put("bytes", summary.bytes());
        json.put("failures", summary.failures());
        json.put("generator", generator);
        json.put("seed", seed == null ? null : Long.toUnsignedString(seed));
        json.put("seconds", nanos / 1e9);
        ArrayNode nodes = json.putArray("failed");
        failed.stream()
                .sorted((a, b) -> Long.compare(a.request().number(), b.request().number()))
                .forEach(result -> {
                    ObjectNode node = nodes.addObject();
                    node.put("number", result.request().number());
                    node.put("path", result.request().path().toString());
                    node.put("error", result.error());
                });
        return json;
    }
}
