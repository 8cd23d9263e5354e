package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The types of a text, by name: those known before, and those whose descriptions are in the text, line by line. */
final class PrintedTypes {

    private static final Pattern EMPTY_TYPE = Pattern.compile("<ExtentType(?:[^\"'>]|\"[^\"]*+\"|'[^']*+')*+/>");

    /** A description of a type whose start is longer than this has an end tag. */
    private static final int MAX_EMPTY_TYPE = 1 << 16;

    private static final int MAX_TYPE = 16 << 20;
    private static final int MAX_TYPES = 1 << 16;

    private final Map<String, ExtentType> types = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private boolean open;

    PrintedTypes(List<ExtentType> known) {
        for (ExtentType type : known) {
            types.put(type.name(), type);
        }
    }

    /** Returns the types, in the order in which they became known. */
    List<ExtentType> all() {
        return List.copyOf(types.values());
    }

    /** Returns the type of a name, or null if it is not known. */
    @Nullable ExtentType get(String name) {
        return types.get(name);
    }

    /** Returns whether a description has begun and not ended. */
    boolean isOpen() {
        return open;
    }

    /** Takes a line that is part of a description. */
    void line(String line, String source, long number) throws DataSeriesException, TextFault {
        if (!open && line.stripLeading().startsWith("<")) {
            end(source, number);
            open = true;
        }
        text.append(line).append('\n');
        if (text.length() > MAX_TYPE || types.size() > MAX_TYPES) {
            throw new TextFault("the descriptions of the types are too large", "give them in files of their own");
        }
        boolean complete = line.contains("</ExtentType>")
                || (text.length() < MAX_EMPTY_TYPE && EMPTY_TYPE.matcher(text).find());
        open &= !complete;
    }

    /** Takes the description that was read, without the line feed that is printed behind each. */
    void end(String source, long number) throws DataSeriesException {
        String xml = text.toString();
        text.setLength(0);
        if (xml.isBlank()) {
            return;
        }
        ExtentType type = parse(xml.substring(0, xml.length() - 1), source, number);
        ExtentType known = types.putIfAbsent(type.name(), type);
        if (known != null && !known.equals(type)) {
            throw new DataSeriesException(
                    source,
                    "line " + number + ": there are two different types named '" + type.name()
                            + "': rename one, or convert the texts one by one");
        }
    }

    private static ExtentType parse(String xml, String source, long number) throws DataSeriesException {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new DataSeriesException(
                    source, "line " + number + ": the type before this line is not valid: " + e.getMessage());
        }
    }
}
