@NullMarked
package dev.mimeo.analysis.fidelity;

import org.jspecify.annotations.NullMarked;
