package dev.mimeo.nfs.analyze;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Takes what analyses print: either the text that tools for these traces have printed since 2003, or rows of tables. */
public interface AnalysisOutput {

    /** Takes nothing. */
    AnalysisOutput NONE = new AnalysisOutput() {
        @Override
        public boolean isClassic() {
            return false;
        }

        @Override
        public void text(CharSequence lines) {
            // Nobody asked for it.
        }

        @Override
        public void row(ResultTable table, @Nullable Object... values) {
            // Nobody asked for it.
        }
    };

    /** Returns whether {@link #text} is wanted; else {@link #row} is. */
    boolean isClassic();

    /** Returns whether a person reads the output, to whom an overview as {@link #text} says more than thousands of rows. */
    default boolean isOverview() {
        return false;
    }

    /** Takes lines of text. */
    void text(CharSequence lines) throws IOException;

    /**
     * Takes a row of a table.
     *
     * @param values one for each column, as its kind says
     */
    void row(ResultTable table, @Nullable Object... values) throws IOException;
}
