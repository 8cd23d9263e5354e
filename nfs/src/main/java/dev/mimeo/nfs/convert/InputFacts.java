package dev.mimeo.nfs.convert;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a file of packets that was read to its end.
 *
 * @param name as {@link CaptureInput#name}
 * @param unpackedBytes of the capture, without what compresses it
 * @param sha256 of the file as it is, in lower case
 * @param packets that could be read
 * @param damage why reading ended before the end of the file, or null
 */
public record InputFacts(
        String name,
        long unpackedBytes,
        String sha256,
        long packets,
        @Nullable String damage) {

    /**
     * Returns the facts as they are put into a file that was made of this one.
     *
     * @param number of the input in that file, from 0
     */
    public Map<String, String> stamp(int number) {
        Map<String, String> stamp = new LinkedHashMap<>();
        String key = "input " + number;
        stamp.put(key + " name", name);
        stamp.put(key + " unpacked_bytes", Long.toString(unpackedBytes));
        stamp.put(key + " sha256", sha256);
        return stamp;
    }
}
