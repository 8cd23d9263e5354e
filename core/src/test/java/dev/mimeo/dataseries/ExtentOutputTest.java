package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtentOutputTest {

    private static final String TYPE = """
            <ExtentType name="Lines" namespace="mimeo.dev" version="1.0">
              <field type="int64" name="number" />
              <field type="variable32" name="text" opt_nullable="yes" />
            </ExtentType>
            """;

    private static final int RECORD = 16;

    private interface Rows {
        void add(ExtentOutput output) throws IOException;
    }

    private static List<Extent> written(long target, Rows rows) throws IOException {
        ExtentType type = ExtentType.parse(TYPE);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long extents;
        long count;
        try (DataSeriesWriter writer =
                DataSeriesWriter.create(Channels.newChannel(out), List.of(type), WriterOptions.DEFAULT)) {
            ExtentOutput output = new ExtentOutput(writer, type, target);
            rows.add(output);
            output.close();
            assertThat(output.pendingBytes()).isZero();
            extents = output.extents();
            count = output.rows();
        }
        List<Extent> read = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.read(out.toByteArray(), "memory");
                ExtentSource source = reader.extents("Lines", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                read.add(extent);
            }
        }
        assertThat(read).hasSize((int) extents);
        assertThat(read.stream().mapToLong(Extent::rows).sum()).isEqualTo(count);
        return read;
    }

    private static List<Integer> rowCounts(List<Extent> extents) {
        return extents.stream().map(Extent::rows).toList();
    }

    @Test
    void writesBeforeTheRecordThatWouldExceedTheTarget() throws IOException {
        Rows five = output -> {
            for (int i = 0; i < 5; i++) {
                output.addRow().setLong(0, i);
            }
        };
        // Four bytes of the variable part are always there.
        assertThat(rowCounts(written(4 + 2 * RECORD, five))).containsExactly(2, 2, 1);
        assertThat(rowCounts(written(4 + 2 * RECORD - 1, five))).containsExactly(1, 1, 1, 1, 1);
        assertThat(rowCounts(written(1, five))).containsExactly(1, 1, 1, 1, 1);
        assertThat(rowCounts(written(1000, five))).containsExactly(5);
        assertThat(written(1000, output -> {})).isEmpty();
    }

    @Test
    void stringsCountOnceTheyAreThere() throws IOException {
        // 20 + 16 fit into 40, so the second row comes in with all its text.
        List<Extent> extents = written(40, output -> {
            output.addRow().setString(1, "");
            output.addRow().setString(1, "text of thirty bytes and a bit");
            output.addRow().setString(1, "x");
        });
        assertThat(rowCounts(extents)).containsExactly(2, 1);
    }

    @Test
    void theLastRowCanBeTakenApartUnlessOthersHaveStringsAfterIt() throws IOException {
        ExtentBuilder builder = new ExtentBuilder(ExtentType.parse(TYPE));
        builder.addRow();
        builder.setString(1, "one");
        builder.addRow();
        builder.setString(1, "two");
        assertThat(builder.canSplitLastRow()).isTrue();
        builder.setRow(0);
        builder.setString(1, "first");
        assertThat(builder.canSplitLastRow()).isFalse();
        builder.addRow();
        builder.setString(1, "three");
        builder.setRow(1);
        builder.setLong(0, 7);
        assertThat(builder.canSplitLastRow()).isTrue();
        Extent before = builder.splitLastRow();
        assertThat(before.rows()).isEqualTo(2);
        assertThat(before.variables(1).utf8(0)).isEqualTo("first");
        assertThat(before.variables(1).utf8(1)).isEqualTo("two");
        assertThat(before.longs(0)).containsExactly(0, 7);
        assertThat(builder.build().variables(1).utf8(0)).isEqualTo("three");
    }

    @Test
    void takesAnotherTarget() throws IOException {
        List<Extent> extents = written(1, output -> {
            output.addRow();
            output.addRow();
            output.setTargetBytes(4 + 3 * RECORD);
            output.addRow();
            output.addRow();
            output.addRow();
        });
        assertThat(rowCounts(extents)).containsExactly(1, 3, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 1000, 100_000})
    void copiesSeparateRowsAndManyAlike(int target) throws IOException {
        long seed = 11;
        Random random = new Random(seed);
        ExtentBuilder builder = new ExtentBuilder(ExtentType.parse(TYPE));
        for (int i = 0; i < 5000; i++) {
            builder.addRow();
            builder.setLong(0, i);
            if (random.nextInt(5) == 0) {
                builder.setNull(1);
            } else {
                builder.setString(1, "word".repeat(random.nextInt(20)));
            }
        }
        Extent extent = builder.build();
        List<Extent> one = written(target, output -> {
            for (int row = 0; row < extent.rows(); row++) {
                output.copy(extent, row);
            }
        });
        List<Extent> many = written(target, output -> output.copy(extent));
        assertThat(rowCounts(many)).as("seed " + seed).isEqualTo(rowCounts(one));
        for (int i = 0; i < one.size(); i++) {
            ExtentContents.assertSame(many.get(i), one.get(i));
        }
        long next = 0;
        for (Extent part : many) {
            for (long number : part.longs(0)) {
                assertThat(number).isEqualTo(next++);
            }
        }
        assertThat(next).isEqualTo(extent.rows());
    }

    @Test
    void copiesChosenRows() throws IOException {
        ExtentBuilder builder = new ExtentBuilder(ExtentType.parse(TYPE));
        for (int i = 0; i < 10; i++) {
            builder.addRow();
            builder.setLong(0, i);
        }
        List<Extent> extents = written(1000, output -> output.copy(builder.build(), new int[] {7, 3, 9, 1}, 3));
        assertThat(Objects.requireNonNull(extents.get(0)).longs(0)).containsExactly(7, 3, 9);
    }

    @Test
    void splitsOffTheLastRow() throws IOException {
        ExtentBuilder builder = new ExtentBuilder(ExtentType.parse(TYPE));
        for (int i = 0; i < 3; i++) {
            builder.addRow();
            builder.setLong(0, i);
            builder.setString(1, "text " + "and ".repeat(i) + i);
        }
        Extent before = builder.splitLastRow();
        builder.addRow();
        builder.setString(1, "new");
        Extent after = builder.build();
        assertThat(before.longs(0)).containsExactly(0, 1);
        assertThat(before.variables(1).utf8(1)).isEqualTo("text and 1");
        assertThat(after.longs(0)).containsExactly(2, 0);
        assertThat(after.variables(1).utf8(0)).isEqualTo("text and and 2");
        assertThat(after.variables(1).utf8(1)).isEqualTo("new");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsThatTheExtentDoesNotHaveAreNotAdded(boolean sameType) throws IOException {
        ExtentBuilder source = new ExtentBuilder(ExtentType.parse(sameType ? TYPE : TYPE.replace("1.0", "1.1")));
        source.addRow();
        source.setLong(0, 7);
        source.addRow();
        Extent two = source.build();
        List<Extent> read = written(1000, output -> {
            for (int row : new int[] {-1, 2, Integer.MAX_VALUE}) {
                assertThatThrownBy(() -> output.copy(two, row)).isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> output.copy(two, new int[] {0, row}, 2))
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
            for (int[] range : new int[][] {{-1, 2}, {0, 3}, {2, 1}, {-1, Integer.MAX_VALUE - 8}}) {
                assertThatThrownBy(() -> output.copy(two, range[0], range[1]))
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
            assertThat(output.rows()).isZero();
            output.copy(two, 2, 2);
            output.copy(two, 0, 1);
        });
        assertThat(read).hasSize(1);
        assertThat(read.get(0).longs(0)).containsExactly(7);
    }

    /** Whichever way the rows came. */
    @Test
    void aWriterDoesNotLeaveOutRowsOfAnOpenOutput(@TempDir Path folder) throws IOException {
        ExtentType type = ExtentType.parse(TYPE);
        ExtentBuilder builder = new ExtentBuilder(type);
        builder.addRows(3);
        Extent three = builder.build();
        List<Rows> ways = List.of(
                ExtentOutput::addRow,
                output -> output.copy(three),
                output -> output.copy(three, 1),
                output -> output.copy(three, new int[] {2, 0}, 2),
                output -> {
                    output.addRow();
                    output.flush();
                    output.addRow();
                },
                output -> {
                    output.close();
                    output.addRow();
                });
        for (int way = 0; way < ways.size(); way++) {
            Path file = folder.resolve(way + ".ds");
            DataSeriesWriter writer = DataSeriesWriter.create(file, List.of(type), WriterOptions.DEFAULT);
            ways.get(way).add(new ExtentOutput(writer, type, 1000));
            assertThatThrownBy(writer::close)
                    .as("way %s", way)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("rows of type 'Lines' are not written: close their output before the writer, or abort "
                            + "the writer");
            assertThat(file).doesNotExist();
            writer.close();
            DataSeriesWriter given = DataSeriesWriter.create(file, List.of(type), WriterOptions.DEFAULT);
            ways.get(way).add(new ExtentOutput(given, type, 1000));
            given.abort();
            assertThat(file).doesNotExist();
        }
    }

    /** As in the documented blocks, which close the output before the writer. */
    @Test
    void aFileCanBeGivenUpWhileOutputsHaveRows(@TempDir Path folder) throws IOException {
        ExtentType type = ExtentType.parse(TYPE);
        ExtentBuilder builder = new ExtentBuilder(type);
        builder.addRows(3);
        Extent three = builder.build();
        Path file = folder.resolve("aborted.ds");
        try (DataSeriesWriter writer = DataSeriesWriter.create(file, List.of(type), WriterOptions.DEFAULT);
                ExtentOutput added = new ExtentOutput(writer, type, 1000);
                ExtentOutput copied = new ExtentOutput(writer, type, 1000)) {
            added.addRow();
            copied.copy(three);
            writer.abort();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void rowsThatAreAddedToAnAbortedFileAreAnError(@TempDir Path folder) throws IOException {
        ExtentType type = ExtentType.parse(TYPE);
        DataSeriesWriter writer =
                DataSeriesWriter.create(folder.resolve("aborted.ds"), List.of(type), WriterOptions.DEFAULT);
        writer.abort();
        ExtentOutput output = new ExtentOutput(writer, type, 1000);
        output.addRow();
        assertThatThrownBy(output::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("writer is closed");
    }

    @Test
    void anOutputWithoutRowsNeedNotBeClosed() throws IOException {
        ExtentType type = ExtentType.parse(TYPE);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesWriter writer =
                DataSeriesWriter.create(Channels.newChannel(out), List.of(type), WriterOptions.DEFAULT)) {
            ExtentOutput output = new ExtentOutput(writer, type, 1000);
            output.addRow();
            output.flush();
            assertThat(new ExtentOutput(writer, type, 1000).rows()).isZero();
        }
        assertThat(DataSeriesReader.read(out.toByteArray(), "memory").types()).containsExactly(type);
    }
}
