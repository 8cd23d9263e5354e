package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.VariableColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Records of the conversion that wrote a trace: the table {@code Summary::NFS::converter}. Thread-safe. */
public final class TraceStamps {

    /** The key of the commit of the sources that the converter was built from. */
    public static final String COMMIT = "commit";

    private static final String TABLE = "Summary::NFS::converter";

    private TraceStamps() {}

    /**
     * Returns the commits of the builds that made files; files without are left out.
     *
     * @throws IOException if a file cannot be read or is damaged
     */
    public static Set<String> commits(List<Path> files) throws IOException {
        Set<String> commits = new TreeSet<>();
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                if (reader.types().stream().anyMatch(TraceStamps::isStamp)) {
                    addCommits(reader, commits);
                }
            }
        }
        return commits;
    }

    private static boolean isStamp(ExtentType type) {
        return type.name().equals(TABLE) && hasTexts(type, "key") && hasTexts(type, "value");
    }

    private static boolean hasTexts(ExtentType type, String name) {
        return type.fields().stream()
                .anyMatch(field ->
                        field.name().equals(name) && field.type() == FieldType.VARIABLE32 && !field.nullable());
    }

    private static void addCommits(DataSeriesReader reader, Set<String> commits) throws IOException {
        try (ExtentSource source = reader.extents(TABLE, 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                ExtentType type = extent.type();
                int keys = type.indexOf("key");
                int values = type.indexOf("value");
                for (int row = 0; row < extent.rows(); row++) {
                    if (text(extent.variables(keys), row).equals(COMMIT)) {
                        commits.add(text(extent.variables(values), row));
                    }
                }
            }
        }
    }

    private static String text(VariableColumn column, int row) {
        return new String(column.array(), column.offset(row), column.length(row), StandardCharsets.UTF_8);
    }
}
