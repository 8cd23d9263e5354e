@NullMarked
package dev.mimeo.analysis.stream;

import org.jspecify.annotations.NullMarked;
