package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.internal.pcap.CaptureFiles;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.testing.SharedData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures that are cut into files and converted in groups of them, against the same in one piece. */
@Tag("slow")
final class CaptureGroupsTest {

    private static final int PARTS = 14;

    /** Rows of a capture that is only cut into the most groups, as it takes long. */
    private static final int LARGE_ROWS = 50_000;

    private static final NfsConverter.Options ALL = NfsConverter.Options.DEFAULT.withOtherPrograms(true);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** A file in memory. */
    private static final class Part implements CaptureGroups.Input {
        private final String name;
        private final byte[] bytes;

        Part(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(bytes);
        }
    }

    private static byte[] header(int linkType) {
        return ByteBuffer.allocate(24)
                .putInt(0xa1b23c4d)
                .putInt(0x00020004)
                .putLong(0)
                .putInt(1 << 18)
                .putInt(linkType)
                .array();
    }

    /** Cuts a capture at the borders of packets. */
    private static List<Part> cut(CaptureReader reader, int parts) throws IOException {
        Packet packet = new Packet();
        List<byte[]> records = new ArrayList<>();
        int link = 1;
        while (reader.next(packet)) {
            long nanos = Packet.nanos(packet.time());
            link = packet.linkType();
            records.add(ByteBuffer.allocate(16 + packet.capturedLength())
                    .putInt((int) (nanos / 1_000_000_000))
                    .putInt((int) (nanos % 1_000_000_000))
                    .putInt(packet.capturedLength())
                    .putInt(packet.wireLength())
                    .put(packet.data(), packet.offset(), packet.capturedLength())
                    .array());
        }
        List<Part> files = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(header(link));
            int end = (int) ((i + 1L) * records.size() / parts);
            for (byte[] each : records.subList((int) ((long) i * records.size() / parts), end)) {
                out.writeBytes(each);
            }
            files.add(new Part("part" + i, out.toByteArray()));
        }
        return files;
    }

    private Path file(int number) {
        return folder.resolve(number + ".ds");
    }

    /** Writes a table file. */
    private interface Conversion {
        void into(DataSeriesWriter writer) throws IOException;
    }

    private Path write(int number, Conversion conversion) throws IOException {
        Path file = file(number);
        try (FileChannel channel = FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
                DataSeriesWriter writer = DataSeriesWriter.create(
                        channel, NfsConverter.types(), WriterOptions.DEFAULT.withCodecs("none"))) {
            conversion.into(writer);
        }
        return file;
    }

    private Path whole(List<Part> parts) throws IOException {
        return write(0, writer -> {
            NfsConverter converter = new NfsConverter(writer, 1 << 16, 5, ALL);
            for (Part part : parts) {
                converter.read(part, InputHash.XXH64);
            }
            converter.finish(Map.of());
        });
    }

    private static Manifest manifest(List<Part> parts, int groupSize, BorderLimits limits) throws IOException {
        CaptureGroups groups = new CaptureGroups(parts, groupSize, ParserOptions.DEFAULT, InputHash.SHA256, limits);
        List<CaptureGroups.Survey> surveys = new ArrayList<>();
        for (int i = 0; i < groups.count(); i++) {
            surveys.add(groups.survey(i));
        }
        return groups.manifest(surveys, 5);
    }

    private List<Path> inGroups(List<Part> parts, int groupSize, BorderLimits limits) throws IOException {
        Manifest manifest = manifest(parts, groupSize, limits);
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < manifest.groups().size(); i++) {
            int group = i;
            files.add(write(
                    1 + i,
                    writer -> CaptureGroups.convert(
                            manifest,
                            parts,
                            group,
                            new CaptureGroups.GroupOutput(writer, 1 << 16, Map.of()),
                            ALL,
                            limits)));
        }
        return files;
    }

    private static String row(Extent extent, int row) {
        ExtentType type = extent.type();
        StringBuilder text = new StringBuilder();
        for (int field = 0; field < type.fields().size(); field++) {
            text.append(type.fields().get(field).name()).append('=');
            text.append(Converted.value(extent, field, type.fields().get(field), row))
                    .append(' ');
        }
        return text.toString();
    }

    /** Rows of tables in files one after the other; of large tables a number for each. */
    private static Map<String, List<Object>> rows(List<Path> files) throws IOException {
        Map<String, List<Object>> tables = new TreeMap<>();
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                for (ExtentType type : NfsConverter.types()) {
                    if (!type.name().startsWith("Trace::") || type.name().equals("Trace::Network::host")) {
                        continue;
                    }
                    List<Object> rows = tables.computeIfAbsent(type.name(), key -> new ArrayList<>());
                    try (ExtentSource source = reader.extents(type.name(), 1)) {
                        for (Extent extent = source.next(); extent != null; extent = source.next()) {
                            for (int row = 0; row < extent.rows(); row++) {
                                String text = row(extent, row);
                                rows.add(rows.size() < 3000 ? text : text.hashCode());
                            }
                        }
                    }
                }
            }
        }
        return tables;
    }

    /** Sums of the columns of the tables about the whole, and the hosts. */
    private static Map<String, Long> sums(List<Path> files) throws IOException {
        Map<String, Long> sums = new TreeMap<>();
        for (Path file : files) {
            Converted converted = Converted.read(file);
            for (Map<String, String> row : converted.table("Summary::NFS::convert-stats")) {
                String name = String.valueOf(row.get("stat_name"));
                // Calls that are open at a border are told as such; ids are told by each file.
                if (!name.contains("record_id") && !name.contains("unmatched") && !name.equals("outstanding_rpcs")) {
                    sums.merge(name, Long.parseLong(String.valueOf(row.get("count"))), Long::sum);
                }
            }
            for (Map<String, String> row : converted.table("Summary::NFS::connection")) {
                String key = row.get("source") + ":" + row.get("source_port") + ">" + row.get("dest") + ":"
                        + row.get("dest_port") + row.get("is_udp") + " ";
                row.forEach((column, value) -> {
                    if (!column.contains("_port") && !column.startsWith("source") && !column.startsWith("dest")) {
                        if (!column.equals("is_udp")) {
                            sums.merge(key + column, Long.parseLong(value), Long::sum);
                        }
                    }
                });
            }
            for (Map<String, String> row : converted.table("Trace::Network::host")) {
                sums.put("host " + row, 1L);
            }
        }
        return sums;
    }

    static Stream<String> captures() throws IOException {
        try (Stream<Path> files = Files.list(SharedData.path("nfs/captures"))) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void groupsHaveTheRowsOfTheWhole(String name) throws IOException {
        List<Part> parts;
        try (CaptureReader reader = CaptureFiles.open(Files.newInputStream(
                UnpackedCaptures.file(SharedData.path("nfs/captures").resolve(name))))) {
            parts = cut(reader, PARTS);
        }
        List<Path> whole = List.of(whole(parts));
        Map<String, List<Object>> rows = rows(whole);
        Map<String, Long> sums = sums(whole);
        boolean isLarge = rows.values().stream().mapToLong(List::size).sum() > LARGE_ROWS;
        for (int groupSize : isLarge ? new int[] {PARTS / 7} : new int[] {PARTS, PARTS / 2, PARTS / 7}) {
            List<Path> files = inGroups(parts, groupSize, BorderLimits.DEFAULT);
            assertThat(files).hasSize(PARTS / groupSize);
            assertSame(rows(files), rows, "groups of " + groupSize);
            assertThat(sums(files)).as("groups of " + groupSize).isEqualTo(sums);
        }
    }

    private static void assertSame(Map<String, List<Object>> found, Map<String, List<Object>> expected, String as) {
        expected.forEach((table, rows) -> {
            List<Object> others = found.getOrDefault(table, List.of());
            // Describing each of a million assertions takes longer than the conversion.
            int looked = others.equals(rows) ? 0 : Math.min(rows.size(), others.size());
            for (int i = 0; i < looked; i++) {
                assertThat(others.get(i)).as("%s, %s, row %d", as, table, i).isEqualTo(rows.get(i));
            }
            assertThat(others.size()).as("%s, rows of %s", as, table).isEqualTo(rows.size());
        });
    }

    private static List<Part> calls(int count, int parts) throws IOException {
        Frames frames = new Frames();
        for (int xid = 1; xid <= count; xid++) {
            byte[] arguments = new Xdrs().opaque(Xdrs.handle(xid)).bytes();
            byte[] results = new Xdrs().u32(0).attributes(xid, 77).bytes();
            frames.udp(xid * 10L, true, Xdrs.call(xid, Xdrs.NFS, 3, 1, arguments));
            // The answers come much later, in the order of the calls.
            frames.udp(1_000_000L + xid * 10L, false, Xdrs.reply(xid, results));
        }
        frames.frames.sort(Comparator.comparingLong(Frames.Frame::micros));
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(frames.pcap()))) {
            return cut(reader, parts);
        }
    }

    @Test
    void repliesKnowTheirCallsOverSeveralBorders() throws IOException {
        List<Part> parts = calls(40, 8);
        List<Path> files = inGroups(parts, 1, BorderLimits.DEFAULT);
        assertThat(files).hasSize(8);
        List<String> requests = new ArrayList<>();
        for (Path file : files) {
            requests.addAll(Converted.read(file).column("Trace::NFS::attr-ops", "request_id"));
        }
        assertThat(requests).hasSize(40).startsWith("5", "6", "7").endsWith("43", "44");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 700})
    void whatIsBeyondTheLimitsIsNotGuessed(long bytes) throws IOException {
        List<Part> parts = calls(40, 8);
        BorderLimits limits = new BorderLimits(1L << 32, bytes);
        List<String> ids = new ArrayList<>();
        for (Path file : inGroups(parts, 1, limits)) {
            Converted converted = Converted.read(file);
            ids.addAll(converted.column("Trace::NFS::common", "record_id"));
            // Calls that are not known any more have no rows about their replies, rather than wrong ones.
            assertThat(converted.column("Trace::NFS::attr-ops", "request_id")).isEmpty();
        }
        assertThat(ids).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void inputsThatHaveChangedAreAnErrorThatNamesTheGroup() throws IOException {
        List<Part> parts = calls(40, 4);
        Manifest manifest = manifest(parts, 2, BorderLimits.DEFAULT);
        List<Part> changed = new ArrayList<>(parts);
        byte[] bytes = parts.get(2).bytes.clone();
        bytes[bytes.length - 1] ^= 1;
        changed.set(2, new Part("part2", bytes));
        Conversion conversion = writer -> CaptureGroups.convert(
                manifest, changed, 1, new CaptureGroups.GroupOutput(writer, 1 << 16, Map.of()), ALL);
        assertThatThrownBy(() -> write(1, conversion))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("group 2 of 2")
                .hasMessageContaining("part2");
    }

    @Test
    void anotherCountThanThatOfTheManifestIsAnErrorThatNamesTheGroup() throws IOException {
        List<Part> parts = calls(40, 4);
        Manifest manifest = manifest(parts, 2, BorderLimits.DEFAULT);
        CaptureGroup last = manifest.groups().get(1);
        CaptureGroup wrong = new CaptureGroup(
                last.firstInput(),
                last.inputs(),
                last.replay(),
                last.firstRecord(),
                last.records() + 1,
                last.firstPacketAt(),
                last.lastPacketAt(),
                last.counters(),
                last.hosts(),
                last.openCalls());
        Manifest other = new Manifest(
                Manifest.VERSION,
                manifest.parser(),
                manifest.inputs(),
                List.of(manifest.groups().get(0), wrong));
        Conversion conversion = writer ->
                CaptureGroups.convert(other, parts, 1, new CaptureGroups.GroupOutput(writer, 1 << 16, Map.of()), ALL);
        assertThatThrownBy(() -> write(1, conversion))
                .isInstanceOf(IOException.class)
                .hasMessage("group 2 of 2: 40 messages of NFS, the manifest has 41");
    }

    @Test
    void namesAndPortsInAManifestAreSorted() {
        Map<String, Long> numbers = new LinkedHashMap<>();
        Map<String, String> texts = new LinkedHashMap<>();
        Set<Integer> ports = new LinkedHashSet<>();
        for (int i = 999; i >= 900; i--) {
            numbers.put("name" + i, (long) i);
            texts.put("name" + i, "ff");
            ports.add(i);
        }
        CaptureGroup group =
                new CaptureGroup(0, 1, new CaptureGroup.ReplayStart(0, 0), 0, 0, 0, 0, numbers, texts, numbers);
        List<String> sorted = numbers.keySet().stream().sorted().toList();
        assertThat(group.counters().keySet()).containsExactlyElementsOf(sorted);
        assertThat(group.hosts().keySet()).containsExactlyElementsOf(sorted);
        assertThat(group.openCalls().keySet()).containsExactlyElementsOf(sorted);
        assertThat(new ParserOptions(ports, false, 1 << 20, 0).ports())
                .containsExactlyElementsOf(ports.stream().sorted().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 7, 100})
    void theUsualSizeIsTheRoot(int inputs) {
        assertThat(CaptureGroups.usualSize(inputs)).isEqualTo((int) Math.round(Math.sqrt(inputs)));
    }
}
