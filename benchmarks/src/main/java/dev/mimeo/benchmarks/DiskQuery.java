package dev.mimeo.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A query for the count, mean, standard deviation, minimum and maximum of the difference of two times, by group. The columns
 * are those of {@link DiskTrace}.
 *
 * @param group field by whose values rows are grouped
 * @param later field with the minuend
 * @param earlier field with the subtrahend
 */
record DiskQuery(String group, String later, String earlier) {

    /** The nine queries of the DataSeries report: each difference of two of the three times, by each of three fields. */
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

    /** Returns the difference as an expression, in the syntax of SQL and of {@code dsstatgroupby}. */
    String difference() {
        return later + " - " + earlier;
    }

    /** Returns the queries by the field that they group by, because SQL answers those of one field in one pass. */
    static Map<String, List<DiskQuery>> byGroup(List<DiskQuery> queries) {
        return queries.stream()
                .collect(Collectors.groupingBy(DiskQuery::group, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * Returns the SQL for the queries of one group: the group, the number of rows, then sum, sum of squares, minimum and
     * maximum of each difference. Mean and standard deviation follow from these; not every engine has a function for the
     * latter.
     */
    static String sql(String group, List<DiskQuery> queries, String table) {
        StringBuilder sql = new StringBuilder("SELECT " + group + ", count(*)");
        for (DiskQuery query : queries) {
            String difference = "(" + query.difference() + ")";
            sql.append(", sum").append(difference);
            sql.append(", sum(")
                    .append(difference)
                    .append(" * ")
                    .append(difference)
                    .append(')');
            sql.append(", min").append(difference).append(", max").append(difference);
        }
        return sql + " FROM " + table + " GROUP BY " + group;
    }
}
