package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.dataseries.module.RotatingMap;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of what streams and datagrams are cut into, as much of each as the sink wants, and knows which calls have no
 * answer yet. Not thread-safe.
 */
final class MessageRecords implements RecordSink {

    /** Bytes of segments and of messages in several segments. */
    private static final long MAX_HELD = 256L << 20;

    private static final int MAX_PENDING = 1 << 21;

    /** Bytes that are kept of a reply whose call is not known: all of a list of a directory. */
    private static final int UNKNOWN_BYTES = 1 << 20;

    private final ParserOptions options;
    private final Counters counters;
    private final MessageSink sink;
    private final MessageQueue queue;
    private final LargeArrays arrays;
    private final RpcHeader header = new RpcHeader();

    /** Program, version and procedure of calls that have no answer yet. */
    private final RotatingMap pending = new RotatingMap();

    private long held;
    private long packet;
    private final InputGroups groups = new InputGroups();

    /** The packet with the end of the last message over TCP. */
    private long lastMessagePacket = -1;

    /**
     * Makes a sink.
     *
     * @param queue takes the messages
     * @param arrays pool of arrays in which long messages are assembled
     */
    MessageRecords(ParserOptions options, Counters counters, MessageSink sink, MessageQueue queue, LargeArrays arrays) {
        this.options = options;
        this.counters = counters;
        this.sink = sink;
        this.queue = queue;
        this.arrays = arrays;
    }

    /** Sets the number of the current packet, and that of the group of inputs it is of. */
    void setPacket(long number, int group) {
        packet = number;
        groups.setPacket(number, group);
    }

    /** Forgets the calls that came before the last rotation and have no answer. */
    void rotate() {
        pending.rotate((key, value) -> {});
    }

    /** Returns whether a datagram starts as a message does. */
    boolean isMessage(byte[] data, int offset, int available, int length) {
        return header.parse(data, offset, available, length) != RpcHeader.Result.NOT_RPC;
    }

    @Override
    public int wanted(Flow flow, byte[] data, int offset, int available) {
        if (header.parse(data, offset, available, available) == RpcHeader.Result.NOT_RPC) {
            return -1;
        }
        return wanted(header.isCall() ? 0 : pending.peek(key(flow, header.transaction()), -1));
    }

    /**
     * Tells how much is wanted of the message with the header.
     *
     * @param call the call of a reply, or -1 if it is not known
     */
    private int wanted(long call) {
        if (header.isCall()) {
            return sink.wantedBytes(true, header.program(), header.version(), header.procedure());
        }
        return call < 0
                ? UNKNOWN_BYTES
                : sink.wantedBytes(false, (int) (call >>> 16), (int) (call >>> 8) & 0xff, (int) call & 0xff);
    }

    /** Returns the key of the call of a reply that goes this way. */
    private long key(Flow flow, int transaction) {
        return Hash.transaction(
                flow.udp, flow.destination, flow.destinationPort, flow.source, flow.sourcePort, transaction);
    }

    @Override
    public boolean isPending(Flow flow, int transaction) {
        return pending.contains(key(flow, transaction));
    }

    @Override
    public boolean record(Flow flow, FramedRecord record) {
        RpcHeader.Result result = header.parse(record.data, record.offset, record.available, record.length);
        if (result == RpcHeader.Result.NOT_RPC || header.bodyOffset() > record.length) {
            return false;
        }
        if (record.flags != 0) {
            counters.count(Counter.TRUNCATED_RECORDS);
        }
        if (isStartOfTls(flow)) {
            counters.count(Counter.RPC_TLS_CONNECTIONS);
            ignore(flow);
            ignore(flow.peer);
        }
        int wanted = header.isCall() ? takeCall(flow) : takeReply(flow);
        countTransport(flow, record);
        enqueue(flow, record, wanted);
        return true;
    }

    /** Remembers a call until its reply, and returns how many of its bytes are wanted. */
    private int takeCall(Flow flow) {
        counters.count(Counter.RPC_REQUEST);
        long call = (long) header.program() << 16 | (header.version() & 0xff) << 8 | (header.procedure() & 0xff);
        long key = Hash.transaction(
                flow.udp, flow.source, flow.sourcePort, flow.destination, flow.destinationPort, header.transaction());
        if (pending.size() > MAX_PENDING) {
            rotate();
        }
        pending.put(key, call & Long.MAX_VALUE);
        return wanted(0);
    }

    /** Forgets the call of a reply, and returns how many bytes of the reply are wanted. */
    private int takeReply(Flow flow) {
        counters.count(Counter.RPC_REPLY);
        return wanted(pending.take(key(flow, header.transaction()), -1));
    }

    private void countTransport(Flow flow, FramedRecord record) {
        if (flow.udp) {
            counters.count(Counter.UDP_RPC_MESSAGE);
            return;
        }
        counters.count(Counter.TCP_RPC_MESSAGE);
        if (packet == lastMessagePacket) {
            counters.count(Counter.TCP_MULTIPLE_RPCS);
        }
        lastMessagePacket = packet;
        if (record.flags != 0) {
            counters.count(Counter.TCP_SHORT_DATA_IN_RPC);
        }
        counters.add(header.isCall() ? Counter.RPC_TCP_REQUEST_LEN : Counter.RPC_TCP_REPLY_LEN, record.length);
    }

    private void enqueue(Flow flow, FramedRecord record, int wanted) {
        RpcMessage message = queue.obtain();
        if (record.given) {
            message.take(record.data, Math.min(record.available, wanted));
        } else {
            message.copy(record.data, record.offset, Math.min(record.available, wanted));
        }
        message.source = flow.source;
        message.destination = flow.destination;
        message.sourcePort = flow.sourcePort;
        message.destinationPort = flow.destinationPort;
        message.udp = flow.udp;
        message.time = record.time;
        message.lastTime = record.lastTime;
        message.firstPacket = record.packet;
        message.packet = packet;
        message.group = groups.of(record.packet);
        message.flags = record.flags;
        message.length = record.length;
        message.header.copy(header);
        queue.add(message);
    }

    private boolean isStartOfTls(Flow flow) {
        return !flow.udp && !header.isCall() && header.wantsTls() && flow.records < 2;
    }

    private void ignore(@Nullable Flow flow) {
        if (flow != null && flow.tcp != null) {
            flow.tcp.ignore();
        }
    }

    @Override
    public int maxRecord() {
        return options.maxRecordBytes();
    }

    @Override
    public boolean reserve(long bytes) {
        if (bytes > MAX_HELD - held) {
            return false;
        }
        held += bytes;
        return true;
    }

    @Override
    public void release(long bytes) {
        held -= bytes;
    }

    @Override
    public LargeArrays arrays() {
        return arrays;
    }

    @Override
    public Counters counters() {
        return counters;
    }
}
