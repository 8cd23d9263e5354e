@NullMarked
package dev.mimeo.fidelity.audit;

import org.jspecify.annotations.NullMarked;
