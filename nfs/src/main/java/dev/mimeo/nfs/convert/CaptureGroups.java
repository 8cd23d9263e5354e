package dev.mimeo.nfs.convert;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.Packet;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts many captures in groups, in two passes: {@link #survey} finds out how many rows each group has, and
 * {@link #convert} makes one file of each, with the same rows under the same numbers as if there were one group. Both
 * passes may work on several groups at once.
 *
 * <p>A message is of the group with the packet of its first byte. What crosses the border between two groups is understood
 * by reading the packets of the last ten minutes before a group, at most 256 MiB, and as many behind it until its messages
 * are complete. Thread-safe.
 */
public final class CaptureGroups {

    private final List<Input> inputs;
    private final int groupSize;
    private final ParserOptions options;
    private final InputHash hash;
    private final BorderLimits limits;

    /** A file of captured packets that can be opened several times. Thread-safe. */
    public interface Input {

        /** Returns the name that traces and manifests record; others may read these, so it has no folder. */
        String name();

        /** Returns the name that errors show, which may have a folder to tell files of the same name apart. */
        default String source() {
            return name();
        }

        /**
         * Opens the file.
         *
         * @return its bytes as they are, buffered or not
         * @throws IOException if it cannot be opened
         */
        InputStream open() throws IOException;

        /**
         * Opens the file and reads its first packet.
         *
         * @return its time, in nanoseconds since 1970; empty if there is no packet, or it has no time
         * @throws IOException if the file cannot be opened or is not a capture; the message starts with its source
         */
        default OptionalLong firstPacketNanos() throws IOException {
            try (OpenInput open = new OpenInput(this, null)) {
                Packet packet = new Packet();
                return open.next(packet) && packet.time() != 0
                        ? OptionalLong.of(Packet.nanos(packet.time()))
                        : OptionalLong.empty();
            }
        }
    }

    /**
     * Findings of the first pass about a group and its inputs.
     *
     * @param group with numbers of rows as if it were the first one
     * @param silent whether it has no message
     */
    public record Survey(CaptureGroup group, List<Manifest.Input> inputs, boolean silent) {

        /** Takes the inputs. */
        public Survey {
            inputs = List.copyOf(inputs);
        }
    }

    /**
     * Makes groups.
     *
     * @param groupSize number of inputs of a group, at least 1; the last one may have fewer
     * @param hash hash of each input that the manifest has
     * @throws IllegalArgumentException if the size is less, or there is no input
     */
    public CaptureGroups(List<? extends Input> inputs, int groupSize, ParserOptions options, InputHash hash) {
        this(inputs, groupSize, options, hash, BorderLimits.DEFAULT);
    }

    CaptureGroups(
            List<? extends Input> inputs, int groupSize, ParserOptions options, InputHash hash, BorderLimits limits) {
        if (groupSize < 1) {
            throw new IllegalArgumentException("a group has at least 1 input, not " + groupSize);
        }
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("no inputs");
        }
        this.inputs = List.copyOf(inputs);
        this.groupSize = groupSize;
        this.options = options;
        this.hash = hash;
        this.limits = limits;
    }

    /** Returns the size of groups that balances their number and size: the rounded root of the number of inputs. */
    public static int usualSize(int inputs) {
        return Math.max(1, (int) Math.round(Math.sqrt(inputs)));
    }

    /** Returns how many groups there are. */
    public int count() {
        return (inputs.size() + groupSize - 1) / groupSize;
    }

    /**
     * Reads a group without writing anything.
     *
     * @param group from 0
     * @throws IOException if reading fails
     */
    public Survey survey(int group) throws IOException {
        int first = group * groupSize;
        int end = Math.min(inputs.size(), first + groupSize);
        CaptureGroup.ReplayStart replay = ReplaySearch.before(inputs, first, limits);
        GroupRun run = new GroupRun(inputs, first, end, options, null, 0, null);
        List<Manifest.Input> facts = run.read(replay, limits, hash);
        Map<String, String> hosts = new TreeMap<>();
        run.hosts()
                .addresses()
                .forEach((host, address) -> hosts.put(
                        HexFormat.of().toHexDigits(host), HexFormat.of().formatHex(address)));
        Map<String, Long> open = new TreeMap<>();
        Map<Long, Long> openCalls = run.openCalls();
        if (openCalls != null) {
            openCalls.forEach((call, record) -> open.put(HexFormat.of().toHexDigits(call), record));
        }
        Map<String, Long> counters = run.counters().byName();
        return new Survey(
                new CaptureGroup(
                        first,
                        end - first,
                        replay,
                        0,
                        run.records(),
                        run.firstPacket(),
                        run.lastPacket(),
                        counters,
                        hosts,
                        open),
                facts,
                openCalls == null);
    }

    /**
     * Puts together what was found out about all groups.
     *
     * @param surveys surveys of all groups, in their order
     * @param firstRecord number of the first row about a message of NFS, at least 0
     */
    public Manifest manifest(List<Survey> surveys, long firstRecord) {
        List<Manifest.Input> facts = new ArrayList<>();
        List<CaptureGroup> groups = new ArrayList<>();
        long record = firstRecord;
        CaptureGroup before = null;
        for (Survey survey : surveys) {
            facts.addAll(survey.inputs());
            before = survey.group().from(record, before, survey.silent());
            groups.add(before);
            record = before.endRecord();
        }
        return new Manifest(Manifest.VERSION, options, facts, groups);
    }

    /**
     * The tables of a group.
     *
     * @param writer was created with {@link NfsConverter#types()}; not closed
     * @param extentBytes unpacked size of extents
     * @param stamp goes to the table about the conversion, before the group's own facts
     */
    public record GroupOutput(DataSeriesWriter writer, int extentBytes, Map<String, String> stamp) {

        /** Copies the stamp, in its order. */
        public GroupOutput {
            stamp = Collections.unmodifiableMap(new LinkedHashMap<>(stamp));
        }
    }

    /**
     * Converts a group.
     *
     * @param inputs all inputs of the manifest, in their order
     * @param group from 0
     * @param output destination of the tables
     * @param options options that no other group uses, because names are anonymized by one thread at a time
     * @throws IOException if reading or writing fails, or inputs are not as the manifest says
     */
    public static void convert(
            Manifest manifest,
            List<? extends Input> inputs,
            int group,
            GroupOutput output,
            NfsConverter.Options options)
            throws IOException {
        convert(manifest, inputs, group, output, options, BorderLimits.DEFAULT);
    }

    static void convert(
            Manifest manifest,
            List<? extends Input> inputs,
            int group,
            GroupOutput output,
            NfsConverter.Options options,
            BorderLimits limits)
            throws IOException {
        CaptureGroup facts = manifest.groups().get(group);
        NfsTables tables = new NfsTables(output.writer, output.extentBytes, options);
        GroupRun run = new GroupRun(
                List.copyOf(inputs),
                facts.firstInput(),
                facts.endInput(),
                manifest.parser(),
                tables,
                facts.firstRecord(),
                open(group == 0 ? null : manifest.groups().get(group - 1)));
        String name = "group " + (group + 1) + " of " + manifest.groups().size();
        List<Manifest.Input> expected = manifest.inputs().subList(facts.firstInput(), facts.endInput());
        List<Manifest.Input> read =
                run.read(facts.replay(), limits, InputHash.of(expected.get(0).hash()));
        for (int i = 0; i < read.size(); i++) {
            if (!read.get(i).hash().equals(expected.get(i).hash())) {
                throw MimeoException.of(
                        name,
                        Reason.CORRUPT,
                        inputs.get(facts.firstInput() + i).source() + " is not the file of the manifest, "
                                + expected.get(i).name() + ": their hashes differ");
            }
        }
        if (run.records() != facts.records()) {
            throw MimeoException.of(
                    name, Reason.CORRUPT, run.records() + " messages of NFS, the manifest has " + facts.records());
        }
        tables.finish(
                run.hosts(),
                run.counters(),
                facts.firstRecord(),
                facts.endRecord(),
                NfsConverter.withTimes(stamp(output.stamp, read), run.firstPacket(), run.lastPacket()));
    }

    private static Map<Long, Long> open(@Nullable CaptureGroup before) {
        Map<Long, Long> open = new LinkedHashMap<>();
        if (before != null) {
            before.openCalls().forEach((call, record) -> open.put(HexFormat.fromHexDigitsToLong(call), record));
        }
        return open;
    }

    private static Map<String, String> stamp(Map<String, String> stamp, List<Manifest.Input> inputs) {
        Map<String, String> whole = new LinkedHashMap<>(stamp);
        for (int i = 0; i < inputs.size(); i++) {
            whole.putAll(inputs.get(i).stamp(i));
        }
        return whole;
    }
}
