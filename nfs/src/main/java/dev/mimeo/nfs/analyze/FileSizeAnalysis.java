package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.random.Mixing;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.handle.HandleKey;
import dev.mimeo.query.internal.stream.EntryOrder;
import dev.mimeo.query.internal.stream.QuantileText;
import dev.mimeo.query.internal.stream.Quantiles;
import dev.mimeo.query.internal.stream.TupleTable;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Distribution of file sizes: for each handle the largest size seen. Handles count by 64 bits of their MD5. A sample
 * keeps the handles whose lowest bits are 0, which has no bias.
 */
final class FileSizeAnalysis extends TraceAnalysis {

    private static final int CHAINS = 433;
    private static final int SEED = 1972;

    private static final ResultTable COUNT =
            ResultTable.of("nfs_file_size", "files:i", "sampled_one_in:i", "mean:r", "stddev:r", "min:r", "max:r");
    private static final ResultTable QUANTILE = ResultTable.of("nfs_file_size_quantile", "quantile:r", "bytes:r");
    private static final byte[] FILE = "file".getBytes(StandardCharsets.US_ASCII);

    private final AnalysisOutput output;
    private final boolean classicRows;
    private final long sampleMask;
    private final HandleKey keys = new HandleKey();
    private final TupleTable handles = new TupleTable();
    private final ByteSlice slice = new ByteSlice();
    private long[] sizes = new long[64];

    FileSizeAnalysis(AnalysisRequest.FileSizes request, AnalysisOutput output) {
        this.output = output;
        this.classicRows = request.classicRows() || output.isClassic();
        this.sampleMask = request.sample() - 1;
    }

    @Override
    String name() {
        return "filesize";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return table == TraceTable.ATTRIBUTES
                ? Set.of("reply_id", "filehandle", "lookup_dir_filehandle", "type", "file_size")
                : Set.of();
    }

    @Override
    void attributes(AttributeRows rows, int row) {
        if (!classicRows) {
            rows.type(row, slice);
            if (!slice.contentEquals(FILE)) {
                return;
            }
        }
        long size = rows.fileSize(row);
        rows.filehandle(row, slice);
        add(size);
        if (classicRows) {
            // The size is not that of the directory, but this is what the figures published count.
            rows.directory(row, slice);
            if (slice.length() > 0) {
                add(size);
            }
        }
    }

    private void add(long size) {
        long key = keys.of(slice);
        if ((key & sampleMask) != 0) {
            return;
        }
        int known = handles.size();
        int handle = handles.add(key, 0);
        if (handle == known) {
            sizes = EntryOrder.grown(sizes, known + 1);
            sizes[handle] = size;
        } else {
            sizes[handle] = Math.max(sizes[handle], size);
        }
    }

    @Override
    void finish() throws IOException {
        Quantiles quantiles = quantiles();
        if (output.isClassic()) {
            StringBuilder text = new StringBuilder();
            ClassicText.begin(text, "UniqueFileHandles");
            text.append("found ").append(handles.size()).append(" unique filehandles\nfile size quantiles:\n");
            QuantileText.appendRanges(text, quantiles, QuantileText.RANGES);
            ClassicText.end(text, "UniqueFileHandles");
            output.text(text);
            return;
        }
        output.row(
                COUNT,
                (long) handles.size(),
                sampleMask + 1,
                quantiles.mean(),
                quantiles.standardDeviation(),
                quantiles.min(),
                quantiles.max());
        QuantileRows.print(output, QUANTILE, quantiles);
    }

    private Quantiles quantiles() {
        if (output.isClassic()) {
            // A bound of 2 is the least; there may be no file.
            Quantiles quantiles = new Quantiles(0.005, Math.max(2, handles.size() + 1L));
            for (int handle : classicOrder(handles)) {
                quantiles.add(sizes[handle]);
            }
            return quantiles;
        }
        Quantiles quantiles = new Quantiles(0.005, 10_000_000_000L);
        for (int handle = 0; handle < handles.size(); handle++) {
            quantiles.add(sizes[handle]);
        }
        return quantiles;
    }

    @Override
    long memoryBytes() {
        return handles.memoryBytes() + (long) Long.BYTES * sizes.length;
    }

    @Override
    @Nullable AnalysisRequest bounded() {
        return sampleMask == 0 ? new AnalysisRequest.FileSizes(false, 1024) : null;
    }

    /**
     * Returns handles in the order of the published figures: that of a hash table with chains, newest entry first, over Bob
     * Jenkins' mix of the key. Approximate quantiles depend on the order within their error. The number of chains is known from
     * traces of some hundred files; for more it is assumed to double.
     */
    private static int[] classicOrder(TupleTable handles) {
        int chains = CHAINS;
        while (handles.size() > 2L * chains) {
            chains = BigInteger.valueOf(2L * chains).nextProbablePrime().intValueExact();
        }
        int modulus = chains;
        return EntryOrder.of(handles.size(), (a, b) -> {
            int byChain = Long.compare(chain(handles.first(a), modulus), chain(handles.first(b), modulus));
            return byChain != 0 ? byChain : Integer.compare(b, a);
        });
    }

    private static long chain(long key, int modulus) {
        return Integer.toUnsignedLong(Mixing.jenkins96((int) key, (int) (key >>> Integer.SIZE), SEED)) % modulus;
    }
}
