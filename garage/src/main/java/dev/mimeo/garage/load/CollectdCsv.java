package dev.mimeo.garage.load;

import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of collectd's CSV plugin (collectd.conf(5), {@code DataDir}). Folders name the server and the plugin, and the file the
 * type and the day. The header names the data sources, {@code epoch,value}. Plugins with instances are tables.
 */
final class CollectdCsv {

    private static final Pattern DAY = Pattern.compile("(.+)-\\d{4}-\\d{2}-\\d{2}");
    private static final String TIME = "epoch";
    private static final String ONLY_SOURCE = "value";

    private CollectdCsv() {}

    static void read(Path file, CounterImportOptions options, TextRows rows) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path plugin = absolute.getParent();
        Path host = plugin == null ? null : plugin.getParent();
        Matcher type = DAY.matcher(String.valueOf(absolute.getFileName()));
        if (plugin == null || host == null || host.getFileName() == null || !type.matches()) {
            throw new LoadException(
                    file + ": expected a file HOST/PLUGIN/TYPE-YYYY-MM-DD as collectd's CSV plugin writes it");
        }
        try (TextLines lines = new TextLines(file)) {
            String server = options.keys().serverName() == null
                    ? host.getFileName().toString()
                    : options.keys().serverName();
            String header = lines.nextWhole();
            if (header == null || !header.startsWith(TIME + ",")) {
                throw lines.error("expected '" + TIME + ",...': is this a file of collectd's CSV plugin?");
            }
            String[] sources = header.split(",", -1);
            SeriesNaming.SeriesCells[] places = new SeriesNaming.SeriesCells[sources.length];
            for (int i = 1; i < sources.length; i++) {
                places[i] = place(String.valueOf(plugin.getFileName()), type.group(1), sources[i], server);
            }
            for (String line = lines.nextWhole(); line != null; line = lines.nextWhole()) {
                row(line.split(",", -1), places, lines, rows);
            }
        }
    }

    /** Returns the server, the plugin and the type that the path names. */
    static String origin(Path file, CounterImportOptions options) {
        Path absolute = file.toAbsolutePath();
        int names = absolute.getNameCount();
        return options.keys().serverName() + "\n" + absolute.subpath(Math.max(0, names - 3), names);
    }

    private static SeriesNaming.SeriesCells place(String plugin, String type, String source, String server) {
        int dash = plugin.indexOf('-');
        String name = dash < 0 ? plugin : plugin.substring(0, dash);
        @Nullable String instance = dash < 0 ? null : plugin.substring(dash + 1);
        String counter = name + "." + type + (source.equals(ONLY_SOURCE) ? "" : "." + source);
        return new SeriesNaming.SeriesCells(dash < 0 ? TableSchema.RAW_DATA : name, server, instance, counter);
    }

    private static void row(String[] fields, SeriesNaming.SeriesCells[] places, TextLines lines, TextRows rows)
            throws IOException {
        if (fields.length != places.length) {
            throw lines.error("expected " + places.length + " fields, found " + fields.length);
        }
        double number = lines.number(fields[0], TIME).value();
        TimeText time = EpochUnit.of(number).time(number);
        if (time == null) {
            throw lines.error("expected a time in seconds since 1970, found '" + TextLines.shown(fields[0]) + "'");
        }
        for (int i = 1; i < fields.length; i++) {
            rows.add(places[i], time, lines.anyNumber(fields[i], places[i].counter()), lines.line());
        }
    }
}
