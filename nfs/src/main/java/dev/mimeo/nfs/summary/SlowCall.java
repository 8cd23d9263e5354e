package dev.mimeo.nfs.summary;

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
 * @param file path or handle of the file, or of the directory, that the reply is about; empty if it does not say
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
