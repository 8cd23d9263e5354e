package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import java.util.Set;

/** The rows of one extent of a table. Rows count from 0. For one thread at a time. */
interface TableRows {

    /**
     * Goes on to the rows of an extent.
     *
     * @param wanted the columns that are read
     */
    void setExtent(Extent extent, Set<String> wanted) throws DataSeriesException;

    /** Returns the number of rows. */
    int rows();
}
