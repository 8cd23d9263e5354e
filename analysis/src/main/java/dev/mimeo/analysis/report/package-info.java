/** Pages for a browser: {@link dev.mimeo.analysis.report.HtmlPage}. */
@NullMarked
package dev.mimeo.analysis.report;

import org.jspecify.annotations.NullMarked;
