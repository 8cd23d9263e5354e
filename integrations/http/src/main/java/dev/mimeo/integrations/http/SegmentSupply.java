package dev.mimeo.integrations.http;

import dev.mimeo.generate.PayloadSource;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.internal.http.RequestException;

/** The streams of a segment. Thread-safe. */
record SegmentSupply(SegmentFile segment) implements StreamSupply {

    @Override
    public Stream open(DataRequest request, long first, long length) throws RequestException {
        PayloadSource source = segment.source(request.seed());
        if (request.key() != null) {
            source.seekObject(PayloadSource.keyOf(request.key()));
        }
        long start = request.offset() + first;
        if (start < 0 || start > segment.streamBytes() - length) {
            throw new RequestException(
                    400, "the segment has streams and objects of at most " + segment.streamBytes() + " bytes");
        }
        source.seek(start);
        return source::fill;
    }
}
