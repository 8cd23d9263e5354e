package dev.mimeo.garage.query;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The rows of a table of several files with equal columns, and as the last column the number of the file of each row. */
final class BatchTable implements TableSource {

    private final List<TableSource> sources;
    private final int[] files;
    private final List<ColumnSchema> columns;
    private final int[] firstBlocks;
    private final int rows;

    /**
     * Puts tables together.
     *
     * @param sources at least one
     * @param files the number of the file of each
     * @throws ArithmeticException if there are more rows than an int counts
     */
    BatchTable(List<TableSource> sources, int[] files) {
        this.sources = List.copyOf(sources);
        this.files = files.clone();
        this.columns = new ArrayList<>(sources.get(0).columns());
        columns.add(new ColumnSchema(DuckDbSession.FILE_COLUMN, ColumnSchema.Type.INT64));
        firstBlocks = new int[files.length + 1];
        int sum = 0;
        for (int i = 0; i < files.length; i++) {
            sum = Math.addExact(sum, sources.get(i).rows());
            firstBlocks[i + 1] = firstBlocks[i] + sources.get(i).blocks();
        }
        rows = sum;
    }

    @Override
    public List<ColumnSchema> columns() {
        return columns;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int blocks() {
        return firstBlocks[files.length];
    }

    @Override
    public int rows(int block) {
        int source = sourceOf(block);
        return sources.get(source).rows(block - firstBlocks[source]);
    }

    @Override
    public ColumnArray[] read(int block, int[] wanted) throws IOException {
        int source = sourceOf(block);
        int number = columns.size() - 1;
        int[] inSource = IntStream.of(wanted).filter(column -> column != number).toArray();
        ColumnArray[] values = inSource.length == 0
                ? new ColumnArray[0]
                : sources.get(source).read(block - firstBlocks[source], inSource);
        ColumnArray[] all = new ColumnArray[wanted.length];
        int next = 0;
        for (int i = 0; i < wanted.length; i++) {
            all[i] = wanted[i] == number ? numbers(files[source], rows(block)) : values[next++];
        }
        return all;
    }

    private int sourceOf(int block) {
        int source = 0;
        while (firstBlocks[source + 1] <= block) {
            source++;
        }
        return source;
    }

    private static ColumnArray numbers(int file, int rows) {
        long[] numbers = new long[rows];
        Arrays.fill(numbers, file);
        return ColumnArray.ofLongs(numbers, null);
    }
}
