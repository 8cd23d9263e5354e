package dev.mimeo.nfs.internal.summary;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.dataseries.module.RotatingMap;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.handle.HandleKey;
import dev.mimeo.nfs.internal.rpc.Hash;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary.LockWaits;
import dev.mimeo.nfs.summary.TrafficSummary.ResultLine;
import dev.mimeo.nfs.summary.TrafficSummary.Sideband;
import dev.mimeo.query.internal.stream.TupleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Results of NLM, NSM and NFSACL, and the times that locks of NLM and NFSv4 wait for. Memory is bounded: a lock waits at most 20
 * minutes, and at most 65,536 of each kind wait. For one thread at a time.
 */
final class SidebandCounts {

    private static final int GRANTED = 0;
    private static final int BLOCKED = 3;
    private static final int DENIED_4 = 10010;

    private static final List<String> LOCK_STATUSES = List.of(
            "GRANTED",
            "DENIED",
            "DENIED_NOLOCKS",
            "BLOCKED",
            "DENIED_GRACE_PERIOD",
            "DEADLCK",
            "ROFS",
            "STALE_FH",
            "FBIG",
            "FAILED");

    /** Results that are told apart; more are not of programs. */
    private static final int MOST_RESULTS = 4096;

    private static final byte[] RESULT_SUFFIX = "_res".getBytes(US_ASCII);
    private static final byte[] LOCK = "lock".getBytes(US_ASCII);
    private static final byte[] NM_LOCK = "nm_lock".getBytes(US_ASCII);
    private static final byte[] LOCK_MESSAGE = "lock_msg".getBytes(US_ASCII);
    private static final byte[] LOCK_RESULT = "lock_res".getBytes(US_ASCII);
    private static final byte[] GRANTED_CALL = "granted".getBytes(US_ASCII);
    private static final byte[] GRANTED_MESSAGE = "granted_msg".getBytes(US_ASCII);
    private static final byte[] CANCEL = "cancel".getBytes(US_ASCII);
    private static final byte[] CANCEL_MESSAGE = "cancel_msg".getBytes(US_ASCII);

    /** An operation with a status. */
    private record Result(String operation, String status) {}

    /** Results by a hash of the operation and by the status; {@link #results} and {@link #counts} have an entry for each. */
    private final TupleTable table = new TupleTable();

    private final List<Result> results = new ArrayList<>();
    private long[] counts = new long[16];
    private long others;
    private final HandleKey keys = new HandleKey();
    private final Waits locks = new Waits();
    private final Waits locks4 = new Waits();

    /** Locks by the cookies of calls whose results come as calls. */
    private final RotatingMap byCookie = new RotatingMap();

    /** Locks that wait, and for which time they did. */
    private static final class Waits {

        private static final int MOST = 1 << 16;
        private static final long ROTATION_NANOS = 600_000_000_000L;

        private final RotatingMap since = new RotatingMap();
        private final Usage waited = new Usage(0, new byte[0]);
        private long begun;
        private long ended;
        private int size;
        private long rotated = Long.MIN_VALUE;

        /** Begins a wait, unless it has begun. */
        void begin(long key, long nanos) {
            if (rotated == Long.MIN_VALUE) {
                rotated = nanos;
            }
            if (nanos - rotated >= ROTATION_NANOS || size >= MOST) {
                rotated = nanos;
                since.rotate((old, start) -> size--);
            }
            if (size < MOST && since.peek(key, -1) < 0) {
                since.put(key, nanos);
                size++;
                begun++;
            }
        }

        /** Ends a wait for a lock that is granted, if it has begun. */
        void grant(long key, long nanos) {
            long start = take(key);
            if (start >= 0) {
                ended++;
                waited.success(nanos - start);
            }
        }

        /** Ends a wait for a lock that is not granted, if it has begun. */
        void cancel(long key) {
            take(key);
        }

        /** Returns when a wait that ends began; -1 if it has not begun. */
        private long take(long key) {
            long start = since.take(key, -1);
            size -= start >= 0 ? 1 : 0;
            return start;
        }

        LockWaits waits(SummaryOptions options) {
            return new LockWaits(begun, ended, waited.load(options.quantiles()).latency());
        }
    }

    void count(SidebandMessage message) {
        if (message.hasStatus && message.call == isResult(message.operation)) {
            result(message);
        }
        if (message.program == ProgramNames.NLM) {
            lock(message);
        }
    }

    /** Returns whether an operation is the result of an earlier one, which comes as a call. */
    private static boolean isResult(ByteSlice operation) {
        int end = operation.offset() + operation.length();
        int start = end - RESULT_SUFFIX.length;
        return start >= operation.offset()
                && Arrays.equals(operation.array(), start, end, RESULT_SUFFIX, 0, RESULT_SUFFIX.length);
    }

    private void result(SidebandMessage message) {
        ByteSlice name = message.operation;
        long program = (long) message.program << 32 | Integer.toUnsignedLong(message.version);
        long operation = Hash.mix(program) ^ Mixing.fnv1a64(name.array(), name.offset(), name.length());
        int entry = table.find(operation, message.status);
        if (entry < 0) {
            if (table.size() == MOST_RESULTS) {
                others++;
                return;
            }
            entry = table.add(operation, message.status);
            results.add(new Result(
                    ProgramNames.of(message.program, message.version, name.text()),
                    status(message.program, message.status)));
            if (entry == counts.length) {
                counts = Arrays.copyOf(counts, 2 * entry);
            }
        }
        counts[entry]++;
    }

    private static String status(int program, int status) {
        if (program == ProgramNames.NLM && status >= 0 && status < LOCK_STATUSES.size()) {
            return LOCK_STATUSES.get(status);
        }
        if (status == 0) {
            return "OK";
        }
        return program == ProgramNames.NFSACL
                ? StatusNames.of(3, status, 0)
                : "status " + Integer.toUnsignedString(status);
    }

    private void lock(SidebandMessage message) {
        ByteSlice operation = message.operation;
        if (!message.call) {
            boolean asked = operation.contentEquals(LOCK) || operation.contentEquals(NM_LOCK);
            if (asked && message.hasStatus && message.hasRange) {
                pass(key(message, message.destination), message);
            }
        } else if (operation.contentEquals(LOCK_RESULT)) {
            long key = byCookie.take(cookieKey(message, message.destination), 0);
            if (key != 0 && message.hasStatus) {
                pass(key, message);
            }
        } else if (!message.hasRange) {
            return;
        } else if (operation.contentEquals(LOCK_MESSAGE)) {
            remember(message);
        } else if (operation.contentEquals(GRANTED_CALL) || operation.contentEquals(GRANTED_MESSAGE)) {
            locks.grant(key(message, message.destination), message.nanos);
        } else if (operation.contentEquals(CANCEL) || operation.contentEquals(CANCEL_MESSAGE)) {
            locks.cancel(key(message, message.source));
        }
    }

    /** Takes the answer to a wish for a lock. */
    private void pass(long key, SidebandMessage message) {
        if (message.status == BLOCKED) {
            locks.begin(key, message.nanos);
        } else if (message.status == GRANTED) {
            locks.grant(key, message.nanos);
        } else {
            locks.cancel(key);
        }
    }

    private void remember(SidebandMessage message) {
        if (byCookie.size() >= Waits.MOST) {
            byCookie.rotate((cookie, key) -> {});
        }
        byCookie.put(cookieKey(message, message.source), key(message, message.source));
    }

    private long cookieKey(SidebandMessage message, int client) {
        return keys.of(message.cookie) ^ Hash.mix(client);
    }

    private long key(SidebandMessage message, int client) {
        long owner = Hash.mix(keys.of(message.owner) ^ message.process);
        return rangeKey(client, message.handle, message.start, message.length) ^ owner;
    }

    private long rangeKey(int client, ByteSlice handle, long start, long length) {
        return Hash.mix(Hash.mix(keys.of(handle) ^ Hash.mix(client)) ^ Hash.mix(Hash.mix(start) ^ length));
    }

    /** Takes the result of a LOCK of NFSv4. */
    void lock4(int client, ByteSlice handle, long start, long length, int status, long nanos) {
        if (handle.length() == 0) {
            return;
        }
        long key = rangeKey(client, handle, start, length);
        if (status == DENIED_4) {
            locks4.begin(key, nanos);
        } else if (status == 0) {
            locks4.grant(key, nanos);
        } else {
            locks4.cancel(key);
        }
    }

    Sideband sideband(SummaryOptions options) {
        List<ResultLine> lines = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            lines.add(new ResultLine(results.get(i).operation(), results.get(i).status(), counts[i]));
        }
        lines.sort(Comparator.comparingLong((ResultLine line) -> -line.count())
                .thenComparing(ResultLine::operation)
                .thenComparing(ResultLine::status));
        if (others > 0) {
            lines.add(new ResultLine("others", "", others));
        }
        return new Sideband(lines, locks.waits(options), locks4.waits(options));
    }
}
