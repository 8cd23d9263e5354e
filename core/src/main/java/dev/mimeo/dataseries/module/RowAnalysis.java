package dev.mimeo.dataseries.module;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.RowFilter;
import dev.mimeo.dataseries.series.SeriesReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An analysis that looks at rows, one after the other, of the extents that pass through it. To be extended:
 *
 * <pre>{@code
 * final class BytesRead extends RowAnalysis {
 *     private final Int32Field size = new Int32Field(series(), "bytes");
 *     private long total;
 *
 *     BytesRead(ExtentSource source) {
 *         super(source);
 *     }
 *
 *     @Override
 *     protected void processRow() {
 *         total += size.value();
 *     }
 * }
 * }</pre>
 *
 * <p>For the first extent {@link #firstExtent} is called, and for each {@link #newExtent}, before the series goes there;
 * then {@link #prepare} once, and {@link #processRow} for the rows; at the end of the source, {@link #complete} once,
 * whether there were extents or not. Extents are passed on as they are, so analyses can be stacked. Not thread-safe.
 */
public abstract class RowAnalysis implements ExtentSource {

    private final ExtentSource source;
    private final SeriesReader series;
    private @Nullable RowFilter filter;
    private int[] chosen = {};
    private boolean started;
    private boolean completed;
    private long processed;
    private long ignored;

    /** Makes an analysis of the extents of a source, which must be of one type. The source is closed with this stage. */
    protected RowAnalysis(ExtentSource source) {
        this(source, SeriesReader.TypeMode.EXACT);
    }

    /** Makes an analysis of the extents of a source, which is closed with this stage. */
    protected RowAnalysis(ExtentSource source, SeriesReader.TypeMode mode) {
        this.source = source;
        this.series = SeriesReader.of(mode);
    }

    /** Returns the series to bind fields to. */
    protected final SeriesReader series() {
        return series;
    }

    /** Lets only the rows that a filter chooses be processed; to be called before the first extent. */
    public final void setFilter(RowFilter newFilter) {
        filter = newFilter;
    }

    /** Is called before the first extent, for example to choose the names of fields by the version of the type. */
    protected void firstExtent(Extent extent) throws IOException {}

    /** Is called before each extent, the first included. */
    protected void newExtent(Extent extent) throws IOException {}

    /** Is called once, when the fields are bound to the first extent. */
    protected void prepare() throws IOException {}

    /** Is called for each row that is not filtered out, with the series there. */
    protected abstract void processRow() throws IOException;

    /** Is called once, after the last row. */
    protected void complete() throws IOException {}

    @Override
    public final @Nullable Extent next() throws IOException {
        Extent extent = source.next();
        if (extent != null) {
            process(extent);
        } else if (!completed) {
            completed = true;
            complete();
        }
        return extent;
    }

    private void process(Extent extent) throws IOException {
        if (!started) {
            firstExtent(extent);
        }
        newExtent(extent);
        series.setExtent(extent);
        if (!started) {
            started = true;
            prepare();
        }
        RowFilter choice = filter;
        if (choice == null) {
            while (series.next()) {
                processRow();
            }
            processed += extent.rows();
            return;
        }
        if (chosen.length < extent.rows()) {
            chosen = new int[extent.rows()];
        }
        int count = choice.select(extent, chosen);
        for (int i = 0; i < count; i++) {
            series.setRow(chosen[i]);
            processRow();
        }
        processed += count;
        ignored += extent.rows() - count;
    }

    /** Returns the number of rows processed. */
    public final long processedRows() {
        return processed;
    }

    /** Returns the number of rows that the filter left out. */
    public final long ignoredRows() {
        return ignored;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
