package dev.mimeo.garage.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link SampleLog} wrote. For one thread. */
final class SampleLogReader {

    private static final int MAX_LINE = 4 << 20;

    private final Path file;
    private final SampleReader reader;
    private final Map<String, List<String>> names = new HashMap<>();
    private List<SampleRow> rows = new ArrayList<>();
    private byte[] line = new byte[4_096];
    private int length;
    private long number;
    private long time;
    private @Nullable Long previous;
    private boolean started;

    private SampleLogReader(Path file, SampleReader reader) {
        this.file = file;
        this.reader = reader;
    }

    /** Takes samples. */
    @FunctionalInterface
    interface SampleReader {
        void read(long time, @Nullable Long previous, List<SampleRow> rows) throws IOException;
    }

    /**
     * Totals of a file.
     *
     * @param samples whole samples
     * @param bytes end of the last of them
     */
    record Summary(long samples, long bytes) {}

    /**
     * Reads all samples that are whole.
     *
     * @param file name of the file, for errors
     * @param in its content, which stays open
     * @throws LoadException if a line before the last is none of such a file
     */
    static Summary read(Path file, InputStream in, SampleReader reader) throws IOException {
        return new SampleLogReader(file, reader).read(new BufferedInputStream(in, 1 << 16));
    }

    private Summary read(InputStream in) throws IOException {
        long samples = 0;
        long bytes = 0;
        long position = 0;
        while (readLine(in)) {
            number++;
            position += length + 1;
            if (take(new String(line, 0, length, StandardCharsets.UTF_8).split("\t", -1))) {
                samples++;
                bytes = position;
            }
        }
        return new Summary(samples, bytes);
    }

    /** Reads a line that has an end; returns false if there is none. */
    private boolean readLine(InputStream in) throws IOException {
        length = 0;
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                return true;
            }
            if (length == MAX_LINE) {
                throw error("has more than " + MAX_LINE + " bytes");
            }
            line = length < line.length ? line : Arrays.copyOf(line, 2 * length);
            line[length++] = (byte) c;
        }
        return false;
    }

    /** Takes a line; returns whether it ends a sample. */
    private boolean take(String[] fields) throws IOException {
        List<String> values = Arrays.asList(fields);
        if (fields[0].equals("S") && fields.length == 3) {
            time = number(fields[1]);
            previous = fields[2].isEmpty() ? null : (Long) number(fields[2]);
            rows = new ArrayList<>();
            started = true;
        } else if (fields[0].equals("N") && fields.length > 2 && started) {
            names.put(fields[1], List.copyOf(values.subList(2, fields.length)));
        } else if (fields[0].equals("R") && fields.length > 3 && started) {
            List<String> columns = names.get(fields[1]);
            if (columns == null || columns.size() != fields.length - 3) {
                throw error("expected values of the counters of its table");
            }
            String instance = fields[2].isEmpty() ? null : fields[2];
            rows.add(new SampleRow(fields[1], instance, columns, values.subList(3, fields.length)));
        } else if (fields[0].equals("E") && fields.length == 1 && started) {
            reader.read(time, previous, rows);
            started = false;
            return true;
        } else {
            throw error("expected a line of a sample");
        }
        return false;
    }

    private long number(String text) throws LoadException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new LoadException(file + ": line " + number + ": expected milliseconds", e);
        }
    }

    private LoadException error(String message) {
        return new LoadException(file + ": line " + number + ": " + message);
    }
}
