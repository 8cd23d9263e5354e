@NullMarked
package dev.mimeo.statistics;

import org.jspecify.annotations.NullMarked;
