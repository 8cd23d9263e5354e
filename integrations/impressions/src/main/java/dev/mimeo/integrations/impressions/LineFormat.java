package dev.mimeo.integrations.impressions;

import org.jspecify.annotations.Nullable;

/** How a line names a file and its size. */
enum LineFormat {
    PATH_SIZE {
        @Override
        @Nullable FileRequest parse(long number, String line) {
            if (line.isBlank() || line.startsWith("#")) {
                return null;
            }
            int tab = line.lastIndexOf('\t');
            int end = tab >= 0 ? tab : line.lastIndexOf(' ');
            if (end <= 0) {
                return new FileRequest(number, line, 0, "expected a path and a size");
            }
            return request(number, line.substring(0, end), line.substring(end + 1));
        }
    },
    IMPRESSIONS_LOG {
        @Override
        @Nullable FileRequest parse(long number, String line) {
            if (line.isBlank()) {
                return null;
            }
            String[] fields = line.split(" ", 5);
            if (fields.length < 5 || fields[4].isEmpty() || !isNumber(fields[1]) || !isNumber(fields[3])) {
                return new FileRequest(
                        number, line, 0, "expected extension, number, size, depth and path, as Impressions logs them");
            }
            return request(number, fields[4], fields[2]);
        }
    };

    /** Returns the request of a line, or null if it makes none. */
    abstract @Nullable FileRequest parse(long number, String line);

    private static FileRequest request(long number, String path, String sizeText) {
        String digits = sizeText.replaceFirst("\\.0+$", "");
        if (!isNumber(digits)) {
            return new FileRequest(number, path, 0, "size '" + sizeText + "' is not a number of bytes");
        }
        try {
            return new FileRequest(number, path, Long.parseLong(digits), null);
        } catch (NumberFormatException e) {
            return new FileRequest(number, path, 0, "size " + sizeText + " is above 2^63 - 1");
        }
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
