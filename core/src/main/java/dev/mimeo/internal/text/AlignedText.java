package dev.mimeo.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of text for people, with columns that are as wide as the longest of their cells. Lines end with a line feed and have no spaces
 * before it. Not safe for use by several threads.
 */
public final class AlignedText {

    private static final Pattern CELL = Pattern.compile("%(-?)(\\d*)s");

    private final List<String> between = new ArrayList<>();
    private final List<Boolean> left = new ArrayList<>();
    private final int[] widths;
    private final List<Line> lines = new ArrayList<>();

    /** Cells of columns, or titles over the groups of columns that a bar separates. */
    private record Line(boolean isTitle, List<String> cells) {}

    /**
     * Creates a table without lines.
     *
     * @param pattern a line with cells as in {@link java.util.Formatter}, such as {@code "%-5s | %6s"}: a width is the smallest one, and a
     *     minus sign puts the text of a cell to the left. All other characters are taken as they are.
     */
    public AlignedText(String pattern) {
        Matcher matcher = CELL.matcher(pattern);
        int end = 0;
        List<Integer> least = new ArrayList<>();
        for (MatchResult cell : matcher.results().toList()) {
            between.add(pattern.substring(end, cell.start()));
            left.add(!cell.group(1).isEmpty());
            least.add(cell.group(2).isEmpty() ? 0 : Integer.parseInt(cell.group(2)));
            end = cell.end();
        }
        between.add(pattern.substring(end));
        widths = least.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Adds a line.
     *
     * @param cells one for each column; the last ones may be missing
     */
    public AlignedText add(Object... cells) {
        List<String> texts = new ArrayList<>();
        for (int column = 0; column < cells.length; column++) {
            String text = String.valueOf(cells[column]);
            texts.add(text);
            widths[column] = Math.max(widths[column], DisplayWidth.of(text));
        }
        lines.add(new Line(false, texts));
        return this;
    }

    /**
     * Adds a line of titles, each in the middle above what the pattern has between two bars ({@code |}).
     *
     * @param titles the first one is above what is before the first bar
     */
    public AlignedText addTitles(String... titles) {
        lines.add(new Line(true, List.of(titles)));
        return this;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            String shown = line.isTitle ? titles(line.cells) : cells(line.cells);
            text.append(shown.stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private String titles(List<String> titles) {
        // A bar in a cell cannot be among these, for there are no cells.
        String[] groups = cells(List.of()).split("\\|", -1);
        for (int i = 0; i < titles.size(); i++) {
            int spaces = Math.max(0, groups[i].length() - DisplayWidth.of(titles.get(i)));
            groups[i] = " ".repeat(spaces / 2) + titles.get(i) + " ".repeat(spaces - spaces / 2);
        }
        return String.join("|", groups);
    }

    private String cells(List<String> cells) {
        StringBuilder line = new StringBuilder(between.get(0));
        for (int column = 0; column < widths.length; column++) {
            String cell = column < cells.size() ? cells.get(column) : "";
            String padding = " ".repeat(widths[column] - DisplayWidth.of(cell));
            line.append(left.get(column) ? cell + padding : padding + cell).append(between.get(column + 1));
        }
        return line.toString();
    }
}
