/**
 * Scanning: any bytes in, a characterization out.
 *
 * <p>{@link dev.mimeo.scan.ChunkSources} cuts inputs into chunks, {@link dev.mimeo.scan.DataScanner} runs chunk and data
 * set scanners over them in parallel and hands the rows out in order. Scanners are plug-ins, found with
 * {@link java.util.ServiceLoader}.
 *
 * <pre>{@code
 * DataScanner.Options options = DataScanner.Options.defaults();
 * try (ChunkSource source = ChunkSources.open(List.of(data), InputStream.nullInputStream(), options.source());
 *         FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
 *         BoundedCharacterization sink = new BoundedCharacterization(
 *                 out, options.maxBytes(), Sorting.SpillFiles.inFolderForTemporaryFiles())) {
 *     new DataScanner(options).scan(source, sink, DataScanner.Listener.NONE);
 * }
 * }</pre>
 */
@NullMarked
package dev.mimeo.scan;

import org.jspecify.annotations.NullMarked;
