package dev.mimeo.dataseries;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A program that writes extents without end and says so after each, until it is killed. */
final class UnfinishedWriter {

    static final int ROWS = 100;

    private UnfinishedWriter() {}

    /**
     * Writes to a file.
     *
     * @param args the file, and the number of threads
     */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws IOException {
        FileChannel out = FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        DataSeriesWriter writer = DataSeriesWriter.create(
                out, List.of(type()), WriterOptions.DEFAULT.withThreads(Integer.parseInt(args[1])));
        for (int extent = 0; ; extent++) {
            writer.write(extent(extent));
            writer.flush();
            System.out.println(extent);
        }
    }

    static ExtentType type() throws DataSeriesException {
        return ExtentType.parse("<ExtentType name=\"Test::Row\"><field type=\"int32\" name=\"id\" /></ExtentType>");
    }

    /** Returns the rows of an extent: numbers that go on from extent to extent. */
    static Extent extent(int number) throws DataSeriesException {
        ExtentBuilder builder = new ExtentBuilder(type());
        for (int row = 0; row < ROWS; row++) {
            builder.addRow();
            builder.setInt(0, number * ROWS + row);
        }
        return builder.build();
    }
}
