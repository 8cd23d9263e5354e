package dev.mimeo.analysis.statistics;

import dev.mimeo.analysis.statistics.GroupedStatistics.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts what extents contribute to a request together, in their order. For one thread at a time. */
final class GroupMerger {

    private final StatisticsRequest request;
    private final Map<GroupKey, Group> groups = new HashMap<>();
    private @Nullable Group whole;
    private long processed;
    private long ignored;

    GroupMerger(StatisticsRequest request) {
        this.request = request;
    }

    void add(Aggregator.Part part) {
        processed += part.processed();
        ignored += part.ignored();
        int[] ids = part.sums().ids();
        for (int i = 0; i < ids.length; i++) {
            group(part, ids[i]).stats().add(part.sums().stats()[i]);
        }
        double[] values = part.values();
        for (int i = 0; i < values.length; i++) {
            QuantileSketch quantiles = group(part, part.ids()[i]).quantiles();
            if (quantiles != null) {
                quantiles.add(values[i]);
            }
        }
    }

    private Group group(Aggregator.Part part, int id) {
        Group known = part.owner().group(id);
        if (known != null) {
            return known;
        }
        Group group;
        if (request.groupBy().isEmpty()) {
            if (whole == null) {
                whole = newGroup(null);
            }
            group = whole;
        } else {
            group = groups.computeIfAbsent(part.keys()[id], this::newGroup);
        }
        part.owner().setGroup(id, group);
        return group;
    }

    private Group newGroup(@Nullable GroupKey key) {
        return new Group(
                key, new Stats(), request.kind() == StatisticsRequest.Kind.QUANTILE ? new QuantileSketch() : null);
    }

    GroupedStatistics result() {
        List<Group> sorted = new ArrayList<>();
        if (whole != null) {
            sorted.add(whole);
        }
        groups.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                .forEach(entry -> sorted.add(entry.getValue()));
        return new GroupedStatistics(request, processed, ignored, List.copyOf(sorted));
    }
}
