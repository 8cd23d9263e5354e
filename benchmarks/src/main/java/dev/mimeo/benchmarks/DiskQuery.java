package dev.mimeo.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Count, mean, deviation, minimum and maximum of the difference of two times, by group.
 *
 * @param group field that makes the groups
 * @param later field that is subtracted from
 * @param earlier field that is subtracted
 */
record DiskQuery(String group, String later, String earlier) {

    /** The nine of the DataSeries report: each difference of two of the three times by each of three fields. */
    static final List<DiskQuery> NINE = nine();

    private static List<DiskQuery> nine() {
        List<DiskQuery> queries = new ArrayList<>();
        for (String group : DiskTrace.GROUPS) {
            queries.add(new DiskQuery(group, "leave_driver", "enter_driver"));
            queries.add(new DiskQuery(group, "return_to_driver", "enter_driver"));
            queries.add(new DiskQuery(group, "leave_driver", "return_to_driver"));
        }
        return List.copyOf(queries);
    }

    String difference() {
        return later + " - " + earlier;
    }

    /** Returns the queries by what they group by: those of one group take one pass in SQL. */
    static Map<String, List<DiskQuery>> byGroup(List<DiskQuery> queries) {
        return queries.stream().collect(Collectors.groupingBy(DiskQuery::group, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * Returns the SQL for queries of one group: the group, the number of rows, then sum, sum of squares, minimum and
     * maximum of each difference. Not every engine has a deviation; this gives it to all.
     */
    static String sql(String group, List<DiskQuery> queries, String table) {
        StringBuilder sql = new StringBuilder("SELECT " + group + ", count(*)");
        for (DiskQuery query : queries) {
            String difference = "(" + query.difference() + ")";
            sql.append(", sum").append(difference);
            sql.append(", sum(").append(difference).append(" * ").append(difference).append(')');
            sql.append(", min").append(difference).append(", max").append(difference);
        }
        return sql + " FROM " + table + " GROUP BY " + group;
    }
}
