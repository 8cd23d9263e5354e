package dev.mimeo.nfs.convert;

import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import dev.mimeo.nfs.ParserOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Findings of the first pass over a set of captures, with which the second pass converts each group of inputs by
 * itself.
 *
 * @param version version of this list of facts, {@value #VERSION}
 * @param parser options for finding messages, in both passes
 * @param inputs the files, in their order
 * @param groups follow each other and have all inputs
 */
public record Manifest(int version, ParserOptions parser, List<Input> inputs, List<CaptureGroup> groups) {

    /** The version that is read and written. */
    public static final int VERSION = 2;

    /** Checks that the groups have all inputs, one after the other, and all rows. */
    public Manifest {
        if (version != VERSION) {
            throw new IllegalArgumentException("the manifest has version " + version + ", not " + VERSION);
        }
        int input = 0;
        long record = groups.isEmpty() ? 0 : groups.get(0).firstRecord();
        for (CaptureGroup group : groups) {
            if (group.firstInput() != input || group.firstRecord() != record) {
                throw new IllegalArgumentException("the groups do not follow each other");
            }
            input = group.endInput();
            record = group.endRecord();
        }
        if (input != inputs.size()) {
            throw new IllegalArgumentException("the groups have " + input + " inputs of " + inputs.size());
        }
        inputs = List.copyOf(inputs);
        groups = List.copyOf(groups);
    }

    /** Returns the same with other numbers and addresses of IPv6 hosts. Nothing is read from these. */
    public Manifest withHosts(IdentityAnonymizer identities) {
        List<CaptureGroup> replaced =
                groups.stream().map(group -> group.withHosts(identities)).toList();
        return new Manifest(version, parser, inputs, replaced);
    }

    /** Returns how many rows about messages of NFS there are. */
    public long records() {
        return groups.stream().mapToLong(CaptureGroup::records).sum();
    }

    /**
     * Facts about a file of packets that was read to its end.
     *
     * @param name as {@link CaptureGroups.Input#name}
     * @param unpackedBytes bytes of the capture, decompressed
     * @param hash hash of the stored file: the name of an {@link InputHash}, a colon and its lower-case digits
     * @param packets that could be read
     * @param damage why reading ended before the end of the file, or null
     */
    public record Input(
            String name,
            long unpackedBytes,
            String hash,
            long packets,
            @Nullable String damage) {

        /**
         * Returns the facts as they are put into a file that was made of this one.
         *
         * @param number number of the input in that file, from 0
         */
        public Map<String, String> stamp(int number) {
            Map<String, String> stamp = new LinkedHashMap<>();
            String key = "input " + number;
            stamp.put(key + " name", name);
            stamp.put(key + " unpacked_bytes", Long.toString(unpackedBytes));
            stamp.put(key + " hash", hash);
            return stamp;
        }
    }
}
