package dev.mimeo.nfs.analyze;

import java.util.Locale;

/** The frame and the formats of the text that analyses of these traces have printed since 2003. */
final class ClassicText {

    private ClassicText() {}

    static void begin(StringBuilder out, String name) {
        out.append("Begin-virtual void ").append(name).append("::printResult()\n");
    }

    static void end(StringBuilder out, String name) {
        out.append("End-virtual void ").append(name).append("::printResult()\n\n");
    }

    /** Formats as C does, without a locale. */
    static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Puts spaces before a text up to a width. */
    static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    /** Returns seconds with nine decimals. */
    static String seconds(long nanos) {
        return format("%d.%09d", Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }
}
