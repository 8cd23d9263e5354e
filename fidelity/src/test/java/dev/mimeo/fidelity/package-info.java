@NullMarked
package dev.mimeo.fidelity;

import org.jspecify.annotations.NullMarked;
