package dev.mimeo.nfs.capture;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.nfs.internal.pcap.Packet;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Log of a capture: one JSON object a line with an {@code event} and the time {@code at}. A line that cannot be written
 * is remembered as {@link #failure}, and the capture goes on. Thread-safe.
 */
final class CaptureLog implements Closeable {

    private static final long NANOS = 1_000_000_000L;

    private final JsonMapper mapper = JsonMapper.builder().build();

    @GuardedBy("this") private final Writer writer;

    @GuardedBy("this") private @Nullable IOException failure;

    private CaptureLog(Writer writer) {
        this.writer = writer;
    }

    /** Creates a log, whose file must not exist. */
    static CaptureLog create(Path file) throws IOException {
        return open(file, StandardOpenOption.CREATE_NEW);
    }

    /** Opens a log that goes on after what is there. */
    static CaptureLog append(Path file) throws IOException {
        return open(file, StandardOpenOption.CREATE);
    }

    private static CaptureLog open(Path file, OpenOption creation) throws IOException {
        return new CaptureLog(Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.WRITE, creation, StandardOpenOption.APPEND));
    }

    /** Returns a line to be completed and written. */
    static ObjectNode event(String name) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("event", name)
                .put("at", Instant.now().toString());
    }

    /** Puts what is known of packets. */
    static ObjectNode put(ObjectNode line, PacketCount count) {
        line.put("packets", count.packets()).put("packetBytes", count.bytes());
        if (count.timed()) {
            line.put("firstPacketAt", time(count.first())).put("lastPacketAt", time(count.last()));
        }
        return line;
    }

    private static String time(long time) {
        long nanos = Packet.nanos(time);
        return Instant.ofEpochSecond(time >>> 32, Long.remainderUnsigned(nanos, NANOS))
                .toString();
    }

    /** Writes a line. */
    synchronized void write(ObjectNode line) {
        try {
            writer.write(mapper.writeValueAsString(line));
            writer.write('\n');
            writer.flush();
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
        }
    }

    /** Returns why the first line that is missing could not be written; null if none is. */
    synchronized @Nullable IOException failure() {
        return failure;
    }

    @Override
    public synchronized void close() throws IOException {
        writer.close();
    }
}
