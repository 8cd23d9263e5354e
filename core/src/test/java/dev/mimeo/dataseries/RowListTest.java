package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows gathered from extents against the same rows one by one. */
final class RowListTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void anyRowsInAnyOrderMakeAnExtent(long seed) throws IOException {
        Random random = new Random(seed);
        for (ExtentType type : List.of(SampleFiles.type(), SampleFiles.compactType(), SampleFiles.emptyType())) {
            List<Extent> sources = new ArrayList<>();
            for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
                try (DataSeriesReader reader = DataSeriesReader.read(SampleFiles.file(order, 1, "lz4"), "sample")) {
                    for (DataSeriesReader.IndexEntry entry : reader.index()) {
                        if (entry.typeName().equals(type.name())) {
                            sources.add(reader.read(entry.offset()));
                        }
                    }
                }
            }
            SampleFiles.extents().stream()
                    .filter(extent -> extent.type().equals(type))
                    .forEach(sources::add);
            RowList list = new RowList(type);
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                Extent source = sources.get(random.nextInt(sources.size()));
                int from = random.nextInt(source.rows() + 1);
                int to = from + random.nextInt(Math.min(source.rows() - from, i % 9) + 1);
                assertThat(list.addUpTo(source, from, to, Long.MAX_VALUE)).isEqualTo(to);
                expected.addAll(ExtentContents.texts(source).subList(from, to));
            }
            assertThat(list.rows()).as("seed %d", seed).isEqualTo(expected.size());
            for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
                Extent written = writeAndRead(list, order);
                assertThat(ExtentContents.texts(written)).as("seed %d", seed).isEqualTo(expected);
                // Packed as rows that were set one by one are.
                Extent rebuilt = cleanCopy(written);
                assertThat(facts(rebuilt, order)).isEqualTo(facts(list, order));
            }
        }
    }

    /** The rule is that of ExtentOutput, which adds row by row. */
    @Test
    void targetsCountStringsAsOftenAsTheyOccur() throws IOException {
        Extent source = SampleFiles.extents().get(0);
        for (long target = 1; target < 3000; target += 37) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (DataSeriesWriter writer =
                            DataSeriesWriter.create(Channels.newChannel(out), List.of(source.type()), plain());
                    ExtentOutput output = new ExtentOutput(writer, source.type(), target)) {
                output.copy(source);
            }
            ByteArrayOutputStream own = new ByteArrayOutputStream();
            try (DataSeriesWriter writer =
                    DataSeriesWriter.create(Channels.newChannel(own), List.of(source.type()), plain())) {
                RowList list = new RowList(source.type());
                for (int row = 0; row < source.rows(); ) {
                    row = list.addUpTo(source, row, source.rows(), target);
                    writer.write(list);
                    list.clear();
                }
            }
            assertThat(rowCounts(own)).as("target %d", target).isEqualTo(rowCounts(out));
        }
    }

    @Test
    void mistakesAreRefused() throws IOException {
        Extent extent = SampleFiles.extents().get(0);
        RowList list = new RowList(SampleFiles.compactType());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> list.addUpTo(extent, 0, 1, 1))
                .withMessageContaining("Sample::All");
        RowList same = new RowList(extent.type());
        assertThatThrownBy(() -> same.addUpTo(extent, 0, extent.rows() + 1, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> same.addUpTo(extent, 2, 1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static WriterOptions plain() {
        return WriterOptions.DEFAULT.withCodecs("none");
    }

    private static List<Integer> rowCounts(ByteArrayOutputStream file) {
        List<StoredExtents.Facts> facts = StoredExtents.facts(file.toByteArray());
        return facts.subList(1, facts.size() - 1).stream()
                .map(StoredExtents.Facts::rows)
                .toList();
    }

    /** Copies an extent with nothing beneath its nulls. */
    private static Extent cleanCopy(Extent extent) {
        Extent copy = ExtentContents.copy(extent);
        ExtentBuilder builder = new ExtentBuilder(copy.type());
        RowCopier copier = new RowCopier(copy.type());
        for (int row = 0; row < copy.rows(); row++) {
            try {
                copier.copy(copy, row, builder);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return builder.build();
    }

    private static StoredExtents.Facts facts(Extent extent, ByteOrder order) throws IOException {
        byte[] file = TraceFixture.of(extent.type())
                .with(new WriterOptions(List.of(), order, 1))
                .extents(List.of(extent))
                .bytes();
        return StoredExtents.facts(file).get(1);
    }

    private static StoredExtents.Facts facts(RowList list, ByteOrder order) throws IOException {
        return StoredExtents.facts(write(list, order)).get(1);
    }

    private static byte[] write(RowList list, ByteOrder order) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                Channels.newChannel(out), List.of(list.type()), new WriterOptions(List.of("lz4"), order, 1))) {
            writer.write(list);
        }
        return out.toByteArray();
    }

    private static Extent writeAndRead(RowList list, ByteOrder order) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.read(write(list, order), "list")) {
            return reader.read(reader.index().get(1).offset());
        }
    }
}
