/** Plots of lines as SVG, PNG, gnuplot scripts and Vega-Lite: {@link dev.mimeo.analysis.plot.PlotWriter}. */
@NullMarked
package dev.mimeo.analysis.plot;

import org.jspecify.annotations.NullMarked;
