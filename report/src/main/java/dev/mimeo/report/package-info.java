/** Pages for a browser, of which all reports are made: {@link dev.mimeo.report.HtmlPage}. */
@NullMarked
package dev.mimeo.report;

import org.jspecify.annotations.NullMarked;
