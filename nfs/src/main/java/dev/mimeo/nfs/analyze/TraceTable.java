package dev.mimeo.nfs.analyze;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of traces, by the names of their types in all generations. */
enum TraceTable {
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

    /** Beginnings of the names of all types of traces, those without an analysis included. */
    private static final List<String> PREFIXES = List.of(
            "Trace::NFS::",
            "Trace::Network::",
            "Trace::RPC::",
            "Summary::NFS::",
            "Summary::Network::",
            "NFS trace: ",
            "Network trace: ");

    private final String typeName;
    private final String firstName;

    /** @param firstName name of the type in the first generation; empty if it has none */
    TraceTable(String typeName, String firstName) {
        this.typeName = typeName;
        this.firstName = firstName;
    }

    /** Returns the name of the type in traces written now. */
    String typeName() {
        return typeName;
    }

    /**
     * Checks that a file holds a part of a trace of NFS or IP.
     *
     * @throws IOException if it holds none, or cannot be read
     */
    static void check(Path file) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            if (reader.types().stream().noneMatch(type -> PREFIXES.stream().anyMatch(type.name()::startsWith))) {
                throw MimeoException.of(file, Reason.UNSUPPORTED, "holds no table of an NFS or IP trace");
            }
        }
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
