/** Synthetic data over HTTP, for load generators that are not Java programs: {@link dev.mimeo.integrations.http.DataServer}. */
@NullMarked
package dev.mimeo.integrations.http;

import org.jspecify.annotations.NullMarked;
