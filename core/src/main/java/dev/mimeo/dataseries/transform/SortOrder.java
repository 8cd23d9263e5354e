package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The order of rows: by the first key, where that is equal by the second, and so on.
 *
 * @param keys at least one
 */
public record SortOrder(List<Key> keys) {

    /** Copies the list, and checks that it has a key. */
    public SortOrder {
        keys = List.copyOf(keys);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("name a field to sort by");
        }
    }

    /**
     * Reads an order such as {@code time, size desc, name asc nulls first}: fields with {@code asc} (the default) or
     * {@code desc} and {@code nulls first} or {@code nulls last} (the default). Backslashes are before characters of names
     * that would end them: spaces, commas and backslashes.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static SortOrder parse(String text) {
        List<Key> keys = new ArrayList<>();
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                i++;
                word.append(text.charAt(i));
                inWord = true;
            } else if (c == ',' || Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    inWord = false;
                }
                if (c == ',') {
                    keys.add(key(words, text));
                    words.clear();
                }
            } else {
                word.append(c);
                inWord = true;
            }
        }
        return new SortOrder(keys);
    }

    private static Key key(List<String> words, String text) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' lacks the name of a field");
        }
        String rest = String.join(" ", words.subList(1, words.size())).toLowerCase(Locale.ROOT);
        boolean descending = rest.startsWith("desc");
        String nulls = rest.replaceFirst("^(asc|desc)( |$)", "");
        boolean nullsFirst = switch (nulls) {
            case "nulls first" -> true;
            case "", "nulls last" -> false;
            default ->
                throw new IllegalArgumentException("'" + String.join(" ", words)
                        + "' is not a sort key: write FIELD [asc|desc] [nulls first|nulls last]");
        };
        return new Key(words.get(0), descending, nullsFirst);
    }

    /**
     * Returns the fields of the keys.
     *
     * @throws IllegalArgumentException if the type lacks one; the message lists what there is
     */
    int[] fields(ExtentType type) {
        return keys.stream().mapToInt(key -> type.indexOf(key.field())).toArray();
    }

    /** Returns the types of the fields of the keys. */
    FieldType[] types(ExtentType type) {
        return Arrays.stream(fields(type))
                .mapToObj(field -> type.fields().get(field).type())
                .toArray(FieldType[]::new);
    }

    /**
     * A field to sort by.
     *
     * <p>Booleans are ordered false before true, bytes from 0 to 255, numbers by value, strings by their bytes. The two zeros
     * are equal, and so are all NaNs, which come after all numbers: the order of SQL.
     *
     * @param field name of the field
     * @param descending whether the largest value comes first
     * @param nullsFirst whether nulls come before all values, whatever the direction
     */
    public record Key(String field, boolean descending, boolean nullsFirst) {}
}
