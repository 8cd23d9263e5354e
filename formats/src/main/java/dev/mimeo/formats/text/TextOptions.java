package dev.mimeo.formats.text;

import org.jspecify.annotations.Nullable;

/**
 * Which parts of files {@link ExtentText} prints.
 *
 * @param skipTypes whether to leave out the descriptions of the types
 * @param skipIndex whether to leave out the index, as a table and as an extent
 * @param skipExtentType whether to leave out the line with the type before each extent
 * @param skipFieldNames whether to leave out the line with the field names before each extent
 * @param csv whether strings printed in the style {@code text} are quoted where they hold a comma
 * @param separator what to print between two values
 * @param type prints only extents of the type that this pattern matches, see
 *     {@link dev.mimeo.dataseries.DataSeriesReader#type(String)}; null for all
 * @param threads threads that unpack extents, at least 1
 */
public record TextOptions(
        boolean skipTypes,
        boolean skipIndex,
        boolean skipExtentType,
        boolean skipFieldNames,
        boolean csv,
        String separator,
        @Nullable String type,
        int threads) {

    /** Everything, values separated by a space. */
    public static final TextOptions DEFAULT = new TextOptions(false, false, false, false, false, " ", null, 1);

    /** Field names and rows only, values separated by a comma. */
    public static final TextOptions CSV = new TextOptions(true, true, true, false, true, ",", null, 1);

    /** Returns these options without the descriptions of the types. */
    public TextOptions withoutTypes() {
        return new TextOptions(true, skipIndex, skipExtentType, skipFieldNames, csv, separator, type, threads);
    }

    /** Returns these options without the index. */
    public TextOptions withoutIndex() {
        return new TextOptions(skipTypes, true, skipExtentType, skipFieldNames, csv, separator, type, threads);
    }

    /** Returns these options without the line with the type before each extent. */
    public TextOptions withoutExtentType() {
        return new TextOptions(skipTypes, skipIndex, true, skipFieldNames, csv, separator, type, threads);
    }

    /** Returns these options without the line with the field names before each extent. */
    public TextOptions withoutFieldNames() {
        return new TextOptions(skipTypes, skipIndex, skipExtentType, true, csv, separator, type, threads);
    }

    /** Returns these options with another separator. */
    public TextOptions withSeparator(String text) {
        return new TextOptions(skipTypes, skipIndex, skipExtentType, skipFieldNames, csv, text, type, threads);
    }

    /** Returns these options for the extents of one type only. */
    public TextOptions withType(@Nullable String pattern) {
        return new TextOptions(skipTypes, skipIndex, skipExtentType, skipFieldNames, csv, separator, pattern, threads);
    }

    /** Returns these options with another number of threads. */
    public TextOptions withThreads(int count) {
        return new TextOptions(skipTypes, skipIndex, skipExtentType, skipFieldNames, csv, separator, type, count);
    }
}
