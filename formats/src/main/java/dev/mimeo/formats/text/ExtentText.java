package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.RowFilter;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prints DataSeries files as text, byte for byte as the original {@code ds2txt} does except for its faults, see
 * {@link TextOptions#withCompat()}.
 *
 * <p>The types and the index are printed for the first file only, the extents for every file. Print attributes of the
 * fields are followed. Rows are filtered and formatted by as many threads as the options say, in pieces of extents, a
 * bounded number of bytes ahead of the output. An instance is for one thread.
 *
 * <pre>{@code
 * try (DataSeriesReader file = DataSeriesReader.open(path)) {
 *     new ExtentText(out, TextOptions.DEFAULT).print(file);
 * }
 * }</pre>
 */
public final class ExtentText {

    private static final String XML_TYPE = "DataSeries: XmlType";
    private static final String INDEX_TYPE = "DataSeries: ExtentIndex";
    private static final int OFFSET_WIDTH = 13;

    /** Text of a piece, and text and columns that are held per thread, about, in bytes: few, for the CPU cache. */
    private static final int PIECE_BYTES = 1 << 18;

    private static final long AHEAD_BYTES = 4L << 20;

    private final OutputStream out;
    private final TextOptions options;
    private final Map<ExtentType, RowText> rowTexts = new HashMap<>();
    private final Set<String> headed = new HashSet<>();
    private final ConcurrentLinkedQueue<TextBuffer> spare = new ConcurrentLinkedQueue<>();
    private boolean started;
    private String selectedType = "";
    private String filteredType = "";

    /** An extent whose rows are chosen. */
    private record Chosen(Extent extent, RowSet rows) {}

    /** Some of the rows of an extent. */
    private record TextPiece(Extent extent, RowSet rows, int from, int to, RowText text, String before) {
        long weight() {
            long share = rows.count() == 0 ? 0 : 3 * extent.sizeBytes() * (to - from) / Math.max(1, extent.rows());
            return share + 2L * text.estimate() * (to - from);
        }
    }

    /**
     * Prepares to print.
     *
     * @param out takes the text in large pieces; flushed after each file, never closed
     */
    public ExtentText(OutputStream out, TextOptions options) {
        this.out = out;
        this.options = options;
    }

    /**
     * Prints a file.
     *
     * @throws DataSeriesException if the file is damaged, a print attribute is invalid, a field is not there, or no
     *     single type matches a pattern of the options
     * @throws IOException if reading or printing fails
     */
    public void print(DataSeriesReader file) throws IOException {
        print(file, Set.of());
    }

    /**
     * Prints a file without reading extents in which the filter chooses no row. The lines before extents are printed for these too.
     *
     * @param excluded offsets of such extents
     * @throws DataSeriesException as {@link #print(DataSeriesReader)} does
     * @throws IOException if reading or printing fails
     */
    public void print(DataSeriesReader file, Set<Long> excluded) throws IOException {
        if (!started) {
            started = true;
            start(file);
        }
        TextOptions.Selection selection = options.selection();
        String pattern = selection != null && !selection.pattern().equals("*")
                ? selection.pattern()
                : options.type() == null ? "" : options.type();
        int threads = options.threads();
        int workers = threads == 1 ? 0 : threads;
        Skipped skipped = new Skipped(file, pattern, excluded);
        try (ExtentSource extents = file.extents(pattern, skipped.offsets(), threads);
                OrderedPipeline<Extent, Chosen> chosen = new OrderedPipeline<>(
                        () -> nextPrinted(extents), this::chooser, Extent::sizeBytes, AHEAD_BYTES * threads, workers);
                OrderedPipeline<TextPiece, TextBuffer> pieces = new OrderedPipeline<>(
                        new Pieces(
                                filteredType.isEmpty() ? () -> whole(nextPrinted(extents)) : chosen::next,
                                file,
                                skipped),
                        () -> this::format,
                        TextPiece::weight,
                        AHEAD_BYTES * threads,
                        workers)) {
            for (TextBuffer text = pieces.next(); text != null; text = pieces.next()) {
                text.writeTo(out);
                // A row of an unusual size should not cost memory for ever.
                if (text.capacity() <= 4 * PIECE_BYTES) {
                    spare.add(text);
                }
            }
            TextBuffer rest = new TextBuffer(0);
            rest.append(skipped.linesBefore(Long.MAX_VALUE));
            rest.writeTo(out);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        out.flush();
    }

    private void start(DataSeriesReader file) throws IOException {
        TextOptions.Selection selection = options.selection();
        selectedType = selection == null ? "" : file.type(selection.pattern()).name();
        TextOptions.Where where = options.where();
        if (where != null) {
            ExtentType type = file.type(where.pattern());
            filteredType = type.name();
            // Fails early where the condition does not fit the type.
            var unused = where.filter().apply(type);
        }
        TextBuffer head = new TextBuffer(0);
        if (!options.skipTypes()) {
            printTypes(file, head);
        }
        if (!options.skipIndex()) {
            printIndex(file, head);
        }
        head.writeTo(out);
    }

    private void printTypes(DataSeriesReader file, TextBuffer head) throws IOException {
        List<ExtentType> types = new ArrayList<>(file.types());
        types.add(file.type(XML_TYPE));
        types.add(file.type(INDEX_TYPE));
        types.sort(Comparator.comparing(type -> type.name().getBytes(UTF_8), Arrays::compareUnsigned));
        head.append("# Extent Types ...\n");
        for (ExtentType type : types) {
            head.append(type.xmlBytes());
            head.append('\n');
        }
    }

    private static void printIndex(DataSeriesReader file, TextBuffer head) {
        head.append("extent offset  ExtentType\n");
        for (DataSeriesReader.IndexEntry entry : file.index()) {
            String offset = Long.toString(entry.offset());
            head.append(offset + " ".repeat(Math.max(2, OFFSET_WIDTH + 2 - offset.length())) + entry.typeName() + "\n");
        }
    }

    private @Nullable Extent nextPrinted(ExtentSource extents) throws IOException {
        Extent extent = extents.next();
        while (extent != null && !isPrinted(extent.type())) {
            extent = extents.next();
        }
        return extent;
    }

    private boolean isPrinted(ExtentType type) {
        return !type.name().equals(XML_TYPE)
                && !(options.skipIndex() && type.name().equals(INDEX_TYPE));
    }

    private static @Nullable Chosen whole(@Nullable Extent extent) {
        return extent == null ? null : new Chosen(extent, RowSet.all(extent));
    }

    /** Makes a worker that chooses rows, with filters of its own. */
    private OrderedPipeline.Worker<Extent, Chosen> chooser() {
        Map<ExtentType, RowFilter> filters = new HashMap<>();
        TextOptions.Where where = options.where();
        return extent -> {
            if (where == null || !extent.type().name().equals(filteredType)) {
                return new Chosen(extent, RowSet.all(extent));
            }
            RowFilter filter = filters.computeIfAbsent(
                    extent.type(), type -> where.filter().apply(type));
            return new Chosen(extent, RowSet.chosen(extent, filter));
        };
    }

    private TextBuffer format(TextPiece piece) {
        TextBuffer used = spare.poll();
        TextBuffer text = used == null ? new TextBuffer(PIECE_BYTES + PIECE_BYTES / 4) : used;
        text.clear();
        text.append(piece.before);
        piece.text.print(piece.extent, piece.rows, piece.from, piece.to, text);
        return text;
    }

    /** The extents of the filtered type that are not read, of which only the lines before them are printed. */
    private final class Skipped {

        private final DataSeriesReader file;
        private final List<DataSeriesReader.IndexEntry> entries;
        private int done;

        Skipped(DataSeriesReader file, String pattern, Set<Long> excluded) throws DataSeriesException {
            this.file = file;
            String printed =
                    pattern.isEmpty() ? filteredType : file.type(pattern).name();
            this.entries = file.index().stream()
                    .filter(entry -> excluded.contains(entry.offset())
                            && entry.typeName().equals(filteredType)
                            && entry.typeName().equals(printed))
                    .toList();
        }

        Set<Long> offsets() {
            return entries.stream().map(DataSeriesReader.IndexEntry::offset).collect(Collectors.toSet());
        }

        /** Returns the lines of the extents before an offset that have none yet. */
        String linesBefore(long offset) throws DataSeriesException {
            StringBuilder lines = new StringBuilder();
            for (; done < entries.size() && entries.get(done).offset() < offset; done++) {
                ExtentType type = file.type(entries.get(done).typeName());
                rowText(type, file.name());
                lines.append(head(type, fields(type, file.name())));
            }
            return lines.toString();
        }
    }

    /** Cuts extents into pieces. */
    private final class Pieces implements OrderedPipeline.Source<TextPiece> {

        private final OrderedPipeline.Source<Chosen> source;
        private final DataSeriesReader file;
        private final Skipped skipped;
        private @Nullable Chosen current;
        private @Nullable RowText text;
        private String before = "";
        private int from;
        private int step = 1;

        Pieces(OrderedPipeline.Source<Chosen> source, DataSeriesReader file, Skipped skipped) {
            this.source = source;
            this.file = file;
            this.skipped = skipped;
        }

        @Override
        public @Nullable TextPiece next() throws IOException {
            Chosen chosen = current;
            RowText how = text;
            if (chosen == null || how == null) {
                chosen = source.next();
                if (chosen == null) {
                    return null;
                }
                how = turnTo(chosen.extent(), chosen.rows());
            }
            int count = chosen.rows().count();
            int to = (int) Math.min(count, (long) from + step);
            TextPiece piece = new TextPiece(chosen.extent(), chosen.rows(), from, to, how, before);
            before = "";
            from = to;
            current = to < count ? chosen : null;
            text = how;
            return piece;
        }

        private RowText turnTo(Extent extent, RowSet rows) throws DataSeriesException {
            String earlier = skipped.linesBefore(extent.fileOffset());
            RowText how = rowText(extent.type(), file.name());
            before = earlier + head(extent.type(), fields(extent.type(), file.name()));
            how.observe(extent, rows);
            from = 0;
            // Strings are not in the estimate of the fields; in hexadecimal they have twice their bytes.
            long strings = 2
                    * Math.max(
                            0,
                            extent.sizeBytes()
                                    - (long) extent.rows() * extent.type().recordSize());
            long perRow = how.estimate() + strings / Math.max(1, extent.rows());
            step = (int) Math.max(1, PIECE_BYTES / Math.max(1, perRow));
            return how;
        }
    }

    /** Returns a warning for each field of the rows printed so far with integers of which {@code print_format} leaves out bits. */
    public List<String> warnings() {
        return rowTexts.entrySet().stream()
                .flatMap(text -> text.getValue().warnings(text.getKey()).stream())
                .sorted()
                .toList();
    }

    private RowText rowText(ExtentType type, String source) throws DataSeriesException {
        RowText known = rowTexts.get(type);
        if (known != null) {
            return known;
        }
        boolean blank = options.compat() && options.headersOnce() && !headed.isEmpty() && !headed.contains(type.name());
        List<Field> fields = fields(type, source);
        try {
            RowText made = RowText.of(type, blank ? List.of() : fields, options);
            rowTexts.put(type, made);
            return made;
        } catch (IllegalArgumentException e) {
            throw new DataSeriesException(source, String.valueOf(e.getMessage()));
        }
    }

    /** Returns the fields to print. */
    private List<Field> fields(ExtentType type, String source) throws DataSeriesException {
        try {
            return options.printedFields(type, type.name().equals(selectedType));
        } catch (IllegalArgumentException e) {
            throw new DataSeriesException(source, String.valueOf(e.getMessage()));
        }
    }

    /** Returns the lines before an extent; all of their parts come from strings. */
    private String head(ExtentType type, List<Field> fields) {
        boolean again = options.compat() ? !headed.isEmpty() : headed.contains(type.name());
        if (options.headersOnce() && again) {
            return "";
        }
        headed.add(type.name());
        TextBuffer head = new TextBuffer(0);
        if (!options.skipExtentType()) {
            head.append("# Extent, type='");
            head.append(type.name());
            head.append('\'');
            TextOptions.Where where = options.where();
            if (where != null && type.name().equals(filteredType)) {
                head.append(", where='");
                head.append(where.text());
                head.append('\'');
            }
            head.append('\n');
        }
        if (!options.skipFieldNames()) {
            String header = options.header(type.name());
            if (header == null) {
                printFieldNames(fields, head);
            } else {
                head.append(header);
                head.append('\n');
            }
        }
        return new String(head.toBytes(), UTF_8);
    }

    private void printFieldNames(List<Field> fields, TextBuffer head) {
        byte[] separator = options.separator().getBytes(UTF_8);
        boolean quoting = options.csv() && !options.compat();
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) {
                head.append(separator);
            }
            int start = head.size();
            head.append(fields.get(i).name());
            if (quoting) {
                head.quoteFrom(start, separator);
            }
        }
        head.append('\n');
    }
}
