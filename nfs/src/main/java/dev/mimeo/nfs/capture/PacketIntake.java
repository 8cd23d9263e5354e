package dev.mimeo.nfs.capture;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream of captured packets into buffers that are files on their own. Where no buffer is free it reads on, and
 * counts what it drops. One thread calls {@link #run}; {@link #stop} may come from another at any time, even while the first
 * waits for packets. Nothing is allocated per packet, and nothing waits except for packets.
 */
final class PacketIntake {

    /** Bytes that are read at once: the JDK copies through memory of this size. */
    private static final int READ = 1 << 18;

    private static final int MAX_SCRATCH = 1 << 20;

    private final InputStream in;
    private final BufferQueue queue;
    private final Consumer<PacketCount> burst;
    private final Object lock = new Object();

    /** Takes the place of a buffer while there is none. */
    private final byte[] scratch;

    private final Tally dropping = new Tally();
    private @Nullable Framing framing;
    private PacketCount taken = PacketCount.NONE;
    private PacketCount dropped = PacketCount.NONE;

    /** Buffer that receives packets; null while they are dropped. */
    private @Nullable PacketBuffer current;

    private byte[] data;

    /** End of the whole records, and of the bytes read. */
    private int whole;

    private int limit;

    /** Bytes to come of a record that is not kept. */
    private long skip;

    private long cutBytes;
    private boolean stopped;

    /**
     * Makes an intake.
     *
     * @param burst is told of packets that were dropped one after the other, on the calling threads, and must not wait
     */
    PacketIntake(InputStream in, BufferQueue queue, int fileBytes, Consumer<PacketCount> burst) {
        this.in = in;
        this.queue = queue;
        this.burst = burst;
        this.scratch = new byte[Math.min(fileBytes / 2, MAX_SCRATCH)];
        this.data = scratch;
    }

    /**
     * Reads until the stream ends or {@link #stop} is called.
     *
     * @throws IOException if reading fails, or the stream is not a capture or damaged; the packets before are kept
     */
    void run() throws IOException {
        byte[] start = in.readNBytes(Framing.START);
        synchronized (lock) {
            if (stopped) {
                return;
            }
            if (start.length == 0) {
                throw new MimeoException(
                        Reason.EMPTY, "not a capture: it is empty: check that the program that writes it succeeds");
            }
            if (start.length < Framing.START) {
                throw new MimeoException(
                        Reason.TRUNCATED,
                        "not a capture: it has less than " + Framing.START
                                + " bytes: check that the program that writes it succeeds");
            }
            begin(Framing.of(start), start);
        }
        boolean open = true;
        while (open) {
            // Only this thread writes behind the limit, and nobody else reads there.
            int count = in.read(data, limit, Math.min(READ, data.length - limit));
            synchronized (lock) {
                open = !stopped && count >= 0;
                if (open) {
                    limit += count;
                    advance();
                }
            }
        }
        stop();
    }

    /** Hands over what is there and takes no more. Does nothing the second time. */
    void stop() {
        synchronized (lock) {
            if (stopped) {
                return;
            }
            stopped = true;
            cutBytes = (long) limit - whole;
            PacketBuffer buffer = current;
            if (buffer != null) {
                current = null;
                hand(buffer, whole);
            } else {
                endBurst();
            }
        }
    }

    private void begin(Framing found, byte[] start) throws IOException {
        framing = found;
        adopt(Objects.requireNonNull(queue.free()), start, found.streamHeader(), start.length - found.streamHeader());
        advance();
    }

    /** Starts a file with what it must begin with and some bytes that are read already. */
    private void adopt(PacketBuffer buffer, byte[] from, int at, int length) {
        byte[] preamble = known().preamble();
        System.arraycopy(preamble, 0, buffer.data, 0, preamble.length);
        System.arraycopy(from, at, buffer.data, preamble.length, length);
        whole = preamble.length;
        limit = whole + length;
        current = buffer;
        data = buffer.data;
    }

    private Framing known() {
        return Objects.requireNonNull(framing);
    }

    /** Goes over the records that were read, and makes room for more. */
    private void advance() throws IOException {
        PacketBuffer buffer = current;
        if (buffer == null) {
            PacketBuffer free = queue.free();
            if (free != null) {
                endBurst();
                adopt(free, scratch, whole, limit - whole);
                buffer = free;
            }
        }
        walk(buffer == null ? dropping : buffer.tally);
        if (limit == data.length) {
            makeRoom(buffer);
        }
    }

    private void walk(Tally tally) throws IOException {
        Framing records = known();
        int head = records.head();
        while (true) {
            if (skip > 0) {
                int step = (int) Math.min(skip, limit - whole);
                remove(step);
                skip -= step;
            }
            if (limit - whole < head) {
                return;
            }
            long length = records.length(data, whole);
            if (length > data.length - records.preamble().length) {
                records.skip(data, whole, length, dropping);
                if (current != null) {
                    endBurst();
                }
                skip = length;
            } else if (length <= limit - whole) {
                records.take(data, whole, (int) length, tally);
                whole += (int) length;
            } else {
                return;
            }
        }
    }

    /** Takes bytes out of what was read. */
    private void remove(int bytes) {
        System.arraycopy(data, whole + bytes, data, whole, limit - whole - bytes);
        limit -= bytes;
    }

    private void makeRoom(@Nullable PacketBuffer buffer) {
        int rest = limit - whole;
        if (buffer == null) {
            System.arraycopy(scratch, whole, scratch, 0, rest);
            whole = 0;
            limit = rest;
            return;
        }
        byte[] before = data;
        int at = whole;
        PacketBuffer free = queue.free();
        if (free != null) {
            adopt(free, before, at, rest);
        } else {
            drop(before, at, rest);
        }
        hand(buffer, at);
    }

    /** Starts to drop packets, with the one that is not complete. */
    private void drop(byte[] from, int at, int rest) {
        current = null;
        data = scratch;
        whole = 0;
        limit = 0;
        if (rest <= scratch.length / 2) {
            System.arraycopy(from, at, scratch, 0, rest);
            limit = rest;
            return;
        }
        // Its head is there, for it has more bytes than that.
        try {
            long length = known().length(from, at);
            known().skip(from, at, length, dropping);
            skip = length - rest;
        } catch (IOException e) {
            throw new IllegalStateException("a record whose length was known", e);
        }
    }

    private void hand(PacketBuffer buffer, int end) {
        PacketCount count = buffer.tally.count();
        taken = taken.plus(count);
        boolean nothing = end <= known().preamble().length;
        if (end == 0 || (nothing && queue.nextNumber() > 0)) {
            queue.release(buffer);
        } else {
            buffer.end = end;
            queue.put(buffer);
        }
    }

    private void endBurst() {
        if (dropping.packets() > 0) {
            PacketCount count = dropping.count();
            dropped = dropped.plus(count);
            dropping.clear();
            burst.accept(count);
        }
    }

    /** Returns the packets that were taken; after the end. */
    PacketCount taken() {
        synchronized (lock) {
            return taken;
        }
    }

    /** Returns the packets that were dropped; after the end. */
    PacketCount dropped() {
        synchronized (lock) {
            return dropped;
        }
    }

    /** Returns the bytes of a record that the stream ended in, 0 if it ended after one. */
    long cutBytes() {
        synchronized (lock) {
            return cutBytes;
        }
    }

    /** Returns what the names of files end with; null if the stream has not begun. */
    @Nullable String extension() {
        synchronized (lock) {
            return framing == null ? null : framing.extension();
        }
    }

    /** Returns how many packets the capturing program says to have lost; -1 where it says nothing. */
    long lostPackets() {
        synchronized (lock) {
            return framing == null ? -1 : framing.lostPackets();
        }
    }
}
