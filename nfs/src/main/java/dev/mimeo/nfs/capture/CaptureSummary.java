package dev.mimeo.nfs.capture;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Totals of captured, dropped and stored packets.
 *
 * @param packets that came
 * @param packetBytes of them that were captured
 * @param files that were written
 * @param fileBytes of the files before compression
 * @param storedBytes of the files
 * @param filesByLevel number of files stored in each form, in the order of the levels
 * @param droppedPackets of those that came for which no buffer was free, or that were too large for a file
 * @param unwrittenPackets of those that came that could not be written, for lack of room on the disk or an error
 * @param bursts number of runs of dropped packets
 * @param lostPackets that did not come, as the capturing program says; -1 where it says nothing
 * @param cutBytes of a packet that the input ended in
 * @param seconds that it took
 * @param problem why something was not written; null if all was
 */
public record CaptureSummary(
        long packets,
        long packetBytes,
        long files,
        long fileBytes,
        long storedBytes,
        Map<String, Long> filesByLevel,
        long droppedPackets,
        long unwrittenPackets,
        long bursts,
        long lostPackets,
        long cutBytes,
        double seconds,
        @Nullable String problem) {

    /** Returns the same with what the capturing program said of losses; -1 if it said nothing. */
    public CaptureSummary withLostPackets(long lost) {
        return new CaptureSummary(
                packets,
                packetBytes,
                files,
                fileBytes,
                storedBytes,
                filesByLevel,
                droppedPackets,
                unwrittenPackets,
                bursts,
                lost,
                cutBytes,
                seconds,
                problem);
    }
}
