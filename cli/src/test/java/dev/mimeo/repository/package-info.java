/** Checks of the repository itself: its documentation and its tests. */
@NullMarked
package dev.mimeo.repository;

import org.jspecify.annotations.NullMarked;
