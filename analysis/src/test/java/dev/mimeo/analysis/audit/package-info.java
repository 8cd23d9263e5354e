@NullMarked
package dev.mimeo.analysis.audit;

import org.jspecify.annotations.NullMarked;
