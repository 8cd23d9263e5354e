@NullMarked
package dev.mimeo.internal.statistics;

import org.jspecify.annotations.NullMarked;
