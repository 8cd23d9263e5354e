package dev.mimeo.analysis.statistics;

import java.io.IOException;
import java.util.List;

/** Rows make more groups than the limit allows. */
public final class TooManyGroupsException extends IOException {

    private static final long serialVersionUID = 1;

    TooManyGroupsException(int maxGroups, List<String> columns) {
        super("more than " + maxGroups + " groups" + (columns.isEmpty() ? "" : " by " + String.join(", ", columns))
                + ": raise the limit, or group by fewer columns or ones with fewer values");
    }
}
