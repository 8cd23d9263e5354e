package dev.mimeo.formats.text;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.RowFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@link ExtentText}: the parts of files to print, and their format. Immutable; as thread-safe as the
 * filters given.
 *
 * <p>Starts from {@link #DEFAULT}, {@link #CSV} or {@link #JSON}; each method returns changed options.
 */
public final class TextOptions {

    /** Everything, values separated by a space. */
    public static final TextOptions DEFAULT = new TextOptions();

    /**
     * Field names and rows only, values separated by a comma. Values with a separator, a quote or a line end in them are
     * quoted as in RFC 4180.
     */
    public static final TextOptions CSV = csvOptions();

    /**
     * A JSON object on a line of its own per row (JSON Lines): {@code {"type":NAME,"row":{FIELD:VALUE,…}}}.
     *
     * <p>Values are those stored; print attributes are not followed. Nulls are {@code null}, booleans {@code true} and
     * {@code false}, integers exact. Doubles have the digits that give the same double again; those JSON has no number
     * for are the strings {@code "NaN"}, {@code "Infinity"} and {@code "-Infinity"}. Byte strings that are well-formed
     * UTF-8 are strings; others, and all fixed-width values, are objects {@code {"hex":"00ff…"}}.
     */
    public static final TextOptions JSON = jsonOptions();

    /** Type and fields of {@link #withSelection}. */
    record Selection(String pattern, List<String> fields) {}

    /** Type and expression of {@link #withFilter}. */
    record Where(String pattern, String text, Function<ExtentType, RowFilter> filter) {}

    private boolean skipTypes;
    private boolean skipIndex;
    private boolean skipExtentType;
    private boolean skipFieldNames;
    private boolean headersOnce;
    private boolean csv;
    private boolean json;
    private boolean compat;
    private String separator = " ";
    private @Nullable String type;
    private @Nullable Selection selection;
    private @Nullable Where where;
    private Map<String, List<String>> fields = Map.of();
    private Map<String, String> headers = Map.of();
    private Map<String, Map<String, Map<String, String>>> printSpecs = Map.of();
    private int threads = 1;

    private TextOptions() {}

    private static TextOptions csvOptions() {
        TextOptions options = new TextOptions();
        options.skipTypes = true;
        options.skipIndex = true;
        options.skipExtentType = true;
        options.csv = true;
        options.separator = ",";
        return options;
    }

    private static TextOptions jsonOptions() {
        TextOptions options = new TextOptions();
        options.skipTypes = true;
        options.skipIndex = true;
        options.skipExtentType = true;
        options.skipFieldNames = true;
        options.json = true;
        return options;
    }

    private TextOptions copy() {
        TextOptions copy = new TextOptions();
        copy.skipTypes = skipTypes;
        copy.skipIndex = skipIndex;
        copy.skipExtentType = skipExtentType;
        copy.skipFieldNames = skipFieldNames;
        copy.headersOnce = headersOnce;
        copy.csv = csv;
        copy.json = json;
        copy.compat = compat;
        copy.separator = separator;
        copy.type = type;
        copy.selection = selection;
        copy.where = where;
        copy.fields = fields;
        copy.headers = headers;
        copy.printSpecs = printSpecs;
        copy.threads = threads;
        return copy;
    }

    /** Returns these options without the descriptions of the types. */
    public TextOptions withoutTypes() {
        TextOptions copy = copy();
        copy.skipTypes = true;
        return copy;
    }

    /** Returns these options without the index, as a table and as an extent. */
    public TextOptions withoutIndex() {
        TextOptions copy = copy();
        copy.skipIndex = true;
        return copy;
    }

    /** Returns these options without the line with the type before each extent. */
    public TextOptions withoutExtentType() {
        TextOptions copy = copy();
        copy.skipExtentType = true;
        return copy;
    }

    /** Returns these options without the line with the field names before each extent. */
    public TextOptions withoutFieldNames() {
        TextOptions copy = copy();
        copy.skipFieldNames = true;
        return copy;
    }

    /** Returns these options with the lines before extents printed for the first extent of each type only. */
    public TextOptions withHeadersOnce() {
        TextOptions copy = copy();
        copy.headersOnce = true;
        return copy;
    }

    /**
     * Returns these options with the faults of the original {@code ds2txt}: CSV without quotes except for the styles
     * {@code csv} and {@code text}, empty lines instead of the rows of further types where headers are printed once, and
     * times that lose a sign or a carry in the format {@code sec.nsec}.
     */
    public TextOptions withCompat() {
        TextOptions copy = copy();
        copy.compat = true;
        return copy;
    }

    /** Returns these options with another separator; it may be empty. */
    public TextOptions withSeparator(String text) {
        TextOptions copy = copy();
        copy.separator = text;
        return copy;
    }

    /**
     * Returns these options for the extents of one type only.
     *
     * @param pattern see {@link dev.mimeo.dataseries.DataSeriesReader#type(String)}; null for all types
     */
    public TextOptions withType(@Nullable String pattern) {
        TextOptions copy = copy();
        copy.type = pattern;
        return copy;
    }

    /**
     * Returns these options for one type only, and some fields of it. The pattern {@code *} chooses the fields of the
     * only type of the first file that is not of the library or {@code Info:}, and still prints other types in full.
     *
     * @param pattern see {@link dev.mimeo.dataseries.DataSeriesReader#type(String)}
     * @param names fields in the order to print them; empty for all
     */
    public TextOptions withSelection(String pattern, List<String> names) {
        TextOptions copy = copy();
        copy.selection = new Selection(pattern, List.copyOf(names));
        return copy;
    }

    /**
     * Returns these options with only those rows of a type that a filter chooses; rows of other types are not affected.
     *
     * @param pattern see {@link dev.mimeo.dataseries.DataSeriesReader#type(String)}
     * @param text the condition as it is shown before extents
     * @param filter makes a filter for a type; called for every type of that name that occurs and for every thread, the
     *     filters are used by one thread at a time
     */
    public TextOptions withFilter(String pattern, String text, Function<ExtentType, RowFilter> filter) {
        TextOptions copy = copy();
        copy.where = new Where(pattern, text, filter);
        return copy;
    }

    /**
     * Returns these options with a list of fields of a type.
     *
     * @param xml {@code <fields type="TYPE"><field name="FIELD"/>…</fields>}, with the exact name of the type
     * @throws IllegalArgumentException if the text is anything else
     */
    public TextOptions withFields(String xml) {
        PrintXml element = PrintXml.parse(xml, "fields", "field");
        String name = PrintXml.required(element.attributes(), "fields", "type");
        List<String> names = new ArrayList<>(fields.getOrDefault(name, List.of()));
        for (Map<String, String> field : element.children()) {
            names.add(PrintXml.required(field, "field", "name"));
        }
        Map<String, List<String>> all = new HashMap<>(fields);
        all.put(name, List.copyOf(names));
        TextOptions copy = copy();
        copy.fields = all;
        return copy;
    }

    /**
     * Returns these options with a text instead of the line with the field names.
     *
     * @param xml {@code <header type="TYPE">text</header>}, with the exact name of the type
     * @throws IllegalArgumentException if the text is anything else
     */
    public TextOptions withHeader(String xml) {
        PrintXml element = PrintXml.parse(xml, "header", "");
        if (element.text().isEmpty()) {
            throw new IllegalArgumentException("<header> has no text");
        }
        Map<String, String> all = new HashMap<>(headers);
        all.put(PrintXml.required(element.attributes(), "header", "type"), element.text());
        TextOptions copy = copy();
        copy.headers = all;
        return copy;
    }

    /**
     * Returns these options with other attributes of a field for printing; those of its type are not followed then.
     *
     * @param specification {@code type="TYPE" name="FIELD" print_format="…" …}, also as an element {@code <printSpec
     *     …/>}, with the exact name of the type
     * @throws IllegalArgumentException if the text is anything else
     */
    public TextOptions withPrintSpec(String specification) {
        if (!specification.startsWith("<") && !specification.startsWith("type=")) {
            throw new IllegalArgumentException(
                    "a print specification starts with '<' or 'type=', not as '" + specification + "'");
        }
        String xml = specification.startsWith("<") ? specification : "<printSpec " + specification + "/>";
        Map<String, String> attributes = PrintXml.parse(xml, "printSpec", "").attributes();
        String typeName = PrintXml.required(attributes, "printSpec", "type");
        String field = PrintXml.required(attributes, "printSpec", "name");
        Map<String, Map<String, String>> ofType = new HashMap<>(printSpecs.getOrDefault(typeName, Map.of()));
        ofType.put(field, attributes);
        Map<String, Map<String, Map<String, String>>> all = new HashMap<>(printSpecs);
        all.put(typeName, ofType);
        TextOptions copy = copy();
        copy.printSpecs = all;
        return copy;
    }

    /**
     * Returns these options with another number of threads to filter and to format with, at least 1.
     *
     * @throws IllegalArgumentException if it is less
     */
    public TextOptions withThreads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + count);
        }
        TextOptions copy = copy();
        copy.threads = count;
        return copy;
    }

    /** Returns the fields of a type to print: those named for it, then those of the selection if it is the selected one; all if there are none. */
    List<Field> printedFields(ExtentType type, boolean isSelected) {
        List<String> names = new ArrayList<>(fields.getOrDefault(type.name(), List.of()));
        if (selection != null && isSelected) {
            names.addAll(selection.fields());
            if (selection.fields().isEmpty()) {
                type.fields().forEach(field -> names.add(field.name()));
            }
        }
        return names.isEmpty()
                ? type.fields()
                : names.stream()
                        .map(name -> type.fields().get(type.indexOf(name)))
                        .toList();
    }

    /**
     * Returns a line for each type or field that print specifications, headers and lists of fields name and that does not occur: they
     * change nothing then.
     *
     * @param types those of all files that are printed
     */
    public List<String> unmatched(Collection<ExtentType> types) {
        Set<String> lines = new TreeSet<>();
        headers.keySet().forEach(name -> addUnmatched(name, List.of(), types, lines));
        fields.forEach((name, names) -> addUnmatched(name, names, types, lines));
        printSpecs.forEach((name, ofType) -> addUnmatched(name, ofType.keySet(), types, lines));
        return List.copyOf(lines);
    }

    private static void addUnmatched(
            String name, Collection<String> names, Collection<ExtentType> types, Set<String> lines) {
        List<ExtentType> named =
                types.stream().filter(type -> type.name().equals(name)).toList();
        if (named.isEmpty() && !ExtentType.isBuiltIn(name)) {
            lines.add("no file has the type '" + name + "': check the name");
        }
        for (String field : named.isEmpty() ? List.<String>of() : names) {
            if (named.stream().noneMatch(type -> type.hasField(field))) {
                lines.add("type '" + name + "' has no field '" + field + "' in any file: check the name");
            }
        }
    }

    boolean skipTypes() {
        return skipTypes;
    }

    boolean skipIndex() {
        return skipIndex;
    }

    boolean skipExtentType() {
        return skipExtentType;
    }

    boolean skipFieldNames() {
        return skipFieldNames;
    }

    boolean headersOnce() {
        return headersOnce;
    }

    boolean csv() {
        return csv;
    }

    boolean json() {
        return json;
    }

    boolean compat() {
        return compat;
    }

    String separator() {
        return separator;
    }

    @Nullable String type() {
        return type;
    }

    @Nullable Selection selection() {
        return selection;
    }

    @Nullable Where where() {
        return where;
    }

    @Nullable String header(String typeName) {
        return headers.get(typeName);
    }

    @Nullable Map<String, String> printSpec(String typeName, String field) {
        return printSpecs.getOrDefault(typeName, Map.of()).get(field);
    }

    int threads() {
        return threads;
    }
}
