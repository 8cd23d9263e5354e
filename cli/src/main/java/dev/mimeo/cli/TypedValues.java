package dev.mimeo.cli;

import dev.mimeo.internal.text.ByteSizes;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The values of options as they were typed, in messages of the library, which knows their numbers alone. */
final class TypedValues {

    /** The wrong number, at the end of a message. */
    private static final Pattern GOT = Pattern.compile("(?<=\\b(?:got|not) )(\\d{1,19})(?: bytes)?$");

    private TypedValues() {}

    /** Returns a message with what was typed in place of the number that it stands for, if that looks different. */
    static String restored(String message, CommandLine command) {
        Matcher got = GOT.matcher(message);
        CommandLine.ParseResult parsed = command.getParseResult();
        if (parsed == null || !got.find()) {
            return message;
        }
        String number = got.group(1);
        for (OptionSpec option : parsed.matchedOptions()) {
            List<String> words = option.originalStringValues();
            List<Object> values = option.typedValues();
            for (int i = 0; i < Math.min(words.size(), values.size()); i++) {
                for (String word : words.get(i).split(",", -1)) {
                    if (!word.equals(number) && isNumber(word, values.get(i), number)) {
                        return message.substring(0, got.start()) + "'" + word + "'";
                    }
                }
            }
        }
        return message;
    }

    /** Returns whether a word stands for a number: that of the option, or a size in a list. */
    private static boolean isNumber(String word, Object value, String number) {
        try {
            long typed = value instanceof Number parsed ? parsed.longValue() : ByteSizes.parse(word);
            // Larger sizes become this one where the library takes an int.
            return Long.toString(typed).equals(number)
                    || (typed > Integer.MAX_VALUE && number.equals(Integer.toString(Integer.MAX_VALUE)));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
