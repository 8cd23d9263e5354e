package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.IndexEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints DataSeries files as text, byte for byte as the original {@code ds2txt} does.
 *
 * <p>The types and the index are printed for the first file only, the extents for every file. Print attributes of the
 * fields are followed. Not thread-safe.
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

    private final TextBuffer out;
    private final TextOptions options;
    private final byte[] separator;
    private final Map<ExtentType, List<FieldPrinter>> printers = new HashMap<>();
    private boolean started;

    /**
     * Prepares to print.
     *
     * @param out takes the text; flushed after each file, never closed
     */
    public ExtentText(OutputStream out, TextOptions options) {
        this.out = new TextBuffer(out);
        this.options = options;
        this.separator = options.separator().getBytes(UTF_8);
    }

    /**
     * Prints a file.
     *
     * @throws DataSeriesException if the file is damaged, a print attribute makes no sense, or no single type matches the
     *     pattern of the options
     * @throws IOException if reading or printing fails
     */
    public void print(DataSeriesReader file) throws IOException {
        if (!started) {
            started = true;
            if (!options.skipTypes()) {
                printTypes(file);
            }
            if (!options.skipIndex()) {
                printIndex(file);
            }
        }
        String pattern = options.type();
        try (ExtentSource extents = file.extents(pattern == null ? "" : pattern, options.threads())) {
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                if (isPrinted(extent.type())) {
                    printExtent(extent, file.name());
                }
            }
        }
        out.flush();
    }

    private boolean isPrinted(ExtentType type) {
        return !type.name().equals(XML_TYPE)
                && !(options.skipIndex() && type.name().equals(INDEX_TYPE));
    }

    private void printTypes(DataSeriesReader file) throws IOException {
        List<ExtentType> types = new ArrayList<>(file.types());
        types.add(file.type(XML_TYPE));
        types.add(file.type(INDEX_TYPE));
        types.sort(Comparator.comparing(type -> type.name().getBytes(UTF_8), Arrays::compareUnsigned));
        out.append("# Extent Types ...\n");
        for (ExtentType type : types) {
            out.append(type.xmlBytes());
            out.append('\n');
        }
    }

    private void printIndex(DataSeriesReader file) throws IOException {
        out.append("extent offset  ExtentType\n");
        for (IndexEntry entry : file.index()) {
            String offset = Long.toString(entry.offset());
            out.append(offset);
            for (int i = offset.length(); i < OFFSET_WIDTH; i++) {
                out.append(' ');
            }
            out.append("  ");
            out.append(entry.typeName());
            out.append('\n');
        }
    }

    private void printExtent(Extent extent, String source) throws IOException {
        ExtentType type = extent.type();
        if (!options.skipExtentType()) {
            out.append("# Extent, type='");
            out.append(type.name());
            out.append("'\n");
        }
        if (!options.skipFieldNames()) {
            printFieldNames(type);
        }
        List<FieldPrinter> known = printers.get(type);
        if (known == null) {
            known = printers(type, source);
            printers.put(type, known);
        }
        FieldPrinter[] fields = known.toArray(FieldPrinter[]::new);
        for (FieldPrinter field : fields) {
            field.bind(extent);
        }
        int rows = extent.rows();
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < fields.length; i++) {
                if (i > 0) {
                    out.append(separator);
                }
                fields[i].print(row, out);
            }
            out.append('\n');
        }
    }

    private void printFieldNames(ExtentType type) throws IOException {
        boolean first = true;
        for (Field field : type.fields()) {
            if (!first) {
                out.append(separator);
            }
            first = false;
            out.append(field.name());
        }
        out.append('\n');
    }

    private List<FieldPrinter> printers(ExtentType type, String source) throws DataSeriesException {
        List<FieldPrinter> fields = new ArrayList<>();
        for (Field field : type.fields()) {
            try {
                fields.add(FieldPrinter.of(type, field, options.csv()));
            } catch (IllegalArgumentException e) {
                throw new DataSeriesException(
                        source,
                        "cannot print field '" + field.name() + "' of type '" + type.name() + "': " + e.getMessage());
            }
        }
        return fields;
    }
}
