@NullMarked
package dev.mimeo.benchmarks;

import org.jspecify.annotations.NullMarked;
