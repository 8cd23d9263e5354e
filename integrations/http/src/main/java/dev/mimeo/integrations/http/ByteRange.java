package dev.mimeo.integrations.http;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of an answer, RFC 9110 section 14.
 *
 * @param first offset of its first byte
 * @param length bytes, at least 1; 0 if nothing of what was asked for is there
 */
record ByteRange(long first, long length) {

    private static final Pattern SYNTAX =
            Pattern.compile("bytes=\\s*(\\d{0,40})-(\\d{0,40})\\s*", Pattern.CASE_INSENSITIVE);

    /**
     * Reads a {@code Range} header. Several ranges, other units and what is malformed are ignored, as the RFC allows.
     *
     * @param size size of the whole answer
     * @return empty for the whole
     */
    static Optional<ByteRange> parse(String header, long size) {
        Matcher matcher = SYNTAX.matcher(header);
        if (!matcher.matches()
                || (matcher.group(1).isEmpty() && matcher.group(2).isEmpty())) {
            return Optional.empty();
        }
        if (matcher.group(1).isEmpty()) {
            long length = Math.min(size, number(matcher.group(2)));
            return Optional.of(new ByteRange(size - length, length));
        }
        long first = number(matcher.group(1));
        if (matcher.group(2).isEmpty()) {
            return Optional.of(new ByteRange(first, Math.max(0, size - first)));
        }
        if (new BigInteger(matcher.group(2)).compareTo(new BigInteger(matcher.group(1))) < 0) {
            return Optional.empty();
        }
        long end = Math.min(size - 1, number(matcher.group(2)));
        return Optional.of(new ByteRange(first, Math.max(0, end - first + 1)));
    }

    /** A number of any length, or the largest there is. */
    private static long number(String digits) {
        return new BigInteger(digits).min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    /** Returns the {@code Content-Range} of it. */
    String contentRange(long size) {
        return length == 0 ? "bytes */" + size : "bytes " + first + "-" + (first + length - 1) + "/" + size;
    }
}
