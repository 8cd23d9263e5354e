package dev.mimeo.nfs.summary;

import java.util.List;
import java.util.function.Predicate;

/**
 * Load, latencies and errors of NFS messages, and the busiest of their clients, servers, users and files. Immutable and thread-safe.
 *
 * @param firstNanos time of the first message, in nanoseconds since 1970; 0 if there is none
 * @param lastNanos time of the last message
 * @param quantiles the quantiles that latencies have
 * @param all the load of all calls
 * @param operations the load of each operation, those with most calls first; the names start with the version, as in {@code v3 read}
 * @param errors errors by operation and status, the most frequent first
 * @param clients the clients with most calls
 * @param servers the servers with most calls
 * @param users the users with most calls: the numbers in the credentials of AUTH_SYS
 * @param files the files with most reads and writes: their paths where lookups and mounts show them, otherwise their handles
 * @param slow the calls that were answered late
 * @param encryptedCalls calls whose arguments RPCSEC_GSS encrypts (privacy): their files and status are not known
 * @param compounds operations within the compounds of NFSv4
 * @param others messages of other programs by procedure, the most frequent first; traces have them only if asked
 * @param sideband results of NLM, NSM and NFSACL, and the locks that waited; of traces without waits of NFSv4
 */
public record TrafficSummary(
        long firstNanos,
        long lastNanos,
        List<Double> quantiles,
        Load all,
        List<Line> operations,
        List<ErrorLine> errors,
        Top clients,
        Top servers,
        Top users,
        Top files,
        Slow slow,
        long encryptedCalls,
        Compounds compounds,
        List<ProcedureLine> others,
        Sideband sideband) {

    /** Copies the lists. */
    public TrafficSummary {
        others = List.copyOf(others);
        quantiles = List.copyOf(quantiles);
        operations = List.copyOf(operations);
        errors = List.copyOf(errors);
    }

    /**
     * Load of a part of the traffic.
     *
     * @param calls calls that were sent, without those sent again
     * @param errors replies with a status that is not OK, or with an error of RPC
     * @param retransmissions calls that were sent again
     * @param unanswered calls without a reply
     * @param readBytes bytes that successful reads returned
     * @param writtenBytes bytes that successful writes stored
     * @param latency latency of the calls that have a reply
     */
    public record Load(
            long calls,
            long errors,
            long retransmissions,
            long unanswered,
            long readBytes,
            long writtenBytes,
            Latency latency) {}

    /**
     * Times from calls to replies, in milliseconds; NaN if there is none. The ranks of quantiles have an error of at most 0.5 % of the
     * replies. Sum and maximum are exact.
     *
     * @param replies replies with a call
     * @param sum all times together
     * @param quantiles the {@link TrafficSummary#quantiles} of the times
     */
    public record Latency(long replies, double sum, List<Double> quantiles, double max) {

        /** Copies the list. */
        public Latency {
            quantiles = List.copyOf(quantiles);
        }
    }

    /** A named load. */
    public record Line(String name, Load load) {}

    /**
     * A kind of error.
     *
     * @param operation name as in the operations
     * @param status the status as the protocol's documents name it, or its number
     * @param count replies with it
     */
    public record ErrorLine(String operation, String status, long count) {}

    /**
     * Those with most calls.
     *
     * @param lines the most frequent first
     * @param distinct how many there are; if they are not all counted, at least how many
     * @param exact whether all were counted to the end. Otherwise the most frequent are right, and their loads are at most so much too
     *     small as they had before they were noticed
     */
    public record Top(List<Line> lines, long distinct, boolean exact) {

        /** Copies the list. */
        public Top {
            lines = List.copyOf(lines);
        }
    }

    /**
     * A call that was answered late. Immutable and thread-safe.
     *
     * @param nanos time of the call, in nanoseconds since 1970
     * @param latencyMillis time to its reply, in milliseconds
     * @param operation the operation with its version, as in {@code v3 read}
     * @param client address of the client
     * @param server address of the server
     * @param user number of the user, empty without one
     * @param status name of the error, empty for a success
     * @param file path or handle of the file, or of the directory, that the call is about; empty if neither the reply nor the call of a
     *     compound says
     * @param offset where a read or write starts, in bytes; -1 of other operations
     * @param bytes bytes that a read or write moved; -1 of other operations
     */
    public record SlowCall(
            long nanos,
            double latencyMillis,
            String operation,
            String client,
            String server,
            String user,
            String status,
            String file,
            long offset,
            long bytes) {}

    /**
     * Calls that were answered late.
     *
     * @param calls the slowest of them, 100,000 at most, in the order of their times
     * @param total how many there were
     */
    public record Slow(List<SlowCall> calls, long total) {

        /** Copies the list. */
        public Slow {
            calls = List.copyOf(calls);
        }
    }

    /**
     * Messages of a procedure.
     *
     * @param name program, version and procedure, as in {@code nlm v4 lock}
     */
    public record ProcedureLine(String name, long calls, long replies) {}

    /**
     * Operations within compounds and callbacks that were answered.
     *
     * @param count compounds with a result
     * @param medianSize median of the results of a compound; NaN if there is none
     * @param largestSize most results of a compound
     * @param operations results by operation and status, the most frequent first
     * @param readDelegations delegations for reading that were granted
     * @param writeDelegations delegations for writing that were granted
     * @param sessions sessions in use; {@link #MOST_SESSIONS} stands for these and more
     * @param slots highest number of a slot in use, and 1; 0 without sessions
     */
    public record Compounds(
            long count,
            double medianSize,
            long largestSize,
            List<ResultLine> operations,
            long readDelegations,
            long writeDelegations,
            long sessions,
            long slots) {

        /** Sessions that are told apart. */
        public static final long MOST_SESSIONS = 100_000;

        /** Copies the list. */
        public Compounds {
            operations = List.copyOf(operations);
        }

        /** Returns the number of results of an operation without an error. */
        public long successes(String operation) {
            return results(operation, ResultLine::isSuccess);
        }

        /** Returns the number of results of an operation with an error. */
        public long failures(String operation) {
            return results(operation, Predicate.not(ResultLine::isSuccess));
        }

        private long results(String operation, Predicate<ResultLine> kind) {
            return operations.stream()
                    .filter(line -> line.operation().equals(operation) && kind.test(line))
                    .mapToLong(ResultLine::count)
                    .sum();
        }
    }

    /**
     * Messages of the protocols beside NFS 2 and 3 for locks, restarts and access control lists, and locks that waited.
     *
     * @param results results by procedure and status, the most frequent first; names as in {@link ProcedureLine}, the status without
     *     its prefix
     * @param locks waits of NLM locks: from the first answer BLOCKED to the message GRANTED or to the answer GRANTED
     * @param version4Locks waits of NFSv4 locks: from the first answer DENIED to a client to its success with the same range of the
     *     same file
     */
    public record Sideband(List<ResultLine> results, LockWaits locks, LockWaits version4Locks) {

        /** Copies the list. */
        public Sideband {
            results = List.copyOf(results);
        }
    }

    /**
     * Locks that waited.
     *
     * @param blocked locks that began to wait
     * @param granted those of them that were granted later
     * @param waits the times that these waited
     */
    public record LockWaits(long blocked, long granted, Latency waits) {}

    /**
     * Results of an operation.
     *
     * @param status name of the error, empty for successes
     */
    public record ResultLine(String operation, String status, long count) {

        private boolean isSuccess() {
            return status.isEmpty();
        }
    }
}
