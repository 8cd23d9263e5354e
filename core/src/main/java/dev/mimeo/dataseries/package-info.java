/**
 * The DataSeries file format, version {@code DSv1}: types, extents of typed rows, reading and writing.
 *
 * <p>A file is a header, one extent listing the types, data extents, an index extent and a trailer. An extent is a batch
 * of rows of one {@link dev.mimeo.dataseries.ExtentType}; it is packed, compressed and checked on its own, so extents are
 * the unit of random access and of parallelism. {@link dev.mimeo.dataseries.DataSeriesReader} reads files of either byte
 * order, {@link dev.mimeo.dataseries.ExtentBuilder} and {@link dev.mimeo.dataseries.DataSeriesWriter} make them. The
 * format is that of Anderson et al., "DataSeries: an efficient, flexible data format for structured serial data"
 * (Operating Systems Review, 2009).
 *
 * <pre>{@code
 * try (DataSeriesReader reader = DataSeriesReader.open(path);
 *         ExtentSource extents = reader.extents("Trace::NFS::common", threads)) {
 *     int size = reader.type("Trace::NFS::common").indexOf("payload_length");
 *     for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
 *         for (int value : extent.ints(size)) {
 *             total += value;
 *         }
 *     }
 * }
 * }</pre>
 */
@NullMarked
package dev.mimeo.dataseries;

import org.jspecify.annotations.NullMarked;
