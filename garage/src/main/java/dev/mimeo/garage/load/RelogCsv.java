package dev.mimeo.garage.load;

import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads CSV of Windows Performance Monitor, "PDH-CSV 4.0", as {@code relog -f CSV} and {@code typeperf} write it. The first title has the
 * minutes to add to local time for UTC; the others are counter paths, {@code \\SERVER\OBJECT(INSTANCE)\COUNTER}. An object with
 * instances is a table; other counters are in RawData as {@code OBJECT\COUNTER}. A blank field is a sample that is missing. What
 * typeperf prints has an empty line before, messages at the end, and no zone. A comment may stand behind the paths.
 */
final class RelogCsv {

    private static final Pattern TIMES = Pattern.compile("\\(PDH-CSV 4\\.0\\) \\(.*\\)\\((-?\\d{1,4})\\)");
    private static final String NO_ZONE = "(PDH-CSV 4.0)";

    /** First characters of lines with values; messages start with a letter. */
    private static final String START_OF_ROW = "\"0123456789";

    private static final Pattern PATH =
            Pattern.compile("\\\\\\\\([^\\\\]+)\\\\([^(\\\\]+)(?:\\((.*)\\))?\\\\([^\\\\]+)");

    /** Strict: otherwise a day that a month lacks would become its last one. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM/dd/uuuu HH:mm:ss[.SSS]", Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private RelogCsv() {}

    static void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
        try (TextLines lines = new TextLines(file)) {
            String header = lines.next();
            while (header != null && header.isBlank()) {
                header = lines.next();
            }
            List<String> titles = header == null ? List.of() : lines.fields(header);
            Matcher times = TIMES.matcher(titles.isEmpty() ? "" : titles.get(0));
            if (titles.size() > 1 && titles.get(0).equals(NO_ZONE)) {
                throw lines.error("the header does not name the time zone, as typeperf prints it: change '" + NO_ZONE
                        + "' to '" + NO_ZONE + " (ZONE)(MINUTES)', with the minutes to add for UTC, such as -60");
            }
            if (!times.matches()) {
                throw lines.error(
                        "expected '\"(PDH-CSV 4.0) (ZONE)(MINUTES)\",...': is this what 'relog -f CSV' writes?");
            }
            int minutes = Integer.parseInt(times.group(1));
            // The description of a data collector set, which has no values.
            boolean hasComment =
                    titles.size() > 2 && !titles.get(titles.size() - 1).startsWith("\\\\");
            SeriesNaming.SeriesCells[] places = new SeriesNaming.SeriesCells[titles.size() - (hasComment ? 1 : 0)];
            for (int i = 1; i < places.length; i++) {
                places[i] = place(titles.get(i), options.keys().serverName(), lines);
            }
            rows(lines, hasComment, minutes, places, rows);
        }
    }

    private static void rows(
            TextLines lines, boolean hasComment, int minutes, SeriesNaming.SeriesCells[] places, TextRows rows)
            throws IOException {
        boolean isEnded = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (line.isBlank()) {
                continue;
            }
            boolean isRow = START_OF_ROW.indexOf(line.charAt(0)) >= 0;
            if (isRow && isEnded) {
                throw lines.error("expected nothing after the messages of typeperf");
            }
            isEnded = !isRow;
            if (isRow) {
                List<String> fields = lines.fields(line);
                boolean endsBlank = fields.get(fields.size() - 1).isBlank();
                int values = hasComment && endsBlank ? Math.min(fields.size(), places.length) : fields.size();
                row(fields.subList(0, values), minutes, places, lines, rows);
            }
        }
    }

    private static SeriesNaming.SeriesCells place(String title, @Nullable String server, TextLines lines)
            throws LoadException {
        Matcher path = PATH.matcher(title);
        if (!path.matches()) {
            throw lines.error("expected \\\\SERVER\\OBJECT(INSTANCE)\\COUNTER, found '" + TextLines.shown(title) + "'");
        }
        String host = server == null ? path.group(1) : server;
        String object = path.group(2);
        String instance = path.group(3);
        return instance == null
                ? new SeriesNaming.SeriesCells(TableSchema.RAW_DATA, host, null, object + "\\" + path.group(4))
                : new SeriesNaming.SeriesCells(object, host, instance, path.group(4));
    }

    private static void row(
            List<String> fields, int minutes, SeriesNaming.SeriesCells[] places, TextLines lines, TextRows rows)
            throws IOException {
        if (fields.size() != places.length) {
            throw lines.error("expected " + places.length + " fields, found " + fields.size());
        }
        TimeText time;
        try {
            LocalDateTime utc =
                    lines.checked(LocalDateTime.parse(fields.get(0), TIME).plusMinutes(minutes));
            time = TimeText.ofWholeMillis(utc.toInstant(ZoneOffset.UTC).toEpochMilli());
        } catch (DateTimeException e) {
            throw lines.error(
                    "expected a time as MM/DD/YYYY HH:MM:SS.mmm, found '" + TextLines.shown(fields.get(0)) + "'", e);
        }
        for (int i = 1; i < places.length; i++) {
            String field = fields.get(i);
            if (!field.isBlank()) {
                rows.add(places[i], time, lines.anyNumber(field, places[i].counter()), lines.line());
            }
        }
    }
}
