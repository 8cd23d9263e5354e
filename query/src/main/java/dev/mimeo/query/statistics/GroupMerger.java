package dev.mimeo.query.statistics;

import dev.mimeo.MimeoException;
import dev.mimeo.query.statistics.GroupedStatistics.Group;
import dev.mimeo.statistics.QuantileSketch;
import dev.mimeo.statistics.Stats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts what extents contribute to a request together, in their order. For one thread at a time. */
final class GroupMerger {

    private final StatGroupBy.Request request;
    private final Map<List<GroupKey>, Group> groups = new HashMap<>();
    private long processed;
    private long ignored;

    GroupMerger(StatGroupBy.Request request) {
        this.request = request;
    }

    void add(Aggregator.Part part) throws MimeoException {
        processed += part.processed();
        ignored += part.ignored();
        int[] ids = part.sums().ids();
        for (int i = 0; i < ids.length; i++) {
            for (Group group : groups(part, ids[i])) {
                group.stats().add(part.sums().stats()[i]);
            }
        }
        double[] values = part.values();
        for (int i = 0; i < values.length; i++) {
            for (Group group : groups(part, part.ids()[i])) {
                QuantileSketch quantiles = group.quantiles();
                if (quantiles != null) {
                    quantiles.add(values[i]);
                }
            }
        }
    }

    /** Adds rows that the condition left out and that were not read. */
    void ignore(long rows) {
        ignored += rows;
    }

    /** Returns the groups that values of a number belong to: one, or in a cube one of each grouping set. */
    private Group[] groups(Aggregator.Part part, int id) throws MimeoException {
        Group[] known = part.owner().groups(id);
        if (known != null) {
            return known;
        }
        List<GroupKey> keys = part.keys(id);
        int sets = request.grouping().cube() ? 1 << keys.size() : 1;
        Group[] found = new Group[sets];
        for (int any = 0; any < sets; any++) {
            found[any] = groups.computeIfAbsent(withAny(keys, any), this::newGroup);
        }
        if (groups.size() > request.grouping().maxGroups()) {
            throw request.grouping().tooMany();
        }
        part.owner().setGroups(id, found);
        return found;
    }

    /** Replaces the keys of some columns, a set of bits. */
    private static List<GroupKey> withAny(List<GroupKey> keys, int any) {
        if (any == 0) {
            return keys;
        }
        List<GroupKey> replaced = new ArrayList<>(keys);
        for (int i = 0; i < keys.size(); i++) {
            if ((any >> i & 1) != 0) {
                replaced.set(i, GroupKey.any());
            }
        }
        return List.copyOf(replaced);
    }

    private Group newGroup(List<GroupKey> keys) {
        return new Group(
                keys, new Stats(), request.kind() == StatGroupBy.Request.Kind.QUANTILE ? new QuantileSketch() : null);
    }

    GroupedStatistics result() {
        List<Group> sorted = new ArrayList<>(groups.values());
        sorted.sort(Comparator.comparingInt(GroupMerger::groupingSet).thenComparing(Group::keys, GroupMerger::compare));
        return new GroupedStatistics(request, processed, ignored, sorted);
    }

    /** Orders grouping sets: by the number of columns that are any, then the later of them first. */
    private static int groupingSet(Group group) {
        int count = 0;
        int any = 0;
        for (GroupKey key : group.keys()) {
            any = 2 * any + (key.isAny() ? 1 : 0);
            count += key.isAny() ? 1 : 0;
        }
        return count << Grouping.MAX_CUBE_COLUMNS | any;
    }

    private static int compare(List<GroupKey> a, List<GroupKey> b) {
        int order = 0;
        for (int i = 0; i < a.size() && order == 0; i++) {
            order = a.get(i).compareTo(b.get(i));
        }
        return order;
    }
}
