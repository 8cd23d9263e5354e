package dev.mimeo.sql.internal;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Names of folders that hold the rows with one value of a column, as Hive names them: {@code COLUMN=VALUE}.
 *
 * <p>ASCII characters that have a meaning in paths or addresses are percent-encoded, as Hive, Spark and DuckDB decode them. Other
 * characters stay: Spark would decode their UTF-8 bytes one by one.
 */
public final class PartitionFolders {

    /** Name of each file in such a folder. */
    public static final String FILE_NAME = "data_0.parquet";

    private static final Pattern ENCODED_BYTES = Pattern.compile("(?:%[89A-Fa-f][0-9A-Fa-f])+");

    /** Printable characters of ASCII that Spark and Hive encode. */
    private static final String SPECIAL = "\"#%'*/:=?\\{[]^";

    private static final Set<String> FLOATING_POINT = Set.of("DOUBLE", "FLOAT");

    private PartitionFolders() {}

    /** Returns the name of the folder of a value, which may not be empty. */
    public static String name(String column, String value) {
        return encode(column) + "=" + encode(value);
    }

    /**
     * Returns a query with the rows of another one, in which doubles of columns that name folders are texts as Spark and Hive write them. The
     * engine by itself would put both zeros into one folder.
     *
     * @param query SQL of a query, without a semicolon
     * @param columns names of columns
     */
    public static String withDoublesAsTexts(Connection connection, String query, List<String> columns)
            throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet described = statement.executeQuery("DESCRIBE (" + query + "\n)")) {
            while (described.next()) {
                String name = described.getString("column_name");
                boolean isDouble = FLOATING_POINT.contains(described.getString("column_type"));
                if (isDouble && columns.stream().anyMatch(name::equalsIgnoreCase)) {
                    String quoted = Database.quotedName(name);
                    texts.add("CASE WHEN isnan(" + quoted + ") THEN 'NaN' WHEN isinf(" + quoted + ") THEN if(" + quoted
                            + " > 0, 'Infinity', '-Infinity') ELSE CAST(" + quoted + " AS VARCHAR) END AS " + quoted);
                }
            }
        }
        return texts.isEmpty() ? query : "SELECT * REPLACE (" + String.join(", ", texts) + ") FROM (" + query + "\n)";
    }

    private static String encode(String text) {
        StringBuilder encoded = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == 0x7f || SPECIAL.indexOf(c) >= 0) {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
            } else {
                encoded.append(c);
            }
        }
        return encoded.toString();
    }

    /**
     * Decodes characters beyond ASCII in the names that DuckDB gave to the folders below a folder.
     *
     * @throws MimeoException if a folder stands for an empty text, for which Hive has no name
     * @throws IOException if a folder cannot be read or renamed
     */
    public static void finish(Path root) throws IOException {
        List<Path> folders = TreeWalk.list(root, Integer.MAX_VALUE, Files::isDirectory);
        // Backwards: folders in a folder come after it, and their paths end when it is renamed.
        for (int i = folders.size() - 1; i >= 0; i--) {
            Path folder = folders.get(i);
            String name = String.valueOf(folder.getFileName());
            if (name.endsWith("=")) {
                throw new MimeoException(
                        MimeoException.Reason.QUERY,
                        "column " + name.substring(0, name.length() - 1)
                                + " has empty texts, which cannot name a folder: replace them by nullif(COLUMN, '') in a"
                                + " query of dssql");
            }
            String decoded = ENCODED_BYTES.matcher(name).replaceAll(PartitionFolders::decode);
            if (!decoded.equals(name)) {
                Files.move(folder, folder.resolveSibling(decoded));
            }
        }
    }

    private static String decode(MatchResult bytes) {
        byte[] utf8 = HexFormat.of().parseHex(bytes.group().replace("%", ""));
        // Nothing in it needs an escape for replaceAll: all characters are beyond ASCII, or replacement characters.
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
