@NullMarked
package dev.mimeo.report.plot;

import org.jspecify.annotations.NullMarked;
