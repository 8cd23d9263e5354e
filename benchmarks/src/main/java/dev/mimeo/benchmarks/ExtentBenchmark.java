package dev.mimeo.benchmarks;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Packing and unpacking of extents of 1 MiB with rows of 64 bytes like those of a disk trace, in memory, on one thread. An
 * operation is a byte of rows, so that the score in ops/us is MB/s. What the hash costs is the difference between the
 * checksums {@code PACKED} and {@code ALL}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ExtentBenchmark {

    private static final int EXTENTS = 16;
    private static final int ROWS = 1 << 14;
    private static final int RECORD = 64;
    private static final int BYTES = EXTENTS * ROWS * RECORD;

    private static final String TYPE = """
            <ExtentType name="Benchmark::Disk" namespace="mimeo.dev" version="1.0">
              <field type="double" name="enter" pack_scale="1e-6" pack_relative="enter" />
              <field type="double" name="leave" pack_scale="1e-6" pack_relative="enter" />
              <field type="int64" name="offset" pack_relative="offset" />
              <field type="int64" name="logical" pack_relative="logical" opt_nullable="yes" />
              <field type="int32" name="device" />
              <field type="int32" name="bytes" />
              <field type="int32" name="machine" />
              <field type="int32" name="process" />
              <field type="int32" name="thread" opt_nullable="yes" />
              <field type="int32" name="queue" />
              <field type="byte" name="kind" />
              <field type="bool" name="read" />
              <field type="bool" name="synchronous" />
              <field type="bool" name="error" />
            </ExtentType>
            """;

    /** Codec, or none. */
    @Param({"none", "lz4", "lzf", "snappy", "lzo:1", "zlib:6"})
    public String codec = "none";

    /** Checksums to verify. */
    @Param({"PACKED", "ALL"})
    public Checksums checksums = Checksums.PACKED;

    private @Nullable ExtentType type;
    private List<Extent> extents = List.of();
    private byte[] file = {};

    /** Makes the rows and the file. */
    @Setup
    public void prepare() throws IOException {
        ExtentType parsed = ExtentType.parse(TYPE);
        if (parsed.recordSize() != RECORD) {
            throw new IllegalStateException("records have " + parsed.recordSize() + " bytes, not " + RECORD);
        }
        type = parsed;
        Random random = new Random(20080101);
        ExtentBuilder builder = new ExtentBuilder(parsed);
        List<Extent> made = new ArrayList<>();
        double time = 65_000;
        long offset = 1L << 34;
        for (int i = 0; i < EXTENTS; i++) {
            for (int row = 0; row < ROWS; row++) {
                time += Math.round(1000 * random.nextDouble()) / 1e6;
                offset += random.nextInt(8) == 0 ? (random.nextInt(1 << 20) - (1 << 19)) * 512L : 8192;
                addRow(builder, time, offset, random);
            }
            made.add(builder.build());
            builder.clear();
        }
        extents = List.copyOf(made);
        file = pack();
    }

    private static void addRow(ExtentBuilder builder, double time, long offset, Random random) {
        builder.addRow();
        builder.setDouble(0, time);
        builder.setDouble(1, time + (100 + random.nextInt(9000)) / 1e6);
        builder.setLong(2, offset);
        if (random.nextInt(4) == 0) {
            builder.setNull(3);
        } else {
            builder.setLong(3, offset & 0xffff_ffffL);
        }
        builder.setInt(4, 520_000_000 + random.nextInt(48) * 65_536);
        builder.setInt(5, 1024 << random.nextInt(7));
        builder.setInt(6, 679_349_363);
        builder.setInt(7, 20_000 + random.nextInt(40));
        builder.setNull(8);
        builder.setInt(9, random.nextInt(12));
        builder.setByte(10, random.nextInt(3));
        builder.setBoolean(11, random.nextInt(3) != 0);
        builder.setBoolean(12, random.nextBoolean());
    }

    /** Packs all extents. */
    @Benchmark
    @OperationsPerInvocation(BYTES)
    public byte[] pack() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(BYTES);
        WriterOptions options =
                new WriterOptions(codec.equals("none") ? List.of() : List.of(codec), ByteOrder.LITTLE_ENDIAN, 1);
        try (DataSeriesWriter writer =
                DataSeriesWriter.create(Channels.newChannel(out), List.of(Objects.requireNonNull(type)), options)) {
            for (Extent extent : extents) {
                writer.write(extent);
            }
        }
        return out.toByteArray();
    }

    /** Unpacks all extents, without decoding a column. */
    @Benchmark
    @OperationsPerInvocation(BYTES)
    public long unpack() throws IOException {
        long rows = 0;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "benchmark", checksums);
                ExtentSource source = reader.extents("*", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                rows += extent.rows();
            }
        }
        return rows;
    }

    /** Unpacks and decodes three columns of all rows. */
    @Benchmark
    @OperationsPerInvocation(BYTES)
    public double threeColumns() throws IOException {
        double sum = 0;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "benchmark", checksums);
                ExtentSource source = reader.extents("*", new int[] {0, 1, 4}, 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                int last = extent.rows() - 1;
                sum += extent.doubles(1)[last] - extent.doubles(0)[last] + extent.ints(4)[last];
            }
        }
        return sum;
    }
}
