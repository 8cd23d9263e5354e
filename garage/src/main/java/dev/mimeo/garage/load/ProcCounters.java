package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The counters of a Linux system as the kernel has them in {@code /proc}, see proc(5) and the kernel's iostats.rst: totals since
 * the start, not rates. Files that are not there are passed over. For one thread.
 *
 * <p>Names are those of the kernel where it has any. Of {@code stat}, {@code meminfo}, {@code vmstat} and {@code loadavg} they are
 * in RawData, those of the line of all CPUs start with {@code cpu_}; CPUs, disks and network interfaces have tables.
 * Disks that were never used are left out.
 */
final class ProcCounters {

    /** Table of the CPUs. */
    static final String PROCESSORS = "Processor";

    /** More than the kernel says of a large system. */
    private static final int MAX_BYTES = 16 << 20;

    private static final List<String> PROCESSOR =
            List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal", "guest", "guest_nice");

    private static final Set<String> STAT =
            Set.of("intr", "ctxt", "btime", "processes", "procs_running", "procs_blocked", "softirq");

    private static final List<String> DISK = List.of(
            "reads",
            "reads_merged",
            "sectors_read",
            "ms_reading",
            "writes",
            "writes_merged",
            "sectors_written",
            "ms_writing",
            "ios_in_progress",
            "ms_io",
            "weighted_ms_io",
            "discards",
            "discards_merged",
            "sectors_discarded",
            "ms_discarding",
            "flushes",
            "ms_flushing");

    private static final List<String> NETWORK = List.of(
            "rx_bytes",
            "rx_packets",
            "rx_errs",
            "rx_drop",
            "rx_fifo",
            "rx_frame",
            "rx_compressed",
            "rx_multicast",
            "tx_bytes",
            "tx_packets",
            "tx_errs",
            "tx_drop",
            "tx_fifo",
            "tx_colls",
            "tx_carrier",
            "tx_compressed");

    private static final List<String> LOAD = List.of("load1", "load5", "load15");

    private final Path proc;
    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final List<SampleRow> instances = new ArrayList<>();
    private String file = "";
    private int line;

    /** @param proc the folder of the kernel, usually {@code /proc} */
    ProcCounters(Path proc) {
        this.proc = proc;
    }

    /** Returns the name of the system. */
    String hostName() throws IOException {
        List<String> lines = lines("sys/kernel/hostname");
        if (lines.isEmpty() || lines.get(0).isBlank()) {
            throw new LoadException(proc.resolve("sys/kernel/hostname") + ": does not name the server");
        }
        return lines.get(0).strip();
    }

    /**
     * Reads all counters.
     *
     * @return a row of RawData, then those of instances
     * @throws LoadException if a line is not as the kernel writes it, or no file is there
     */
    List<SampleRow> read() throws IOException {
        names.clear();
        values.clear();
        taken.clear();
        instances.clear();
        each("stat", this::stat);
        each("loadavg", this::loadAverage);
        each("meminfo", this::memory);
        each("vmstat", fields -> single(fields[0], at(fields, 1)));
        each("diskstats", this::disk);
        each("net/dev", this::network);
        if (names.isEmpty() && instances.isEmpty()) {
            throw new LoadException(proc + ": has no counters: is this the /proc of Linux?");
        }
        List<SampleRow> rows = new ArrayList<>();
        if (!names.isEmpty()) {
            rows.add(new SampleRow(TableSchema.RAW_DATA, null, names, values));
        }
        rows.addAll(instances);
        return rows;
    }

    private interface LineReader {
        void read(String[] fields) throws LoadException;
    }

    private void each(String name, LineReader reader) throws IOException {
        file = name;
        line = 0;
        for (String text : lines(name)) {
            line++;
            if (!text.isBlank()) {
                reader.read(text.strip().split("[ \\t]+"));
            }
        }
    }

    private List<String> lines(String name) throws IOException {
        Path path = proc.resolve(name);
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new LoadException(path + ": has more than " + MAX_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8).lines().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private void stat(String[] fields) throws LoadException {
        String name = fields[0];
        if (name.equals("cpu")) {
            for (int i = 0; i < Math.min(PROCESSOR.size(), fields.length - 1); i++) {
                single("cpu_" + PROCESSOR.get(i), fields[i + 1]);
            }
        } else if (name.startsWith("cpu")) {
            instance(PROCESSORS, number(name.substring(3)), PROCESSOR, fields, 1);
        } else if (STAT.contains(name)) {
            // Behind the total of interrupts comes each of them.
            single(name, at(fields, 1));
        }
    }

    private void loadAverage(String[] fields) throws LoadException {
        for (int i = 0; i < LOAD.size(); i++) {
            String value = at(fields, i);
            if (!value.matches("[0-9]{1,9}\\.[0-9]{1,9}")) {
                throw error("expected a load with a fraction, found '" + shown(value) + "'");
            }
            names.add(LOAD.get(i));
            values.add(value);
        }
    }

    private void memory(String[] fields) throws LoadException {
        if (!fields[0].endsWith(":") || fields[0].length() == 1) {
            throw error("expected a name and a colon, found '" + shown(fields[0]) + "'");
        }
        single(fields[0].substring(0, fields[0].length() - 1), at(fields, 1));
    }

    private void disk(String[] fields) throws LoadException {
        String name = at(fields, 2);
        boolean used = false;
        for (int i = 3; i < fields.length; i++) {
            used |= !fields[i].equals("0");
        }
        if (used) {
            instance("Disk", name, DISK, fields, 3);
        }
    }

    private void network(String[] fields) throws LoadException {
        if (line <= 2) {
            return;
        }
        // The first number may follow the colon without a blank.
        String all = String.join(" ", fields);
        int colon = all.lastIndexOf(':');
        if (colon <= 0) {
            throw error("expected the name of an interface and a colon");
        }
        String[] counters = all.substring(colon + 1).strip().split(" ");
        instance("Network", all.substring(0, colon), NETWORK, counters, 0);
    }

    private void single(String name, String value) throws LoadException {
        // Should two files have counters of one name, the later says of which it is.
        String unique = taken.add(AnyCase.key(name)) ? name : file + "_" + name;
        if (unique.equals(name) || taken.add(AnyCase.key(unique))) {
            names.add(unique);
            values.add(number(value));
        }
    }

    private void instance(String table, String name, List<String> counters, String[] fields, int from)
            throws LoadException {
        int count = Math.min(counters.size(), fields.length - from);
        if (count <= 0) {
            throw error("expected counters of '" + shown(name) + "'");
        }
        List<String> numbers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            numbers.add(number(fields[from + i]));
        }
        instances.add(new SampleRow(table, name, counters.subList(0, count), numbers));
    }

    private String at(String[] fields, int index) throws LoadException {
        if (index >= fields.length) {
            throw error("expected " + (index + 1) + " fields, found " + fields.length);
        }
        return fields[index];
    }

    /** Returns a number as it is, or that there is none if it has more than 63 bits. */
    private String number(String text) throws LoadException {
        int digits = text.startsWith("-") ? 1 : 0;
        boolean isNumber = text.length() > digits
                && text.length() <= 32
                && text.chars().skip(digits).allMatch(c -> c >= '0' && c <= '9');
        if (!isNumber) {
            throw error("expected a number, found '" + shown(text) + "'");
        }
        try {
            return Long.toString(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return SampleRow.NONE;
        }
    }

    private static String shown(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    private LoadException error(String message) {
        return new LoadException(proc.resolve(file) + ": line " + line + ": " + message);
    }
}
