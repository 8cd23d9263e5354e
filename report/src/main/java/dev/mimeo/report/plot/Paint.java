package dev.mimeo.report.plot;

import java.util.Locale;

/**
 * A colour of a chart. It has a name, by which the style sheet of a page may replace it in a dark scheme.
 *
 * @param name class in style sheets
 * @param rgb colour on white, 0xRRGGBB
 */
record Paint(String name, int rgb) {

    static final Paint INK = new Paint("ink", 0x1a1a1a);
    static final Paint FAINT = new Paint("faint", 0x5c6470);
    static final Paint GRID = new Paint("grid", 0xe2e5ea);
    static final Paint SHADE = new Paint("shade", 0xe3eef7);

    /** M. Okabe and K. Ito's palette, which people with any colour vision can tell apart. */
    private static final int[] SERIES = {0x1a1a1a, 0xd55e00, 0x0072b2, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x8d95a1
    };

    /** Returns the colour of a line or a group of bars. */
    static Paint series(int index) {
        int color = index % SERIES.length;
        return new Paint("s" + color, SERIES[color]);
    }

    /** Returns the colour as style sheets write it. */
    String hex() {
        return String.format(Locale.ROOT, "#%06x", rgb);
    }
}
