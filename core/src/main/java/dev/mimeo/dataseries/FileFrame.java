package dev.mimeo.dataseries;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.EitherEndian;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.text.Counts;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first and the last bytes of a file.
 *
 * <p>Header, 40 bytes: {@code DSv1}, int32 0x12345678, int64 0x123456789ABCDEF0, the doubles π, +∞ and NaN. Trailer, 28
 * bytes: four 0xff, int32 size of the index extent, int32 its complement, uint32 chained checksum of all extents, int64
 * offset of the index extent, uint32 hash of the 24 bytes before.
 */
final class FileFrame {

    static final int HEADER_SIZE = 40;
    static final int TRAILER_SIZE = 28;

    private static final byte[] MAGIC = DataSeriesReader.MAGIC.getBytes(StandardCharsets.US_ASCII);

    private static final int CHAIN_SEED = 1972;
    private static final int TRAILER_SEED = 1776;
    private static final int INT_CHECK = 0x12345678;
    private static final long LONG_CHECK = 0x123456789ABCDEF0L;

    private FileFrame() {}

    static byte[] header(boolean bigEndian) {
        byte[] out = Arrays.copyOf(MAGIC, HEADER_SIZE);
        EitherEndian.putInt(out, 4, INT_CHECK, bigEndian);
        EitherEndian.putLong(out, 8, LONG_CHECK, bigEndian);
        EitherEndian.putLong(out, 16, Double.doubleToLongBits(Math.PI), bigEndian);
        EitherEndian.putLong(out, 24, Double.doubleToLongBits(Double.POSITIVE_INFINITY), bigEndian);
        EitherEndian.putLong(out, 32, Double.doubleToLongBits(Double.NaN), bigEndian);
        return out;
    }

    /** Checks a header and tells whether the file is big-endian. */
    static boolean checkHeader(byte[] header, Place place) throws DataSeriesException {
        int compared = Math.min(header.length, MAGIC.length);
        if (!Arrays.equals(header, 0, compared, MAGIC, 0, compared)) {
            throw place.error("not a DataSeries file", "does not start with DSv1");
        }
        if (header.length < HEADER_SIZE) {
            throw place.error(
                    Reason.TRUNCATED,
                    "not a DataSeries file",
                    Counts.of(header.length, "byte") + ", the header alone takes " + HEADER_SIZE);
        }
        boolean bigEndian = LittleEndian.getInt(header, 4) == Integer.reverseBytes(INT_CHECK);
        check(EitherEndian.getInt(header, 4, bigEndian) == INT_CHECK, "32-bit integer", place);
        check(EitherEndian.getLong(header, 8, bigEndian) == LONG_CHECK, "64-bit integer", place);
        check(EitherEndian.getLong(header, 16, bigEndian) == Double.doubleToLongBits(Math.PI), "pi", place);
        check(
                EitherEndian.getLong(header, 24, bigEndian) == Double.doubleToLongBits(Double.POSITIVE_INFINITY),
                "infinity",
                place);
        check(Double.isNaN(Double.longBitsToDouble(EitherEndian.getLong(header, 32, bigEndian))), "NaN", place);
        return bigEndian;
    }

    private static void check(boolean right, String what, Place place) throws DataSeriesException {
        if (!right) {
            throw place.error("damaged file header", "the check value for " + what + " is wrong");
        }
    }

    /** Returns the chained checksum after one more extent. */
    static int chain(int before, int hashXorAdler) {
        return Mixing.jenkins96(hashXorAdler, before, CHAIN_SEED);
    }

    static byte[] trailer(int indexSize, int chain, long indexOffset, boolean bigEndian) {
        byte[] out = new byte[TRAILER_SIZE];
        EitherEndian.putInt(out, 0, ExtentHeader.TRAILER_MARKER, bigEndian);
        EitherEndian.putInt(out, 4, indexSize, bigEndian);
        EitherEndian.putInt(out, 8, ~indexSize, bigEndian);
        EitherEndian.putInt(out, 12, chain, bigEndian);
        EitherEndian.putLong(out, 16, indexOffset, bigEndian);
        EitherEndian.putInt(out, 24, JenkinsHash.hash(TRAILER_SEED, out, 0, 24), bigEndian);
        return out;
    }

    /** Checks the trailer, whose chained checksum old writers left to chance, and returns the offset of the index. */
    static long checkTrailer(byte[] trailer, boolean bigEndian, Place place) throws DataSeriesException {
        int size = EitherEndian.getInt(trailer, 4, bigEndian);
        long offset = EitherEndian.getLong(trailer, 16, bigEndian);
        if (LittleEndian.getInt(trailer, 0) != ExtentHeader.TRAILER_MARKER) {
            throw unfinished(place, "there is no trailer");
        }
        if (EitherEndian.getInt(trailer, 8, bigEndian) != ~size) {
            throw unfinished(place, "the trailer's two index sizes disagree");
        }
        if (EitherEndian.getInt(trailer, 24, bigEndian) != JenkinsHash.hash(TRAILER_SEED, trailer, 0, 24)) {
            throw unfinished(place, "the trailer's hash is wrong");
        }
        if (offset < HEADER_SIZE || offset != place.offset() - size) {
            throw unfinished(
                    place, "the trailer expects an index of " + size + " bytes before it, but at byte " + offset);
        }
        return offset;
    }

    private static DataSeriesException unfinished(Place place, String detail) {
        return place.error("file is truncated, unfinished or damaged", detail);
    }
}
