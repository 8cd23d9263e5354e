@NullMarked
package dev.mimeo.analysis.relational;

import org.jspecify.annotations.NullMarked;
