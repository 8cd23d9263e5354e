package dev.mimeo.garage.prometheus;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.mimeo.garage.prometheus.MetricQuery.LabelMatcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Messages of the remote read protocol of Prometheus, see {@code remote.proto} and {@code types.proto} of its package
 * {@code prompb}: a request with one query, and the answer whose samples are not compressed. An instance reads answers one after
 * the other.
 */
final class ReadMessages {

    /** Operators in the order of their numbers in the protocol. */
    private static final List<String> OPERATORS = List.of("=", "!=", "=~", "!~");

    /** Bits of the NaN with which Prometheus marks the end of a series; see its package {@code model/value}. */
    private static final long STALE = 0x7ff0_0000_0000_0002L;

    /** Takes the series of an answer. */
    @FunctionalInterface
    interface SeriesVisitor {

        /**
         * Takes a series.
         *
         * @param labels labels in the order of their names
         * @param times milliseconds since 1970 of the samples, of which the first {@code count} are valid; the next series overwrites them
         * @param values values of the samples
         */
        void series(Map<String, String> labels, long[] times, double[] values, int count) throws IOException;
    }

    private long[] times = new long[256];
    private double[] values = new double[256];
    private int count;
    private long histograms;
    private long staleMarkers;

    /** Returns a request for the samples of a time range, both ends included. */
    static byte[] request(List<LabelMatcher> matchers, long firstMillis, long lastMillis) throws IOException {
        ByteArrayOutputStream query = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(query);
        out.writeInt64(1, firstMillis);
        out.writeInt64(2, lastMillis);
        for (LabelMatcher matcher : matchers) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream inner = CodedOutputStream.newInstance(bytes);
            inner.writeEnum(1, OPERATORS.indexOf(matcher.operator()));
            inner.writeString(2, matcher.label());
            inner.writeString(3, matcher.text());
            inner.flush();
            out.writeByteArray(3, bytes.toByteArray());
        }
        out.flush();
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        out = CodedOutputStream.newInstance(request);
        out.writeByteArray(1, query.toByteArray());
        out.flush();
        return request.toByteArray();
    }

    /** Returns how many native histograms the answers had so far, which are passed over. */
    long histograms() {
        return histograms;
    }

    /** Returns how many markers of the ends of series the answers had so far, which are no samples and are passed over. */
    long staleMarkers() {
        return staleMarkers;
    }

    /**
     * Hands on the series of an answer.
     *
     * @throws InvalidProtocolBufferException if the message is damaged
     */
    void readResponse(ByteBuffer response, SeriesVisitor visitor) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(response);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (isMessage(tag, 1)) {
                int outer = in.pushLimit(in.readRawVarint32());
                readResult(in, visitor);
                in.popLimit(outer);
            } else {
                in.skipField(tag);
            }
        }
    }

    private void readResult(CodedInputStream in, SeriesVisitor visitor) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (isMessage(tag, 1)) {
                int outer = in.pushLimit(in.readRawVarint32());
                readSeries(in, visitor);
                in.popLimit(outer);
            } else {
                in.skipField(tag);
            }
        }
    }

    private void readSeries(CodedInputStream in, SeriesVisitor visitor) throws IOException {
        Map<String, String> labels = new TreeMap<>();
        count = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (isMessage(tag, 1)) {
                int outer = in.pushLimit(in.readRawVarint32());
                readLabel(in, labels);
                in.popLimit(outer);
            } else if (isMessage(tag, 2)) {
                int outer = in.pushLimit(in.readRawVarint32());
                readSample(in);
                in.popLimit(outer);
            } else {
                histograms += isMessage(tag, 4) ? 1 : 0;
                in.skipField(tag);
            }
        }
        if (count > 0) {
            visitor.series(labels, times, values, count);
        }
    }

    private static void readLabel(CodedInputStream in, Map<String, String> labels) throws IOException {
        String name = "";
        String value = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (isMessage(tag, 1)) {
                name = in.readStringRequireUtf8();
            } else if (isMessage(tag, 2)) {
                value = in.readStringRequireUtf8();
            } else {
                in.skipField(tag);
            }
        }
        labels.put(name, value);
    }

    private void readSample(CodedInputStream in) throws IOException {
        // A value of zero is not written.
        long bits = 0;
        long time = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == ((1 << 3) | WireFormat.WIRETYPE_FIXED64)) {
                bits = in.readFixed64();
            } else if (tag == ((2 << 3) | WireFormat.WIRETYPE_VARINT)) {
                time = in.readInt64();
            } else {
                in.skipField(tag);
            }
        }
        if (bits == STALE) {
            staleMarkers++;
            return;
        }
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        times[count] = time;
        values[count++] = Double.longBitsToDouble(bits);
    }

    private static boolean isMessage(int tag, int field) {
        return tag == ((field << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED);
    }
}
