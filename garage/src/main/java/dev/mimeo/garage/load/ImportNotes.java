package dev.mimeo.garage.load;

import dev.mimeo.internal.text.Failures;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts of values that a run packed differently from its inputs, or not at all. For one thread at a time. */
final class ImportNotes {

    private static final int MOST_COLUMNS = 20;
    private static final int SHOWN = 40;

    /**
     * Times before and after these are rarely those of counters: they are dates as numbers, such as 20260301 and
     * 20260301120000, or times since a start.
     */
    private static final long FIRST_USUAL =
            Instant.parse("1990-01-01T00:00:00Z").toEpochMilli();

    private static final long LAST_USUAL =
            Instant.parse("2199-12-31T23:59:59.999Z").toEpochMilli();

    private final Map<TableCounter, Invalid> invalid = new LinkedHashMap<>();
    private long repeated;
    private String firstRepeated = "";
    private long rounded;
    private String firstRounded = "";
    private long roundedTimes;
    private String firstRoundedTime = "";
    private long unusual;
    private String firstUnusual = "";
    private long widened;
    private final List<TableCounter> commaNumbers = new ArrayList<>();
    private final List<TableCounter> spellings = new ArrayList<>();
    private long unreadable;
    private String firstUnreadable = "";
    private final Map<String, Invalid> skipped = new LinkedHashMap<>();
    private final List<String> inexact = new ArrayList<>();

    private static final class Invalid {
        private final String first;
        private long count;

        Invalid(String first) {
            this.first = first;
        }
    }

    void addInvalid(TableCounter counter, Path file, long line, @Nullable String text) {
        Invalid known = invalid.get(counter);
        if (known == null) {
            String shown = String.valueOf(text).replaceAll("\\p{Cntrl}", "?");
            shown = shown.length() > SHOWN ? shown.substring(0, SHOWN) + "..." : shown;
            known = new Invalid(InputFile.place(file, line) + ", '" + shown + "'");
            invalid.put(counter, known);
        }
        known.count++;
    }

    void addRepeated(long count, @Nullable Path file, long line) {
        firstRepeated = repeated == 0 && file != null ? "; first at " + InputFile.place(file, line) : firstRepeated;
        repeated += count;
    }

    void addRounded(@Nullable TableCounter counter, Path file, long line) {
        if (counter == null) {
            firstRoundedTime = roundedTimes == 0 ? InputFile.place(file, line) : firstRoundedTime;
            roundedTimes++;
        } else {
            firstRounded = rounded == 0 ? InputFile.place(file, line) : firstRounded;
            rounded++;
        }
    }

    /** Counts rows whose time was hardly meant. */
    void addTime(long millis, Path file, long line) {
        if (millis < FIRST_USUAL || millis > LAST_USUAL) {
            firstUnusual = unusual++ == 0 ? InputFile.place(file, line) : firstUnusual;
        }
    }

    /** Counts whole numbers that were rounded because others of their column have fractions. */
    void addWidened(long count) {
        widened += count;
    }

    /** Counts files of the day before that cannot be read. */
    void addUnreadable(String message) {
        firstUnreadable = unreadable++ == 0 ? message : firstUnreadable;
    }

    /** Adds a counter of texts that are numbers with commas. */
    void addCommaNumbers(TableCounter counter) {
        commaNumbers.add(counter);
    }

    /** Adds a counter that has several names in the inputs. */
    void addSpellings(TableCounter counter) {
        spellings.add(counter);
    }

    /** Counts what no counter can hold, by its kind. */
    void addSkipped(String what, Path file, long line) {
        skipped.computeIfAbsent(what, key -> new Invalid(InputFile.place(file, line))).count++;
    }

    /** Adds warnings of an input, one for each column whose values are not read exactly. */
    void addInexact(List<String> warnings) {
        inexact.addAll(warnings);
    }

    /** Returns a line for each thing to warn of. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>(inexact.subList(0, Math.min(inexact.size(), MOST_COLUMNS)));
        if (inexact.size() > MOST_COLUMNS) {
            warnings.add(count(
                            inexact.size() - MOST_COLUMNS,
                            "more column of the inputs has",
                            "more columns of the inputs have")
                    + " such values");
        }
        addInvalid(warnings);
        if (repeated > 0) {
            warnings.add(count(repeated, "repeated value", "repeated values") + " kept once" + firstRepeated);
        }
        if (rounded + widened > 0) {
            warnings.add(count(rounded + widened, "whole number", "whole numbers")
                    + " rounded to 53 bits"
                    + (rounded == 0 ? "" : "; first at " + firstRounded));
        }
        if (roundedTimes > 0) {
            warnings.add(
                    count(roundedTimes, "time", "times") + " rounded to milliseconds; first at " + firstRoundedTime);
        }
        if (unusual > 0) {
            warnings.add(
                    count(unusual, "row is", "rows are") + " of a time before 1990 or after 2199, first at "
                            + firstUnusual
                            + ": numbers count seconds, milli-, micro- or nanoseconds since 1970, so write dates as 2026-03-01");
        }
        if (!commaNumbers.isEmpty()) {
            warnings.add(count(commaNumbers.size(), "counter is", "counters are") + " packed as text, such as '"
                    + commaNumbers.get(0).name() + "' in table '"
                    + commaNumbers.get(0).table().name()
                    + "': their numbers have commas; write 1.5 instead of 1,5, or 1234 instead of 1,234");
        }
        if (!spellings.isEmpty()) {
            warnings.add(count(spellings.size(), "counter has", "counters have")
                    + " several names in the inputs, which differ in case, such as '"
                    + spellings.get(0).name() + "' and '" + spellings.get(0).otherSpelling() + "' in table '"
                    + spellings.get(0).table().name() + "'");
        }
        if (unreadable > 0) {
            warnings.add(count(unreadable, "table has", "tables have")
                    + " no time before the first sample, as the file of the day before cannot be read; first "
                    + firstUnreadable);
        }
        skipped.forEach((what, found) ->
                warnings.add(count(found.count, what, what + "s") + " left out; first at " + found.first));
        // Names of counters and files may have line feeds.
        return warnings.stream().map(Failures::oneLine).toList();
    }

    private void addInvalid(List<String> warnings) {
        int shown = 0;
        long more = 0;
        for (Map.Entry<TableCounter, Invalid> entry : invalid.entrySet()) {
            Invalid found = entry.getValue();
            if (shown++ < MOST_COLUMNS) {
                warnings.add(String.format(
                        Locale.ROOT,
                        "%s of '%s' in table '%s' not valid, left out; first at %s",
                        count(found.count, "value", "values"),
                        entry.getKey().name(),
                        entry.getKey().table().name(),
                        found.first));
            } else {
                more += found.count;
            }
        }
        if (more > 0) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "%s of %,d more columns not valid, left out",
                    count(more, "value", "values"),
                    invalid.size() - MOST_COLUMNS));
        }
    }

    private static String count(long count, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
    }
}
