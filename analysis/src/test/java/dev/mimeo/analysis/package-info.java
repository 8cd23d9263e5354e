/** What several tests of the analyses need. */
@NullMarked
package dev.mimeo.analysis;

import org.jspecify.annotations.NullMarked;
