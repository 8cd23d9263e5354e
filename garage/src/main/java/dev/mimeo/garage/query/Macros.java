package dev.mimeo.garage.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.SqlToken;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Short forms in scripts: {@code _Name;}, the semicolon included, outside of literals and comments. Names are known in any case.
 *
 * <table>
 * <caption>Macros that are always there</caption>
 * <tr><td>{@code _Mins<N>Time;}</td><td>start of the interval of N minutes that sampleTime is in; N divides 60</td></tr>
 * <tr><td>{@code _HourTime;}, {@code _DayTime;}</td><td>start of its hour, of its day in UTC</td></tr>
 * <tr><td>{@code _WeekTime;}</td><td>start of its week in UTC, which is a Monday</td></tr>
 * <tr><td>{@code _FileDate;}</td><td>the date in the name of the file, NULL if there is none</td></tr>
 * <tr><td>{@code _FilePath;}</td><td>path of the file in the garage, NULL if the source is a query</td></tr>
 * <tr><td>{@code _Valid(column);}</td><td>whether the value lies in the range that its column declares, or is there at all if it
 * declares none</td></tr>
 * </table>
 *
 * <p>{@code r._HourTime;} takes {@code r.sampleTime}, and so on. Immutable and thread-safe.
 */
public final class Macros implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Names of columns that stand for what each file has in its place; no script may name them. */
    static final String FILE_DATE = "mimeo:date";

    static final String FILE_PATH = "mimeo:path";
    static final String VALID = "mimeo:valid:";
    static final String RESERVED = "mimeo:";

    /** Macros that are available without a macro file. */
    public static final Macros STANDARD = new Macros(Map.of());

    private static final int MAX_FILE_BYTES = 1 << 20;
    private static final int MAX_TEXT = 1 << 20;
    private static final int MAX_DEPTH = 16;
    private static final Pattern DEFINITION = Pattern.compile("(_\\w+)\\s*=\\s*(.+)");
    private static final Pattern MINUTES = Pattern.compile("_mins(\\d{1,2})time");

    private final Map<String, String> own;

    private Macros(Map<String, String> own) {
        this.own = Map.copyOf(own);
    }

    /**
     * Reads macros from a file: lines {@code _Name = SQL}, which may use other macros; empty lines and such that start with
     * {@code #} mean nothing.
     *
     * @throws IOException if the file cannot be read, or a line is wrong; the message has its number
     */
    public static Macros read(Path file) throws IOException {
        Folders.refuse(file);
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw MimeoException.of(file, Reason.UNSUPPORTED, "macros take at most " + MAX_FILE_BYTES + " bytes");
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(file, UTF_8);
        } catch (CharacterCodingException e) {
            throw new IOException(file + ": is not UTF-8 text", e);
        }
        Map<String, String> own = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher definition = DEFINITION.matcher(line);
            if (!definition.matches()) {
                throw wrong(file, i, "expected _Name = SQL");
            }
            String name = AnyCase.key(definition.group(1));
            if (isStandard(name)) {
                throw wrong(file, i, definition.group(1) + " is a built-in macro");
            }
            if (own.putIfAbsent(name, definition.group(2)) != null) {
                throw wrong(file, i, definition.group(1) + " is defined twice");
            }
        }
        return new Macros(own);
    }

    private static MimeoException wrong(Path file, int index, String problem) {
        return MimeoException.of(file, Reason.CORRUPT, "line " + (index + 1) + ": " + problem);
    }

    /**
     * Puts what macros stand for in their place.
     *
     * @throws SqlException if one is not known, or they go round in a circle
     */
    String expand(String script) throws SqlException {
        for (SqlToken token : SqlToken.scan(script)) {
            if (token.kind() == SqlToken.Kind.NAME && token.value().startsWith(RESERVED)) {
                throw new SqlException("no column is called \"" + token.value() + "\"");
            }
        }
        return expand(script, 1);
    }

    private String expand(String script, int depth) throws SqlException {
        if (depth > MAX_DEPTH) {
            throw new SqlException("macros are nested more than " + MAX_DEPTH + " deep");
        }
        List<SqlToken> tokens = SqlToken.scan(script);
        StringBuilder expanded = new StringBuilder();
        int copied = 0;
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            if (token.kind() != SqlToken.Kind.WORD || !token.value().startsWith("_")) {
                continue;
            }
            int last = end(tokens, i);
            if (last < 0) {
                continue;
            }
            String name = token.value();
            boolean qualified = i > 1 && isAdjacent(tokens, i - 1, ".");
            SqlToken first = qualified ? tokens.get(i - 2) : token;
            if (qualified && !isTime(name)) {
                throw new SqlException("macro " + name + "; takes no table in front of it");
            }
            if (qualified && !(isName(first) && isAdjacent(tokens, i, ""))) {
                throw new SqlException(
                        "macro " + name + "; takes nothing but the name of a table and a point in front of it");
            }
            String argument = last == i + 1
                    ? null
                    : script.substring(
                            tokens.get(i + 1).end(), tokens.get(last - 1).start());
            String qualifier = qualified ? script.substring(first.start(), token.start()) : "";
            expanded.append(script, copied, first.start());
            expanded.append(value(name, qualifier, argument, depth));
            if (expanded.length() > MAX_TEXT) {
                throw new SqlException("macros make the script longer than " + MAX_TEXT + " characters");
            }
            copied = tokens.get(last).end();
            i = last;
        }
        return expanded.append(script, copied, script.length()).toString();
    }

    /** Returns the token of the semicolon of a macro, or -1 if a word is none. */
    private static int end(List<SqlToken> tokens, int start) {
        int at = start + 1;
        if (at < tokens.size() && isAdjacent(tokens, at, "(")) {
            while (at < tokens.size() && !tokens.get(at).isSymbol(")")) {
                at++;
            }
            at++;
        }
        return at < tokens.size() && isAdjacent(tokens, at, ";") ? at : -1;
    }

    /** Returns whether a token follows the one before it without a gap, and is a symbol if one is given. */
    private static boolean isAdjacent(List<SqlToken> tokens, int at, String symbol) {
        SqlToken token = tokens.get(at);
        return token.start() == tokens.get(at - 1).end() && (symbol.isEmpty() || token.isSymbol(symbol));
    }

    private String value(String name, String qualifier, @Nullable String argument, int depth) throws SqlException {
        String key = AnyCase.key(name);
        if (key.equals("_valid")) {
            return Database.quotedName(VALID + column(argument));
        }
        if (argument != null) {
            throw new SqlException("there is no macro " + name + "(...);");
        }
        String time = qualifier + "sampleTime";
        Matcher minutes = MINUTES.matcher(key);
        if (minutes.matches()) {
            int count = Integer.parseInt(minutes.group(1));
            if (count == 0 || 60 % count != 0) {
                throw new SqlException("macro " + name + ";: 60 is not a multiple of " + count);
            }
            return "time_bucket(INTERVAL " + count + " MINUTES, " + time + ")";
        }
        String text = own.get(key);
        if (text != null) {
            return expand(text, depth + 1);
        }
        return switch (key) {
            case "_hourtime" -> "time_bucket(INTERVAL 1 HOUR, " + time + ")";
            case "_daytime" -> "time_bucket(INTERVAL 1 DAY, " + time + ")";
            case "_weektime" -> "time_bucket(INTERVAL 7 DAYS, " + time + ")";
            case "_filedate" -> '"' + FILE_DATE + '"';
            case "_filepath" -> '"' + FILE_PATH + '"';
            default -> throw new SqlException("there is no macro " + name + ";");
        };
    }

    private static String column(@Nullable String argument) throws SqlException {
        List<SqlToken> tokens = SqlToken.scan(argument == null ? "" : argument);
        boolean named =
                tokens.size() == 1 || (tokens.size() == 3 && tokens.get(1).isSymbol("."));
        for (int i = 0; i < tokens.size(); i += 2) {
            named &= isName(tokens.get(i));
        }
        if (!named || argument == null) {
            throw new SqlException("_Valid(column); takes the name of a column");
        }
        return argument.strip();
    }

    private static boolean isName(SqlToken token) {
        return token.kind() == SqlToken.Kind.WORD || token.kind() == SqlToken.Kind.NAME;
    }

    private static boolean isTime(String name) {
        String key = AnyCase.key(name);
        return MINUTES.matcher(key).matches()
                || key.equals("_hourtime")
                || key.equals("_daytime")
                || key.equals("_weektime");
    }

    private static boolean isStandard(String key) {
        return isTime(key) || key.equals("_filedate") || key.equals("_filepath") || key.equals("_valid");
    }
}
