package dev.mimeo.analysis.nfs;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import org.jspecify.annotations.Nullable;

/** The tables of traces, by the names of their types in all generations. */
public enum TraceTable {
    /** One row for each NFS message. */
    COMMON("Trace::NFS::common", "NFS trace: common"),

    /** One row for each set of attributes in a reply. */
    ATTRIBUTES("Trace::NFS::attr-ops", "NFS trace: attr-ops"),

    /** One row for each successful read or write. */
    READ_WRITE("Trace::NFS::read-write", "NFS trace: read-write"),

    /** One row for each successful mount. */
    MOUNTS("Trace::NFS::mount", "NFS trace: mount"),

    /** One row for each IP packet. */
    PACKETS("Trace::Network::IP", "Network trace: IP packets"),

    /** One row for each operation of a compound of NFSv4. */
    COMPOUNDS("Trace::NFS::v4-op", ""),

    /** One row for each direction of a connection: where its bytes went. */
    CONNECTIONS("Summary::NFS::connection", "");

    private final String typeName;
    private final String firstName;

    /** @param firstName what the first generation calls the type; empty if it has none */
    TraceTable(String typeName, String firstName) {
        this.typeName = typeName;
        this.firstName = firstName;
    }

    /** Returns the name of the type in traces written now. */
    public String typeName() {
        return typeName;
    }

    /** Returns the type of this table in a file; null if the file does not have it. */
    @Nullable ExtentType in(DataSeriesReader reader) {
        for (ExtentType type : reader.types()) {
            if (type.name().equals(typeName) || type.name().equals(firstName)) {
                return type;
            }
        }
        return null;
    }
}
