/**
 * Rows one at a time: a cursor over extents and typed fields bound to it, for reading and for writing.
 *
 * <p>A program that reads a trace:
 *
 * <pre>{@code
 * long bytes = 0;
 * try (ExtentSource extents = DataSeriesFiles.of(files).matching("Trace::NFS::common").open(threads)) {
 *     SeriesReader series = SeriesReader.from(extents);
 *     Int32Field length = new Int32Field(series, "payload_length");
 *     while (series.next()) {
 *         bytes += length.value();
 *     }
 * }
 * }</pre>
 *
 * <p>A program that writes one:
 *
 * <pre>{@code
 * try (DataSeriesWriter writer = DataSeriesWriter.create(channel, List.of(type), WriterOptions.DEFAULT);
 *         ExtentOutput output = new ExtentOutput(writer, type, 64 << 10)) {
 *     SeriesWriter series = SeriesWriter.to(output);
 *     Int64Field time = new Int64Field(series, "time");
 *     Variable32Field name = new Variable32Field(series, "name");
 *     for (int i = 0; i < 1000; i++) {
 *         series.newRow();
 *         time.set(i);
 *         name.set("file " + i);
 *     }
 * }
 * }</pre>
 *
 * <p>Fields hold the column of the current extent as a primitive array, so reading through them costs about what reading
 * the arrays does. Nothing in this package is thread-safe.
 */
@NullMarked
package dev.mimeo.dataseries.series;

import org.jspecify.annotations.NullMarked;
