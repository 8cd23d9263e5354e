package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.series.GeneralField;
import dev.mimeo.dataseries.series.Int32Field;
import dev.mimeo.dataseries.series.Int64Field;
import dev.mimeo.dataseries.series.SeriesWriter;
import dev.mimeo.dataseries.series.Variable32Field;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of an index file: bounds of extents and, if asked for, ranges. Not thread-safe. */
final class IndexRowWriter {
    private final ExtentOutput bounds;
    private final @Nullable ExtentOutput ranges;
    private final SeriesWriter series;
    private final Variable32Field file;
    private final Int64Field offset;
    private final Int32Field rowCount;
    private final List<GeneralField> min = new ArrayList<>();
    private final List<GeneralField> max = new ArrayList<>();
    private final List<GeneralField> hasNull = new ArrayList<>();
    private final List<GeneralField> rangeMin = new ArrayList<>();
    private final List<GeneralField> rangeMax = new ArrayList<>();
    private final @Nullable SeriesWriter rangeSeries;
    private final @Nullable GeneralField rangeFile;
    private final @Nullable GeneralField rangeOffset;

    IndexRowWriter(ExtentOutput bounds, @Nullable ExtentOutput ranges, List<String> fields) {
        this.bounds = bounds;
        this.ranges = ranges;
        this.series = SeriesWriter.to(bounds);
        this.file = new Variable32Field(series, IndexTypes.FILE);
        this.offset = new Int64Field(series, IndexTypes.OFFSET);
        this.rowCount = new Int32Field(series, IndexTypes.ROWS);
        this.rangeSeries = ranges == null ? null : SeriesWriter.to(ranges);
        this.rangeFile = rangeSeries == null ? null : new GeneralField(rangeSeries, IndexTypes.FILE);
        this.rangeOffset = rangeSeries == null ? null : new GeneralField(rangeSeries, IndexTypes.OFFSET);
        for (String field : fields) {
            min.add(new GeneralField(series, IndexTypes.min(field)));
            max.add(new GeneralField(series, IndexTypes.max(field)));
            hasNull.add(new GeneralField(series, IndexTypes.hasNull(field)));
            if (rangeSeries != null) {
                rangeMin.add(new GeneralField(rangeSeries, IndexTypes.min(field)));
                rangeMax.add(new GeneralField(rangeSeries, IndexTypes.max(field)));
            }
        }
    }

    void add(String fileName, ExtentSummary summary) throws IOException {
        series.newRow();
        file.set(fileName);
        offset.set(summary.offset());
        rowCount.set(summary.rows());
        int mostRanges = 0;
        for (int i = 0; i < min.size(); i++) {
            ColumnSummary column = summary.columns().get(i);
            ValueRange values = column.bounds();
            if (values != null) {
                min.get(i).set(values.min());
                max.get(i).set(values.max());
            }
            hasNull.get(i).set(GeneralValue.ofBoolean(column.hasNull()));
            mostRanges = Math.max(mostRanges, column.ranges().size());
        }
        for (int number = 0; number < mostRanges; number++) {
            addRange(fileName, summary, number);
        }
    }

    private void addRange(String fileName, ExtentSummary summary, int number) throws IOException {
        if (rangeSeries == null || rangeFile == null || rangeOffset == null) {
            return;
        }
        rangeSeries.newRow();
        rangeFile.set(GeneralValue.ofString(fileName));
        rangeOffset.set(GeneralValue.ofLong(summary.offset()));
        for (int i = 0; i < rangeMin.size(); i++) {
            List<ValueRange> of = summary.columns().get(i).ranges();
            if (number < of.size()) {
                rangeMin.get(i).set(of.get(number).min());
                rangeMax.get(i).set(of.get(number).max());
            } else {
                rangeMin.get(i).setNull();
                rangeMax.get(i).setNull();
            }
        }
    }

    /** Copies rows of an older index: bounds, and ranges if this one has them. */
    void copy(IndexFile from, List<IndexFile.Run> oldBounds, List<IndexFile.Run> oldRanges) throws IOException {
        copyRuns(from, oldBounds, bounds);
        if (ranges != null) {
            copyRuns(from, oldRanges, ranges);
        }
    }

    private static void copyRuns(IndexFile from, List<IndexFile.Run> runs, ExtentOutput output) throws IOException {
        for (IndexFile.Run run : runs) {
            Extent extent = from.read(run.extent());
            for (int row = run.begin(); row < run.end(); row++) {
                output.copy(extent, row);
            }
        }
    }

    void flush() throws IOException {
        bounds.flush();
        if (ranges != null) {
            ranges.flush();
        }
    }
}
