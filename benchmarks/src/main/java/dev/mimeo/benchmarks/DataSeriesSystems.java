package dev.mimeo.benchmarks;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.query.expression.Evaluator;
import dev.mimeo.query.expression.Expression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** DataSeries files, by a program for the queries and by an interpreter of expressions. */
final class DataSeriesSystems {

    private DataSeriesSystems() {}

    /** Takes the extents of a pass. */
    private interface Pass {
        void start(ExtentType type) throws IOException;

        void extent(Extent extent);
    }

    private abstract static class TraceSystem implements QuerySystem {
        private final String name;
        private final Path file;
        private final Checksums checksums;

        TraceSystem(String name, Path file, Checksums checksums) {
            this.name = name;
            this.file = file;
            this.checksums = checksums;
        }

        @Override
        public final String name() {
            return name;
        }

        @Override
        public final long bytes() {
            return file.toFile().length();
        }

        final void scan(Pass pass) throws IOException {
            try (DataSeriesReader reader = DataSeriesReader.open(file, checksums);
                    ExtentSource extents = reader.extents("*", 1)) {
                pass.start(reader.type("*"));
                for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                    pass.extent(extent);
                }
            }
        }

        @Override
        public final void close() throws IOException {
            Files.deleteIfExists(file);
        }
    }

    private static List<GroupStatistics> statistics(int count) {
        List<GroupStatistics> statistics = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            statistics.add(new GroupStatistics());
        }
        return statistics;
    }

    /** All queries in one pass, in code that knows the types of the fields. */
    static QuerySystem specific(String name, Path file, Checksums checksums) {
        return new TraceSystem(name, file, checksums) {
            @Override
            public List<GroupStatistics> run(List<DiskQuery> queries) throws IOException {
                List<GroupStatistics> statistics = statistics(queries.size());
                scan(new Pass() {
                    private int[][] fields = {};

                    @Override
                    public void start(ExtentType type) {
                        fields = queries.stream()
                                .map(query -> new int[] {
                                    type.indexOf(query.group()),
                                    type.indexOf(query.later()),
                                    type.indexOf(query.earlier())
                                })
                                .toArray(int[][]::new);
                    }

                    @Override
                    public void extent(Extent extent) {
                        for (int query = 0; query < fields.length; query++) {
                            int[] keys = extent.ints(fields[query][0]);
                            double[] later = extent.doubles(fields[query][1]);
                            double[] earlier = extent.doubles(fields[query][2]);
                            GroupStatistics groups = statistics.get(query);
                            for (int row = 0; row < keys.length; row++) {
                                groups.add(keys[row], later[row] - earlier[row]);
                            }
                        }
                    }
                });
                return statistics;
            }
        };
    }

    /** All queries in one pass, by expressions that are only known at run time. */
    static QuerySystem generic(String name, Path file, Checksums checksums) {
        return new TraceSystem(name, file, checksums) {
            @Override
            public List<GroupStatistics> run(List<DiskQuery> queries) throws IOException {
                List<GroupStatistics> statistics = statistics(queries.size());
                scan(new Pass() {
                    private final List<Evaluator.Numeric> keys = new ArrayList<>();
                    private final List<Evaluator.Numeric> values = new ArrayList<>();
                    private final double[] blockKeys = new double[Expression.BLOCK_ROWS];
                    private final double[] blockValues = new double[Expression.BLOCK_ROWS];

                    @Override
                    public void start(ExtentType type) {
                        for (DiskQuery query : queries) {
                            keys.add(Expression.parse(query.group(), type).number());
                            values.add(
                                    Expression.parse(query.difference(), type).number());
                        }
                    }

                    @Override
                    public void extent(Extent extent) {
                        for (int first = 0; first < extent.rows(); first += Expression.BLOCK_ROWS) {
                            int count = Math.min(Expression.BLOCK_ROWS, extent.rows() - first);
                            for (int query = 0; query < keys.size(); query++) {
                                keys.get(query).evaluate(extent, first, count, blockKeys);
                                values.get(query).evaluate(extent, first, count, blockValues);
                                GroupStatistics groups = statistics.get(query);
                                for (int row = 0; row < count; row++) {
                                    groups.add((int) blockKeys[row], blockValues[row]);
                                }
                            }
                        }
                    }
                });
                return statistics;
            }
        };
    }
}
