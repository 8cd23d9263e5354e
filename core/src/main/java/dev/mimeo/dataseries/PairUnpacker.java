package dev.mimeo.dataseries;

import dev.mimeo.pipeline.OrderedPipeline;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Unpacks extents of files of either byte order, on one thread at a time. */
final class PairUnpacker implements OrderedPipeline.Worker<StoredPair, ExtentPair> {

    private final Checksums checksums;
    private @Nullable ExtentUnpacker little;
    private @Nullable ExtentUnpacker big;

    PairUnpacker(Checksums checksums) {
        this.checksums = checksums;
    }

    @Override
    public ExtentPair apply(StoredPair pair) throws IOException {
        return pair.reader().unpack(pair, unpacker(pair.reader().bigEndian()));
    }

    private ExtentUnpacker unpacker(boolean bigEndian) {
        ExtentUnpacker known = bigEndian ? big : little;
        if (known != null) {
            return known;
        }
        ExtentUnpacker made = new ExtentUnpacker(bigEndian, checksums);
        if (bigEndian) {
            big = made;
        } else {
            little = made;
        }
        return made;
    }

    @Override
    public void close() {
        if (little != null) {
            little.close();
        }
        if (big != null) {
            big.close();
        }
    }
}
