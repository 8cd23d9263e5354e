package dev.mimeo.garage.load;

import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;

/** Reads {@code sadf -d}, see sadf(1) of sysstat 12. */
final class SadfText {

    private static final String START = "# hostname;interval;timestamp";
    private static final String ZONE = " UTC";

    /** Fields of each line before its values. */
    private static final int FIXED = 3;

    /** Tables by the column that names their instances. */
    static final Map<String, String> TABLES = Map.of(
            "CPU", "Processor", "DEV", "Disk", "IFACE", "Network", "TTY", "Terminal", "FILESYSTEM", "Filesystem");

    private static final String ALL_PROCESSORS = "-1";

    private SadfText() {}

    static void read(Path file, TextRows tables) throws IOException {
        try (TextLines lines = new TextLines(file)) {
            String[] header = null;
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (line.startsWith("#")) {
                    header = header(line, lines);
                } else if (!line.isBlank()) {
                    if (header == null) {
                        throw lines.error("expected '" + START + "...' before: is this what 'sadf -d' prints?");
                    }
                    row(line, header, lines, tables);
                }
            }
        }
    }

    private static String[] header(String line, TextLines lines) throws LoadException {
        if (!line.startsWith(START)) {
            throw lines.error("expected '" + START + "...'");
        }
        String[] header = line.split(";", -1);
        if (header[header.length - 1].equals("[...]")) {
            throw lines.error("is cut short: run sadf without -h");
        }
        return header;
    }

    private static void row(String line, String[] header, TextLines lines, TextRows tables) throws IOException {
        String[] fields = line.split(";", -1);
        boolean isNote = fields.length == FIXED + 1
                && (fields[FIXED].startsWith("LINUX-RESTART") || fields[FIXED].startsWith("COM"));
        String first = header.length > FIXED ? header[FIXED] : "";
        boolean isInstance = !first.isEmpty() && first.chars().allMatch(c -> c >= 'A' && c <= 'Z');
        if (isNote || (isInstance && !TABLES.containsKey(first)) || header.length == FIXED) {
            return;
        }
        if (fields.length != header.length) {
            throw lines.error("expected " + header.length + " fields, found " + fields.length);
        }
        LocalDateTime time = time(fields[2], lines);
        String instance = isInstance ? fields[FIXED] : null;
        String table = isInstance ? TABLES.get(first) : TableSchema.RAW_DATA;
        if (table == null || (table.equals("Processor") && ALL_PROCESSORS.equals(instance))) {
            table = TableSchema.RAW_DATA;
            instance = null;
        }
        for (int i = isInstance ? FIXED + 1 : FIXED; i < header.length; i++) {
            NumberText value = lines.number(fields[i], header[i]);
            tables.add(table, fields[0], time, instance, name(header, i, lines), value, lines.line());
        }
    }

    /** Returns the name of a counter by its title and the first one; the only title that two sections share is told apart. */
    static String counter(String title, String first) {
        return title.equals("retrans/s") && first.equals("call/s") ? "nfs." + title : title;
    }

    private static String name(String[] header, int index, TextLines lines) throws LoadException {
        String name = header[index];
        if (name.isEmpty()) {
            throw lines.error("column " + (index + 1) + " of its section has no name");
        }
        return counter(name, header[FIXED]);
    }

    private static LocalDateTime time(String field, TextLines lines) throws LoadException {
        try {
            if (field.endsWith(ZONE)) {
                return lines.checked(LocalDateTime.parse(
                        field.substring(0, field.length() - ZONE.length()).replace(' ', 'T')));
            }
            if (!field.isEmpty() && field.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return lines.checked(LocalDateTime.ofEpochSecond(Long.parseLong(field), 0, ZoneOffset.UTC));
            }
        } catch (DateTimeException | NumberFormatException e) {
            throw lines.error(wrongTime(field), e);
        }
        throw lines.error(wrongTime(field));
    }

    private static String wrongTime(String field) {
        String shown = field.length() > 40 ? field.substring(0, 40) : field;
        return "expected a time in UTC or in seconds, found '" + shown + "': run sadf without -t and -T";
    }
}
