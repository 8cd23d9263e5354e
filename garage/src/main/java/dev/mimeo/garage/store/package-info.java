/**
 * Tables of counters of one server and one day in one packed, read-only file.
 *
 * <p>{@link dev.mimeo.garage.store.PackedFileWriter} makes files, {@link dev.mimeo.garage.store.PackedFile} reads them.
 */
@NullMarked
package dev.mimeo.garage.store;

import org.jspecify.annotations.NullMarked;
