@NullMarked
package dev.mimeo.report;

import org.jspecify.annotations.NullMarked;
