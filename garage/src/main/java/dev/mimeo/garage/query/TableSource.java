package dev.mimeo.garage.query;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import java.io.IOException;
import java.util.List;

/** A table that scripts see. Called by one thread at a time. */
interface TableSource {

    /** Returns the columns. */
    List<ColumnSchema> columns();

    /** Returns the number of rows. */
    int rows();

    /** Returns the number of blocks that the rows are in. */
    int blocks();

    /**
     * Reads some columns of a block.
     *
     * @param columns their numbers; if there are none, the block is not read
     * @throws IOException if the file is damaged
     */
    ColumnArray[] read(int block, int[] columns) throws IOException;

    /** Returns the rows of a block. */
    int rows(int block);
}
