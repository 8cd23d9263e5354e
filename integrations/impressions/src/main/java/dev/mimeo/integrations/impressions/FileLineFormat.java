package dev.mimeo.integrations.impressions;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Syntax in which a line names a file and its size. Lines are bytes, each of which stands as a character of ISO 8859-1.
 */
enum FileLineFormat {
    /** Path, tab or space, size. */
    LIST {
        @Override
        FileList.@Nullable Request parse(long number, String line) {
            String text = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            if (text.isBlank() || text.startsWith("#")) {
                return null;
            }
            int tab = text.lastIndexOf('\t');
            return split(number, text, tab >= 0 ? tab : text.lastIndexOf(' '));
        }
    },

    /** Path, space, size: what a producer sends through a pipe. */
    REQUEST {
        @Override
        FileList.@Nullable Request parse(long number, String line) {
            return line.startsWith("#") ? null : split(number, line, line.lastIndexOf(' '));
        }
    },

    /** Extension, its number, size, depth, path, as Impressions logs them. */
    IMPRESSIONS_LOG {
        @Override
        FileList.@Nullable Request parse(long number, String line) {
            if (line.isBlank()) {
                return null;
            }
            Matcher fields = LOG_LINE.matcher(line);
            return fields.matches()
                    ? request(number, fields.group(2), fields.group(1))
                    : defect(
                            number, line, "expected extension, number, size, depth and path, as Impressions logs them");
        }
    };

    /** Impressions prints extensions with garbage at their end, so the first field may hold spaces. */
    private static final Pattern LOG_LINE =
            Pattern.compile(".*? [0-9]++ ([0-9]++(?:\\.[0-9]++)?) [0-9]++ (.+)", Pattern.DOTALL);

    /** Pattern of a log line that a path and a size cannot match: Impressions prints sizes with six decimals. */
    private static final Pattern SURE_LOG_LINE =
            Pattern.compile(".*? [0-9]++ [0-9]++\\.0{6} [0-9]++ .+", Pattern.DOTALL);

    private static final Pattern SIZE = Pattern.compile("([0-9]+)(?:\\.0+)?");

    /** Returns the request of a line, or null if it makes none. */
    abstract FileList.@Nullable Request parse(long number, String line);

    /** Returns the format of a list that is a log of Impressions or lines of path and size, by one of its lines. */
    static FileLineFormat of(String line) {
        return SURE_LOG_LINE.matcher(line).matches() ? IMPRESSIONS_LOG : LIST;
    }

    static FileList.Request defect(long number, String line, String what) {
        return FileList.Request.ofLine(number, path(line), 0, what);
    }

    private static FileList.Request split(long number, String line, int end) {
        return end <= 0
                ? defect(number, line, "expected a path and a size")
                : request(number, line.substring(0, end), line.substring(end + 1));
    }

    private static FileList.Request request(long number, String path, String sizeText) {
        Matcher size = SIZE.matcher(sizeText);
        if (!size.matches()) {
            return defect(number, path, "size '" + path(sizeText) + "' is not a number of bytes");
        }
        try {
            return FileList.Request.ofLine(number, path(path), Long.parseLong(size.group(1)), null);
        } catch (NumberFormatException e) {
            return defect(number, path, "size " + sizeText + " is above 2^63 - 1");
        }
    }

    private static FilePath path(String bytes) {
        return FilePath.of(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }
}
