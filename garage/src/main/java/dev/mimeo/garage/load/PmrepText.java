package dev.mimeo.garage.load;

import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code pmrep -o csv}, see pmrep(1) of PCP 6, also with {@code --extended-csv}, which names the host and the time zone, and with
 * {@code --dynamic-header}, which prints a new header where instances come or go. An instance reads one text.
 */
final class PmrepText {

    private static final String TIME = "Time";
    private static final List<String> PLAIN = List.of(TIME);
    private static final List<String> EXTENDED = List.of("Host", "Interval", TIME);

    /** The zone of extended CSV, as in {@code UTC+5:30}. */
    private static final Pattern ZONED = Pattern.compile("(.*) UTC([+-])(\\d{1,2})(?::(\\d{2}))?");

    /** Numbers that are not finite, as pmrep prints them. */
    private static final Set<String> NOT_FINITE = Set.of("inf", "-inf", "NaN");

    private static final int DATE_LENGTH = 10;

    /** Tables by the start of the names of their metrics. */
    private static final Map<String, String> TABLES = Map.of(
            "disk.dev.", "Disk",
            "kernel.percpu.", "Processor",
            "network.interface.", "Network",
            "filesys.", "Filesystem");

    private final TextLines lines;
    private final @Nullable String givenServer;
    private final TextRows rows;

    /** Server of the places. */
    private String server;

    /** Titles of the header before those of metrics; empty before the first header. */
    private List<String> fixed = List.of();

    private List<String> titles = List.of();
    private List<SeriesNaming.SeriesCells> places = List.of();

    /** Whether headers follow the instances, so that a row may have a time only. */
    private boolean isDynamic;

    private PmrepText(TextLines lines, @Nullable String givenServer, String fileServer, TextRows rows) {
        this.lines = lines;
        this.givenServer = givenServer;
        this.server = fileServer;
        this.rows = rows;
    }

    /**
     * Reads a text.
     *
     * @param givenServer the server that the user names; null for the host in the text, or if it has none, the other one
     */
    static void read(Path file, @Nullable String givenServer, String fileServer, TextRows rows) throws IOException {
        try (TextLines lines = new TextLines(file)) {
            new PmrepText(lines, givenServer, fileServer, rows).read();
        }
    }

    private void read() throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (line.isBlank()) {
                continue;
            }
            List<String> fields = lines.fields(line);
            if (starts(fields, PLAIN) || starts(fields, EXTENDED)) {
                isDynamic |= !fixed.isEmpty();
                header(fields, starts(fields, PLAIN) ? PLAIN : EXTENDED);
            } else if (!fixed.isEmpty()) {
                row(fields);
            } else if ((fields.size() == PLAIN.size() || fields.size() == EXTENDED.size()) && time(fields) != null) {
                isDynamic = true;
            } else {
                throw noHeader();
            }
        }
        if (fixed.isEmpty()) {
            throw noHeader();
        }
    }

    private LoadException noHeader() {
        return lines.error("expected a header that starts with '" + TIME + ",': is this what 'pmrep -o csv' prints?");
    }

    private static boolean starts(List<String> fields, List<String> start) {
        return fields.size() >= start.size() && fields.subList(0, start.size()).equals(start);
    }

    private void header(List<String> fields, List<String> start) throws LoadException {
        fixed = start;
        titles = List.copyOf(fields.subList(start.size(), fields.size()));
        if (titles.contains("")) {
            throw lines.error("a metric has no name");
        }
        setPlaces();
    }

    private void setPlaces() {
        places = new ArrayList<>();
        titles.forEach(title -> places.add(place(title)));
    }

    /** Takes a title apart; names of metrics have no dash, so that the first one starts the name of an instance. */
    private SeriesNaming.SeriesCells place(String title) {
        int dash = title.indexOf('-');
        for (Map.Entry<String, String> table : TABLES.entrySet()) {
            if (dash > 0 && dash + 1 < title.length() && title.startsWith(table.getKey())) {
                return new SeriesNaming.SeriesCells(
                        table.getValue(), server, title.substring(dash + 1), title.substring(0, dash));
            }
        }
        return new SeriesNaming.SeriesCells(TableSchema.RAW_DATA, server, null, title);
    }

    private void row(List<String> fields) throws IOException {
        boolean hasNoValues = isDynamic && fields.size() == fixed.size();
        if (fields.size() != fixed.size() + places.size() && !hasNoValues) {
            throw lines.error("expected " + (fixed.size() + places.size()) + " fields, found " + fields.size());
        }
        TimeText time = time(fields.subList(0, fixed.size()));
        if (time == null) {
            throw lines.error("expected a time as YYYY-MM-DD HH:MM:SS of the years 1970 to 9999, found '"
                    + TextLines.shown(fields.get(fixed.size() - 1)) + "'");
        }
        if (givenServer == null && fixed.equals(EXTENDED) && !fields.get(0).equals(server)) {
            server = fields.get(0);
            setPlaces();
        }
        for (int i = fixed.size(); i < fields.size(); i++) {
            String field = fields.get(i);
            // A rate has no value at first.
            if (!field.isEmpty()) {
                value(places.get(i - fixed.size()), time, field);
            }
        }
    }

    private void value(SeriesNaming.SeriesCells place, TimeText time, String field) throws IOException {
        if (TextLines.isDecimal(field) || NOT_FINITE.contains(field)) {
            rows.add(place, time, lines.anyNumber(field, place.counter()), lines.line());
        } else {
            rows.add(place, time, field, lines.line());
        }
    }

    /** Returns the time at the end of some fields; null if it is none, or has a zone although there is no host. */
    private static @Nullable TimeText time(List<String> fields) {
        String text = fields.get(fields.size() - 1);
        String zone = "";
        if (fields.size() == EXTENDED.size()) {
            Matcher zoned = ZONED.matcher(text);
            if (!zoned.matches()) {
                return null;
            }
            String hours = zoned.group(3);
            text = zoned.group(1);
            zone = zoned.group(2) + (hours.length() < 2 ? "0" : "") + hours + ":"
                    + (zoned.group(4) == null ? "00" : zoned.group(4));
        }
        return text.length() > DATE_LENGTH ? TimeText.parse(text + zone) : null;
    }
}
