/**
 * Block compression behind one small interface: what extents are packed with and what data sets are measured with.
 *
 * <p>{@link dev.mimeo.codec.Codecs} finds the providers on the class path by name. {@code core} brings those of DataSeries
 * files ({@code lzo}, {@code zlib}, {@code bzip2}, {@code lzf}, {@code snappy}, {@code lz4} and {@code lz4hc}) and
 * {@code zstd}, with which only Mimeo packs extents.
 */
@NullMarked
package dev.mimeo.codec;

import org.jspecify.annotations.NullMarked;
