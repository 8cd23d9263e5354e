/** Charts as SVG, PNG, gnuplot scripts and Vega-Lite: {@link dev.mimeo.report.plot.PlotWriter}. */
@NullMarked
package dev.mimeo.report.plot;

import org.jspecify.annotations.NullMarked;
