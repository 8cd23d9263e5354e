package dev.mimeo.report.plot;

import java.util.List;

/** A chart that {@link PlotWriter} draws. Charts are immutable. */
public sealed interface Chart permits Plot, CategoryPlot {

    /** Returns the title above the chart; may be empty. */
    String title();

    /** Returns the names of the columns of the data. */
    List<String> columns();

    /** Returns the data as rows of text, one value for each column. */
    List<List<String>> rows();
}
