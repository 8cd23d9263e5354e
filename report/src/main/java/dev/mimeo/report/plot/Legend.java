package dev.mimeo.report.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * The layout of a legend: entries in lines from the left to the right end of a chart. Names that are wider than a line are shortened. If there
 * are more lines than there is room for, the rest of the entries is counted in the last one. Immutable.
 *
 * @param entries those that are shown
 * @param lines number of lines, 0 if there is no legend
 * @param hidden number of entries that are not shown
 */
record Legend(List<Entry> entries, int lines, int hidden) {

    /** Width of the mark of an entry with the space after it, pixels. */
    static final int STROKE = 30;

    private static final int GAP = 13;

    /** Width of the text that counts hidden entries, pixels. */
    private static final int COUNT = 90;

    /**
     * An entry.
     *
     * @param series number of the series
     * @param name complete name
     * @param shown name as it is shown
     * @param x left end of its mark, pixels
     * @param line from 0
     */
    record Entry(int series, String name, String shown, double x, int line) {

        /** Returns the right end of its name. */
        double end() {
            return x + STROKE + TextWidth.of(shown, ChartFrame.TEXT_SIZE);
        }
    }

    /**
     * Arranges a legend.
     *
     * @param names entries; no legend if there are fewer than two
     * @param left left end, pixels
     * @param right right end, pixels
     * @param mostLines at least 1
     */
    static Legend of(List<String> names, double left, double right, int mostLines) {
        if (names.size() < 2) {
            return new Legend(List.of(), 0, 0);
        }
        List<Entry> entries = new ArrayList<>();
        double x = left;
        int line = 0;
        for (int i = 0; i < names.size(); i++) {
            String shown = TextWidth.shortened(names.get(i), ChartFrame.TEXT_SIZE, right - left - STROKE);
            double width = STROKE + TextWidth.of(shown, ChartFrame.TEXT_SIZE);
            if (x > left && x + width > right) {
                line++;
                x = left;
            }
            if (line == mostLines) {
                return counted(entries, names.size(), right, mostLines);
            }
            entries.add(new Entry(i, names.get(i), shown, x, line));
            x += width + GAP;
        }
        return new Legend(List.copyOf(entries), line + 1, 0);
    }

    /** Returns a full legend, without the entries that stand where others are counted. */
    private static Legend counted(List<Entry> entries, int names, double right, int mostLines) {
        List<Entry> kept = new ArrayList<>(entries);
        while (kept.size() > 1
                && kept.get(kept.size() - 1).line() == mostLines - 1
                && kept.get(kept.size() - 1).end() + GAP + COUNT > right) {
            kept.remove(kept.size() - 1);
        }
        return new Legend(List.copyOf(kept), mostLines, names - kept.size());
    }

    /** Returns the left end of the text that counts the entries that are not shown, in the last line. */
    double countAt(double left) {
        Entry last = entries.get(entries.size() - 1);
        return last.line() == lines - 1 ? last.end() + GAP : left;
    }
}
