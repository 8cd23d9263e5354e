package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.Extent;
import java.util.ArrayList;
import java.util.List;

/**
 * Entry of an index for one extent.
 *
 * @param columns in the order of the indexed fields
 */
record ExtentSummary(long offset, int rows, List<ColumnSummary> columns) {

    static ExtentSummary of(Extent extent, List<String> fields, int maxRanges) {
        List<ColumnSummary> columns = new ArrayList<>();
        for (String field : fields) {
            columns.add(ColumnSummary.of(
                    extent, extent.type().fields().get(extent.type().indexOf(field)), maxRanges));
        }
        return new ExtentSummary(extent.fileOffset(), extent.rows(), columns);
    }
}
