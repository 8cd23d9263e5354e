package dev.mimeo.scan;

import dev.mimeo.characterization.ChunkCharacterization;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A data set scanner in one run, whatever the type of its partial results. */
final class DatasetScan<P extends Serializable> {

    /** Null once it has finished: its tables may be large, and others take memory when they finish. */
    private @Nullable DatasetScanner<P> scanner;

    private DatasetScan(DatasetScanner<P> scanner) {
        this.scanner = scanner;
    }

    /** Makes those of the given scanners that are data set scanners, in their order. */
    static List<DatasetScan<?>> create(List<ScannerSpec> specs, int chunkSize) {
        List<DatasetScan<?>> scans = new ArrayList<>();
        for (ScannerSpec spec : specs) {
            DatasetScannerProvider provider = Scanners.datasetProvider(spec);
            if (provider != null) {
                scans.add(new DatasetScan<>(provider.create(chunkSize, spec.options(), specs)));
            }
        }
        return scans;
    }

    /** Works on a segment; the result is for {@link #merge} of this scan, or of one on another machine made alike. */
    Serializable scan(Segment segment) {
        return scanner().scan(segment);
    }

    /** Adds what was found of the next segment. */
    @SuppressWarnings("unchecked") // made by scan
    void merge(Segment segment, Serializable partial, List<ChunkCharacterization.Builder> chunks) {
        scanner().merge(segment, (P) partial, chunks);
    }

    /** Tells what was found of all segments, as the last call. */
    void finish(DatasetFindings out) throws IOException {
        DatasetScanner<P> finishing = scanner();
        scanner = null;
        finishing.finish(out);
    }

    private DatasetScanner<P> scanner() {
        return Objects.requireNonNull(scanner);
    }
}
