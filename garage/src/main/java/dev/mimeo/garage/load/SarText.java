package dev.mimeo.garage.load;

import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output of {@code sar}, see sar(1) of sysstat 12. It has a line with the system and the day, then sections. A section has
 * a line with a time and titles, then lines with times and values. An instance reads one text.
 *
 * <p>Only the first line has a day. Each section has all samples of the text. So after different titles the times start again at
 * the first day. After a repetition of the same titles, which sar prints every few lines, they continue. A time that is earlier
 * than the one before it belongs to the next day.
 */
final class SarText {

    private static final Pattern SYSTEM = Pattern.compile("\\S+ \\S+ \\(([^()]+)\\)\\s+(\\S+)\\s.*");
    private static final Pattern ISO_DAY = Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})");
    private static final Pattern DAY = Pattern.compile("(\\d{2})/(\\d{2})/(?:20)?(\\d{2})");
    private static final Pattern TIMED = Pattern.compile("(\\d{2}):(\\d{2}):(\\d{2})(?: ([AP]M))?\\s+(\\S.*)");

    /** Lines that aggregate several samples, such as {@code Average:} and {@code Summary:}. */
    private static final Pattern TOGETHER = Pattern.compile("[A-Z][a-z]+:\\s.*");

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final String ALL_PROCESSORS = "all";

    private final TextLines lines;
    private final TextRows tables;
    private String server = "";
    private LocalDate firstDay = LocalDate.EPOCH;
    private LocalDate day = LocalDate.EPOCH;
    private LocalTime before = LocalTime.MIN;
    private String[] titles = {};

    private SarText(TextLines lines, TextRows tables) {
        this.lines = lines;
        this.tables = tables;
    }

    static void read(Path file, TextRows tables) throws IOException {
        try (TextLines lines = new TextLines(file)) {
            new SarText(lines, tables).read();
        }
    }

    private void read() throws IOException {
        boolean isTitles = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            Matcher timed = TIMED.matcher(line);
            if (line.isBlank()) {
                isTitles = true;
            } else if (server.isEmpty()) {
                system(line);
            } else if (timed.matches()) {
                LocalTime time = time(timed);
                String rest = timed.group(5).strip();
                if (isNote(rest)) {
                    continue;
                }
                if (isTitles) {
                    titles(BLANKS.split(rest), time);
                } else {
                    row(rest, time);
                }
                isTitles = false;
            } else if (!TOGETHER.matcher(line).matches()) {
                // The file may be several texts in a row, each with its own system and day.
                system(line);
            }
        }
    }

    private static boolean isNote(String rest) {
        return rest.startsWith("LINUX RESTART") || rest.startsWith("COM ");
    }

    private void system(String line) throws LoadException {
        Matcher system = SYSTEM.matcher(line);
        if (!system.matches()) {
            throw lines.error("expected a line as 'Linux 6.1.0 (SERVER) DAY ...': is this what 'sar' prints?");
        }
        server = system.group(1);
        firstDay = day(system.group(2));
        titles = new String[0];
    }

    private LocalDate day(String text) throws LoadException {
        Matcher iso = ISO_DAY.matcher(text);
        Matcher american = DAY.matcher(text);
        try {
            LocalDate found = null;
            if (iso.matches()) {
                found = LocalDate.parse(text);
            } else if (american.matches()) {
                found = LocalDate.of(
                        2000 + Integer.parseInt(american.group(3)),
                        Integer.parseInt(american.group(1)),
                        Integer.parseInt(american.group(2)));
            }
            if (found != null) {
                return lines.checked(found.atStartOfDay()).toLocalDate();
            }
        } catch (DateTimeException e) {
            throw lines.error(wrongDay(text), e);
        }
        throw lines.error(wrongDay(text));
    }

    private static String wrongDay(String text) {
        return "expected a day as MM/DD/YY or YYYY-MM-DD, found '" + shortened(text)
                + "': run sar with LC_ALL=C or S_TIME_FORMAT=ISO";
    }

    private static String shortened(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    private LocalTime time(Matcher timed) throws LoadException {
        int hour = Integer.parseInt(timed.group(1));
        String half = timed.group(4);
        if (half != null && (hour < 1 || hour > 12)) {
            throw lines.error("expected an hour of 1 to 12 before " + half + ", found " + hour);
        }
        try {
            return LocalTime.of(
                    half == null ? hour : hour % 12 + (half.equals("PM") ? 12 : 0),
                    Integer.parseInt(timed.group(2)),
                    Integer.parseInt(timed.group(3)));
        } catch (DateTimeException e) {
            throw lines.error("expected a time of a day as HH:MM:SS", e);
        }
    }

    private void titles(String[] found, LocalTime time) {
        if (!Arrays.equals(found, titles)) {
            titles = found;
            day = firstDay;
            before = time;
        }
    }

    private void row(String rest, LocalTime time) throws IOException {
        if (titles.length == 0) {
            throw lines.error("expected an empty line and a line of titles before");
        }
        if (time.isBefore(before)) {
            day = day.plusDays(1);
        }
        before = time;
        int last = titles.length - 1;
        int at = isInstance(titles[0]) ? 0 : isInstance(titles[last]) ? last : -1;
        String table = at < 0 ? TableSchema.RAW_DATA : SadfText.TABLES.get(titles[at]);
        if (table == null) {
            return;
        }
        // A name that is last may have blanks.
        String[] fields = BLANKS.split(rest, at == last ? titles.length : 0);
        if (fields.length != titles.length) {
            throw lines.error("expected " + titles.length + " fields after the time, found " + fields.length);
        }
        String instance = at < 0 ? null : fields[at];
        if (ALL_PROCESSORS.equals(instance) && titles[at].equals("CPU")) {
            table = TableSchema.RAW_DATA;
            instance = null;
        }
        add(table, instance, fields, at, time);
    }

    private void add(String table, @Nullable String instance, String[] fields, int at, LocalTime time)
            throws IOException {
        for (int i = 0; i < titles.length; i++) {
            if (i != at) {
                String name = SadfText.counter(titles[i], titles[0]);
                NumberText value = lines.number(fields[i], name);
                tables.add(table, server, lines.checked(day.atTime(time)), instance, name, value, lines.line());
            }
        }
    }

    private static boolean isInstance(String title) {
        return title.chars().allMatch(c -> c >= 'A' && c <= 'Z');
    }
}
