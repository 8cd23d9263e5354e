/** Pages for a browser: {@link dev.mimeo.report.HtmlPage}. */
@NullMarked
package dev.mimeo.report;

import org.jspecify.annotations.NullMarked;
