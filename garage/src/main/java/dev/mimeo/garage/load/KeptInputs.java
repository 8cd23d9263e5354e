package dev.mimeo.garage.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a run, whose rows are kept while they are read for the first time, so that the second reading need not parse them
 * again. What would take more than the memory for all of them is read from its file both times. For one thread at a time.
 */
final class KeptInputs {

    private final List<Input> inputs;
    private final long limit;
    private long used;

    /** @param limit most bytes of memory that the rows of all inputs may take; an input may take those of one row more */
    KeptInputs(List<CounterSource> sources, long limit) {
        this.limit = limit;
        this.inputs = sources.stream().map(Input::new).toList();
    }

    /** Returns the inputs. The first reading keeps the rows, the second hands them on and forgets them. */
    List<? extends CounterSource> inputs() {
        return inputs;
    }

    /**
     * Has all inputs be read from their files.
     *
     * @return whether rows of any were kept, also of one whose first reading failed, so that values were wanted for that only
     */
    boolean forget() {
        boolean isKept = false;
        for (Input input : inputs) {
            isKept |= input.log != null;
            input.log = null;
            input.isFirst = false;
        }
        return isKept;
    }

    private final class Input implements CounterSource {
        private final CounterSource source;
        private boolean isFirst = true;
        private @Nullable RowLog log;

        Input(CounterSource source) {
            this.source = source;
        }

        @Override
        public Path file() {
            return source.file();
        }

        @Override
        public String label() {
            return source.label();
        }

        @Override
        public void read(CounterTables tables, SampleSink sink) throws IOException {
            RowLog known = log;
            if (isFirst && source.parsesValues()) {
                log = new RowLog();
                source.read(tables, new KeepingSink(this, sink));
                RowLog complete = log;
                used += complete == null ? 0 : complete.bytes();
            } else if (known == null) {
                source.read(tables, sink);
            } else {
                log = null;
                known.replay(sink);
            }
            isFirst = false;
        }
    }

    /** Keeps what it hands on, as long as there is room. A sink that wants no values gets them until their counter is one of numbers. */
    private final class KeepingSink implements SampleSink {
        private final Input input;
        private final SampleSink sink;
        private @Nullable RowLog log;

        KeepingSink(Input input, SampleSink sink) {
            this.input = input;
            this.sink = sink;
            this.log = input.log;
        }

        @Override
        public boolean wantsValues() {
            return log != null || sink.wantsValues();
        }

        @Override
        public void declare(TableCounter counter, CellKind kind) {
            sink.declare(counter, kind);
        }

        @Override
        public boolean row(
                CounterTable table, String server, long time, long previous, @Nullable String instance, long line)
                throws IOException {
            boolean isWanted = sink.row(table, server, time, previous, instance, line);
            RowLog kept = log;
            if (kept != null) {
                kept.addRow(table, server, time, previous, instance, line);
                if (kept.bytes() > limit - used) {
                    log = null;
                    input.log = null;
                }
            }
            return isWanted;
        }

        @Override
        public void value(TableCounter counter, CellKind kind, long bits, @Nullable String text) throws IOException {
            RowLog kept = log;
            if (kept != null) {
                kept.addValue(counter, kind, bits, text);
            }
            if (sink.wantsValues() || !counter.isNumber()) {
                sink.value(counter, kind, bits, text);
            }
        }

        @Override
        public void folder(int level, String name) throws IOException {
            sink.folder(level, name);
        }

        @Override
        public void rounded(@Nullable TableCounter counter) {
            RowLog kept = log;
            if (kept != null) {
                kept.addRounded(counter);
            }
            sink.rounded(counter);
        }

        @Override
        public void skipped(String what, long line) {
            RowLog kept = log;
            if (kept != null) {
                kept.addSkipped(what, line);
            }
            sink.skipped(what, line);
        }
    }
}
