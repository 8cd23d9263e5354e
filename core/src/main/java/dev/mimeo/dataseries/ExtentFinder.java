package dev.mimeo.dataseries;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.EitherEndian;
import dev.mimeo.internal.bytes.LittleEndian;
import java.io.IOException;
import java.util.zip.Adler32;
import org.jspecify.annotations.Nullable;

/**
 * Finds extents in files whose structure is damaged. A header counts if it names a type of the file and its sizes agree
 * with each other and with the file; an extent counts if its Adler-32 is right too.
 *
 * <p>Time is linear in the size of the file: what checksums of false headers may cost altogether is bounded, which only
 * files made to be slow can exhaust. After that, headers that would cost too much are passed over.
 */
final class ExtentFinder {

    /** Bytes looked at or summed at a time. */
    private static final int WINDOW = 1 << 20;

    private static final int FIRST_WINDOW = 1 << 10;

    /** Bytes of false extents that are summed, per byte of the file. */
    private static final long CREDIT_FACTOR = 8;

    private final RandomInput input;
    private final String name;
    private final TypeLibrary types;
    private final boolean bigEndian;
    private long credit;
    private boolean exhausted;

    ExtentFinder(RandomInput input, String name, TypeLibrary types, boolean bigEndian) {
        this.input = input;
        this.name = name;
        this.types = types;
        this.bigEndian = bigEndian;
        this.credit = CREDIT_FACTOR * input.size() + WINDOW;
    }

    /** Reads the header at a place, which must be one of an extent that the file has whole; its type may be unknown. */
    ExtentHeader header(long at) throws IOException {
        Place place = new Place(name, at, -1);
        long left = input.size() - at;
        if (left < ExtentHeader.FIXED_SIZE) {
            throw place.error(Reason.TRUNCATED, "truncated extent", left + " bytes are left of the file");
        }
        byte[] bytes = input.read(at, (int) Math.min(left, ExtentHeader.MAX_SIZE));
        ExtentHeader header = ExtentHeader.parse(bytes, left, bigEndian, place);
        if (header.sizeBytes() > Integer.MAX_VALUE - 16) {
            throw place.error("extent of " + header.sizeBytes() + " bytes is too large");
        }
        return header;
    }

    /**
     * Finds where to go on after a damaged extent: where it says it ends if that is the end of the file or looks like a
     * place between extents, and no intact extents within it lead there; else at the next intact extent.
     *
     * @param header header of the damaged extent
     * @return the size of the file if there is nothing more
     */
    long resume(ExtentHeader header) throws IOException {
        long start = header.offset() + 4;
        long end = header.offset() + header.sizeBytes();
        if (!isBoundary(end)) {
            return next(start, input.size());
        }
        // The damage may be in a size, which then leads past whole extents.
        for (long at = next(start, end); at < end; ) {
            long after = chainEnd(at, end);
            if (after == end) {
                return at;
            }
            at = next(after, end);
        }
        return end;
    }

    /** Finds the first intact extent within a range, or returns the end of the range. */
    long next(long start, long end) throws IOException {
        long last = end - ExtentHeader.FIXED_SIZE;
        // Starts small, for the next extent may be near and there may be many damaged places.
        int size = FIRST_WINDOW;
        for (long from = start; from <= last; ) {
            byte[] window = input.read(from, (int) Math.min(end - from, size + ExtentHeader.FIXED_SIZE));
            int candidates = (int) Math.min(last - from + 1, size);
            for (int i = 0; i < candidates; i += 4) {
                if (mayBeHeader(window, i) && isConfirmed(plausible(from + i), end)) {
                    return from + i;
                }
            }
            from += size;
            size = Math.min(2 * size, WINDOW);
        }
        return end;
    }

    /** Follows intact extents, of which there is one at the start, up to a place; returns where they end. */
    private long chainEnd(long start, long end) throws IOException {
        long at = start;
        while (at < end) {
            ExtentHeader header = plausible(at);
            if (header == null || !isConfirmed(header, end)) {
                return at;
            }
            at += header.sizeBytes();
        }
        return at;
    }

    private boolean isBoundary(long at) throws IOException {
        if (at == input.size()) {
            return true;
        }
        if (input.size() - at == FileFrame.TRAILER_SIZE
                && LittleEndian.getInt(input.read(at, 4), 0) == ExtentHeader.TRAILER_MARKER) {
            return true;
        }
        return plausible(at) != null;
    }

    /** The cheap part of {@link #plausible}, which most places fail. */
    private boolean mayBeHeader(byte[] bytes, int at) {
        return bytes[at + 27] == 0
                && bytes[at + 26] != 0
                && (EitherEndian.getInt(bytes, at + 12, bigEndian) & 0x8000_0007) == 4
                && (EitherEndian.getInt(bytes, at, bigEndian) | EitherEndian.getInt(bytes, at + 4, bigEndian)) >>> 29
                        == 0
                && EitherEndian.getInt(bytes, at + 8, bigEndian) >= 0;
    }

    private @Nullable ExtentHeader plausible(long at) throws IOException {
        int length = (int) Math.min(input.size() - at, ExtentHeader.MAX_SIZE);
        if (length < ExtentHeader.FIXED_SIZE || !mayBeHeader(input.read(at, length), 0)) {
            return null;
        }
        ExtentHeader header;
        try {
            header = header(at);
        } catch (DataSeriesException e) {
            return null;
        }
        ExtentType type = types.get(header.typeName());
        return type != null && holdsItsRows(header, type.layout()) ? header : null;
    }

    /** Returns whether the stored sizes can hold as many rows and strings as the header states. */
    private static boolean holdsItsRows(ExtentHeader header, RecordLayout layout) {
        long most = (long) header.rows() * layout.recordSize();
        long least = (long) header.rows() * layout.minStoredRecordSize();
        long strings = header.variableSize() - 4L;
        return isPossible(header.fixedMode(), header.fixedBytes(), least, most)
                && isPossible(header.variableMode(), header.variableBytes(), strings, strings);
    }

    private static boolean isPossible(int code, int stored, long least, long most) {
        if (most == 0) {
            return stored == 0;
        }
        CompressionMode mode = CompressionMode.ofCode(code);
        if (mode == null) {
            return false;
        }
        return mode == CompressionMode.NONE ? least <= stored && stored <= most : least <= mode.maxUncompressed(stored);
    }

    /** Returns whether headers were passed over because there were too many false ones. */
    boolean isExhausted() {
        return exhausted;
    }

    /** Returns whether there is an intact extent that ends in time, as far as there is credit left to find out. */
    private boolean isConfirmed(@Nullable ExtentHeader header, long end) throws IOException {
        if (header == null || header.offset() + header.sizeBytes() > end) {
            return false;
        }
        if (header.sizeBytes() > credit) {
            exhausted = true;
            return false;
        }
        if (isIntact(header)) {
            return true;
        }
        credit -= header.sizeBytes();
        return false;
    }

    private boolean isIntact(ExtentHeader header) throws IOException {
        Adler32 adler = new Adler32();
        long end = header.offset() + header.sizeBytes();
        for (long at = header.offset(); at < end; at += WINDOW) {
            byte[] bytes = input.read(at, (int) Math.min(end - at, WINDOW));
            int start = 0;
            if (at == header.offset()) {
                adler.update(bytes, 0, ExtentHeader.ADLER_OFFSET);
                start = ExtentHeader.ADLER_OFFSET + 4;
            }
            adler.update(bytes, start, bytes.length - start);
        }
        return (int) adler.getValue() == header.adler();
    }
}
