/** The whole way from a scan to synthetic data, checked by deduplicators that share nothing with Mimeo's. */
@NullMarked
package dev.mimeo.deduplication;

import org.jspecify.annotations.NullMarked;
