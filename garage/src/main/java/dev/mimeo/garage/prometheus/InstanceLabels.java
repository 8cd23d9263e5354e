package dev.mimeo.garage.prometheus;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Labels in the text of an instance, {@code cpu="0",mode="user"}. */
final class InstanceLabels {

    private static final Pattern LABEL =
            Pattern.compile("([^=\",]++)=\"((?:[^\"\\\\]|\\\\.)*+)\"(,|$)", Pattern.DOTALL);

    private InstanceLabels() {}

    /**
     * Adds the labels of a text to others.
     *
     * @return whether the text is labels and nothing else; none were added if it is not
     */
    static boolean parse(String instance, Map<String, String> labels) {
        Map<String, String> found = new LinkedHashMap<>();
        Matcher label = LABEL.matcher(instance);
        int end = 0;
        while (end < instance.length()) {
            if (!label.find()
                    || label.start() != end
                    || (label.end() == instance.length()) == label.group(3).equals(",")) {
                return false;
            }
            end = label.end();
            found.put(label.group(1), unescaped(label.group(2)));
        }
        labels.putAll(found);
        return true;
    }

    private static String unescaped(String text) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                c = text.charAt(++i);
                c = c == 'n' ? '\n' : c;
            }
            result.append(c);
        }
        return result.toString();
    }
}
