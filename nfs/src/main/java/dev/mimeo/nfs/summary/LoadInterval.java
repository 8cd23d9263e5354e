package dev.mimeo.nfs.summary;

import dev.mimeo.nfs.summary.TrafficSummary.Load;
import java.io.IOException;
import java.util.List;

/**
 * The load of groups of calls in an interval of time. A call counts when it was sent, everything else when the reply was; calls
 * without a reply count in the whole only, which is an interval too. Immutable and thread-safe.
 *
 * @param startNanos start in nanoseconds since 1970, a multiple of the length; of the whole the time of the first message
 * @param lengthNanos length in nanoseconds; of the whole the time between the first and the last message
 * @param groups the groups that have any message, those with most calls first
 * @param overflow calls in excess of the groups that are told apart, which are in none
 */
public record LoadInterval(long startNanos, long lengthNanos, List<Group> groups, long overflow) {

    /** Copies the list. */
    public LoadInterval {
        groups = List.copyOf(groups);
    }

    /**
     * A group of calls. Properties that are not keys are empty.
     *
     * @param operation the operation with its version
     * @param server address of the server
     * @param client address of the client
     * @param user number of the user, empty for calls without one
     */
    public record Group(String operation, String server, String client, String user, Load load) {}

    /** Takes intervals. */
    @FunctionalInterface
    public interface Taker {

        /**
         * Takes the next interval. Intervals without messages are left out.
         *
         * @throws IOException if it cannot be written
         */
        void take(LoadInterval interval) throws IOException;
    }
}
