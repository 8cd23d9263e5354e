@NullMarked
package dev.mimeo.analysis.nfs;

import org.jspecify.annotations.NullMarked;
