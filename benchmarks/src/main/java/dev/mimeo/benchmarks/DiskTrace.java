package dev.mimeo.benchmarks;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes rows like those of a disk trace of a busy server: 28 bools, eight int32, two int64, three doubles, the fields of
 * the traces in the evaluation of the DataSeries report (Anderson, Arlitt, Morrey, Veitch, HPL-2009-323, section 4).
 *
 * <p>Requests come in bursts of one process, mostly to one device and one after the other on it, with pauses of Pareto's
 * distribution between bursts. Devices and processes are popular by Zipf's law. A request that continues the one before is
 * often served by a cache. The flags follow from the kind of the request, with some noise. The same seed gives the same
 * rows.
 */
final class DiskTrace {

    /** Fields that times are taken from. */
    static final List<String> TIMES = List.of("enter_driver", "leave_driver", "return_to_driver");

    /** Fields that queries group by. */
    static final List<String> GROUPS = List.of("device_number", "logical_volume_number", "bytes");

    private static final List<String> INTS = List.of(
            "bytes",
            "machine_id",
            "device_number",
            "driver_type",
            "thread_id",
            "queue_length",
            "pid",
            "logical_volume_number");

    private static final List<String> OFFSETS = List.of("disk_offset", "lv_offset");

    private static final int FLAGS = 28;

    /** Of the flags, those that differ between requests of one kind, and how often they are set. */
    private static final double[] NOISE = {0.15, 0.05, 0.02, 0.01};

    private static final int KINDS = 8;
    private static final int DEVICES = 48;
    private static final int PROCESSES = 400;
    private static final int[] SIZES = {1024, 2048, 4096, 8192, 8192, 8192, 16384, 57344, 65536};

    private final SplittableRandom random;
    private final int[] kindFlags = new int[KINDS];
    private final int[] processKinds = new int[PROCESSES];
    private final int[] processIds = new int[PROCESSES];
    private final double[] deviceSpeeds = new double[DEVICES];
    private long now;

    DiskTrace(long seed) {
        random = new SplittableRandom(seed);
        for (int kind = 0; kind < KINDS; kind++) {
            int some = random.nextInt(1 << FLAGS);
            int others = random.nextInt(1 << FLAGS);
            kindFlags[kind] = some & others & -(1 << NOISE.length);
        }
        for (int process = 0; process < PROCESSES; process++) {
            processKinds[process] = random.nextInt(KINDS);
            processIds[process] = 2 + random.nextInt(30_000);
        }
        for (int device = 0; device < DEVICES; device++) {
            deviceSpeeds[device] = Math.exp(0.25 * random.nextGaussian());
        }
    }

    /** Returns the type of the rows: 28 bools, eight int32, two int64, three doubles; 80 bytes. */
    static ExtentType type() {
        StringBuilder xml = new StringBuilder("<ExtentType name=\"Bench::DiskTrace\" version=\"1.0\">\n");
        for (String time : TIMES) {
            xml.append("  <field type=\"double\" name=\"")
                    .append(time)
                    .append("\" pack_scale=\"1e-6\" pack_relative=\"enter_driver\" print_format=\"%.6f\" />\n");
        }
        INTS.forEach(name -> field(xml, "int32", name, ""));
        OFFSETS.forEach(name -> field(xml, "int64", name, " pack_relative=\"" + name + "\""));
        for (int flag = 0; flag < FLAGS; flag++) {
            field(xml, "bool", "flag_" + flag, "");
        }
        try {
            return ExtentType.parse(xml.append("</ExtentType>\n").toString());
        } catch (DataSeriesException e) {
            throw new AssertionError(e);
        }
    }

    private static void field(StringBuilder xml, String type, String name, String attributes) {
        xml.append("  <field type=\"")
                .append(type)
                .append("\" name=\"")
                .append(name)
                .append('"');
        xml.append(attributes).append(" />\n");
    }

    /** Returns the names of all fields, in their order. */
    static List<String> fields() {
        List<String> names = new ArrayList<>(TIMES);
        names.addAll(INTS);
        names.addAll(OFFSETS);
        for (int flag = 0; flag < FLAGS; flag++) {
            names.add("flag_" + flag);
        }
        return names;
    }

    /** Adds rows. */
    void write(ExtentOutput output, long rows) throws IOException {
        long left = rows;
        while (left > 0) {
            int burst = (int) Math.min(left, 1 + (long) (-12 * Math.log(1 - random.nextDouble())));
            writeBurst(output, burst);
            left -= burst;
        }
    }

    private void writeBurst(ExtentOutput output, int requests) throws IOException {
        Request request = new Request(zipf(PROCESSES));
        int mainDevice = zipf(DEVICES);
        int size = SIZES[random.nextInt(SIZES.length)];
        double gap = Math.exp(7 + 0.9 * random.nextGaussian());
        now += (long) Math.min(4e6, 3000 / Math.pow(1 - random.nextDouble(), 1 / 1.4));
        request.device = mainDevice;
        request.offset = randomOffset();
        for (int i = 0; i < requests; i++) {
            boolean jumps = i == 0 || random.nextInt(4) == 0;
            if (jumps) {
                request.device = random.nextInt(16) == 0 ? random.nextInt(DEVICES) : mainDevice;
                request.offset = randomOffset();
            }
            request.bytes = random.nextInt(8) == 0 ? 1024 * (1 + random.nextInt(8)) : size;
            now += (long) (-gap * Math.log(1 - random.nextDouble()));
            request.serve(jumps);
            request.write(output.addRow());
            request.offset += request.bytes;
        }
    }

    /** The request that is written next; those of a burst share one, which is filled anew for each. */
    private final class Request {
        private final int process;
        private int device;
        private int bytes;
        private long offset;
        private int queue;
        private long waitingMicros;
        private long serviceMicros;

        Request(int process) {
            this.process = process;
        }

        /** Draws how long the request waits and is served. */
        void serve(boolean jumps) {
            queue = Math.max(0, queue + random.nextInt(3) - 1);
            waitingMicros = 8 + random.nextInt(32) + (random.nextInt(12) < queue ? queue * 1000L : 0);
            boolean cached = !jumps && random.nextInt(5) < 3;
            double service = Math.exp(cached ? 5.9 + 0.4 * random.nextGaussian() : 8.5 + 0.55 * random.nextGaussian());
            serviceMicros = (long) (service * deviceSpeeds[device] + bytes / 40.0);
        }

        void write(ExtentBuilder row) {
            int volume = (int) (offset >>> 33);
            row.setDouble(0, now * 1e-6);
            row.setDouble(1, (now + waitingMicros) * 1e-6);
            row.setDouble(2, (now + waitingMicros + serviceMicros) * 1e-6);
            row.setInt(3, bytes);
            row.setInt(4, 679_349_363);
            row.setInt(5, 0x1f00_0000 + 0x1_0000 * device);
            row.setInt(6, device % 3);
            row.setInt(7, processIds[process] & 7);
            row.setInt(8, queue);
            row.setInt(9, processIds[process]);
            row.setInt(10, 0x4000_0000 + 8 * device + volume);
            row.setLong(11, offset);
            row.setLong(12, offset - ((long) volume << 33));
            int flags = kindFlags[processKinds[process]];
            for (int i = 0; i < NOISE.length; i++) {
                flags |= random.nextDouble() < NOISE[i] ? 1 << i : 0;
            }
            for (int flag = 0; flag < FLAGS; flag++) {
                row.setBoolean(13 + flag, (flags >> flag & 1) != 0);
            }
        }
    }

    /** Some of 36 GiB, sooner at its start. */
    private long randomOffset() {
        double place = random.nextDouble();
        return (long) (place * place * place * (36L << 30)) >> 10 << 10;
    }

    /** Draws from a distribution close to Zipf's with exponent 1: the inverse of its continuous form. */
    private int zipf(int count) {
        return (int) Math.min(count - 1, Math.exp(random.nextDouble() * Math.log(count + 1)) - 1);
    }
}
