/**
 * Building blocks of analyses that see each row of a long trace once and keep little memory: quantiles, tables by tuples,
 * cubes that are computed and dropped part by part. All are for one thread at a time and tell what memory they take.
 */
@NullMarked
package dev.mimeo.query.internal.stream;

import org.jspecify.annotations.NullMarked;
