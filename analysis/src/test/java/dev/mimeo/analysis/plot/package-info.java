@NullMarked
package dev.mimeo.analysis.plot;

import org.jspecify.annotations.NullMarked;
