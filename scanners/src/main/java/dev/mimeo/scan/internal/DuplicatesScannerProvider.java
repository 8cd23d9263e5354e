package dev.mimeo.scan.internal;

import dev.mimeo.scan.DatasetScanner;
import dev.mimeo.scan.DatasetScannerProvider;
import dev.mimeo.scan.ScannerSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Provides {@code duplicates}: exact duplication of the chunks themselves, of content-defined blocks and of blocks of 4 KiB,
 * and where the data is constant for 2 KiB and more, or repeats earlier data for 3 KiB and more.
 *
 * <p>Content-defined blocks are cut within the contiguous runs of a segment, so that segments can be cut in parallel. A cut
 * at the end of a segment (2 MiB) that the content would not make costs a shifted copy of the data at most the two blocks
 * around it, under 1 % of the blocks; in a sample, every chunk is such a run of its own.
 */
public final class DuplicatesScannerProvider implements DatasetScannerProvider {

    /** Used by {@link java.util.ServiceLoader}. */
    public DuplicatesScannerProvider() {}

    @Override
    public String name() {
        return "duplicates";
    }

    @Override
    public String description() {
        return "exact duplicates of chunks, of blocks of 4 KiB and of content-defined blocks; constant blocks";
    }

    @Override
    public DatasetScanner<?> create(int chunkSize, Map<String, String> options, List<ScannerSpec> scanners) {
        ScannerSpec.checkOptions(name(), options, Set.of());
        return new DuplicatesScanner(chunkSize);
    }
}
