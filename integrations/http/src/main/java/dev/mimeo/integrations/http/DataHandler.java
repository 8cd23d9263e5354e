package dev.mimeo.integrations.http;

import dev.mimeo.internal.http.RequestException;
import dev.mimeo.internal.http.RequestExchange;
import dev.mimeo.internal.http.RequestHandler;
import dev.mimeo.internal.http.RequestHead;
import dev.mimeo.internal.http.Response;
import dev.mimeo.internal.http.StallGuard;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Answers requests, RFC 9110. Thread-safe. */
final class DataHandler implements RequestHandler {

    /** Most bytes of the head of a request, and of an answer. */
    static final int MAX_HEAD = 16 << 10;

    private static final int TAG_BYTES = 16;

    private final StreamSupply supply;
    private final DataServer.Settings settings;

    DataHandler(StreamSupply supply, DataServer.Settings settings) {
        this.supply = supply;
        this.settings = settings;
    }

    @Override
    public long answer(RequestExchange exchange) throws IOException, RequestException {
        RequestHead request = exchange.request();
        Response response = exchange.response();
        String target = request.localTarget();
        boolean head = exchange.isHead();
        if (!head && !request.method().equals("GET")) {
            response.set("Allow", "GET, HEAD");
            throw new RequestException(405, "only GET and HEAD are answered");
        }
        DataRequest data = DataRequest.parse(target, settings.seed());
        String tag = tag(data);
        response.set("ETag", tag);
        response.set("Accept-Ranges", "bytes");
        List<String> wanted = request.values("If-Match");
        if (!wanted.isEmpty() && !tags(wanted).contains(tag) && !tags(wanted).contains("*")) {
            throw new RequestException(412, "the content has another entity tag");
        }
        List<String> known = tags(request.values("If-None-Match"));
        if (known.contains(tag) || known.contains("W/" + tag) || known.contains("*")) {
            response.sendEmpty(304);
            return 0;
        }
        Optional<ByteRange> part = head ? Optional.empty() : range(request, tag, data.size());
        if (part.isPresent()) {
            setRange(response, part.get(), data.size());
        }
        ByteRange bytes = part.orElse(new ByteRange(0, data.size()));
        response.set("Content-Type", "application/octet-stream");
        response.set("Content-Length", Long.toString(bytes.length()));
        int status = part.isPresent() ? 206 : 200;
        if (head || bytes.length() == 0) {
            response.sendEmpty(status);
            return 0;
        }
        send(exchange, status, data, bytes);
        return bytes.length();
    }

    /** Sends the head and generates the bytes of a range after it. */
    private void send(RequestExchange exchange, int status, DataRequest data, ByteRange bytes)
            throws IOException, RequestException {
        OutputStream out = exchange.out();
        byte[] buffer = exchange.buffer();
        StallGuard.Watch watch = exchange.watch();
        watch.working();
        StreamSupply.Stream stream = supply.open(data, bytes.first(), bytes.length());
        // The first bytes are made before the head: what cannot be generated can still be said.
        int first = (int) Math.min(bytes.length(), buffer.length - MAX_HEAD);
        stream.fill(buffer, MAX_HEAD, first);
        byte[] line = exchange.response().head(status);
        int start = MAX_HEAD - line.length;
        System.arraycopy(line, 0, buffer, start, line.length);
        watch.waiting(settings.stall());
        out.write(buffer, start, line.length + first);
        for (long left = bytes.length() - first; left > 0; ) {
            int length = (int) Math.min(left, buffer.length);
            watch.working();
            stream.fill(buffer, 0, length);
            watch.waiting(settings.stall());
            out.write(buffer, 0, length);
            left -= length;
        }
    }

    private static void setRange(Response response, ByteRange range, long size) throws RequestException {
        response.set("Content-Range", range.contentRange(size));
        if (range.length() == 0) {
            throw new RequestException(
                    416, "the range lies after the end of the content, which has " + size + " bytes");
        }
    }

    private static Optional<ByteRange> range(RequestHead request, String tag, long size) {
        String range = request.first("Range");
        String ifRange = request.first("If-Range");
        return range == null || (ifRange != null && !ifRange.equals(tag))
                ? Optional.empty()
                : ByteRange.parse(range, size);
    }

    /** Returns the entity tag of what is asked for, whatever part of it. */
    private String tag(DataRequest request) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
        String kind = request.key() == null ? "stream" : "object " + request.key();
        for (Object part : List.of(settings.version(), request.seed(), request.offset(), request.size(), kind)) {
            digest.update((part + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return '"' + HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), TAG_BYTES)) + '"';
    }

    /** Returns the entity tags of header fields. A weak one ({@code W/}) matches in {@code If-None-Match} only, RFC 9110 section 13.1. */
    private static List<String> tags(List<String> fields) {
        return fields.stream()
                .flatMap(field -> Arrays.stream(field.split(",")))
                .map(String::strip)
                .toList();
    }
}
