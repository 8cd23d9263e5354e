package dev.mimeo.formats.java;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.text.ExtentText;
import dev.mimeo.formats.text.TextOptions;
import dev.mimeo.testing.GoldenFiles;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The values that generated cursors read from files of the original library are those that its {@code ds2txt} prints. */
@Tag("thorough")
final class GoldenCursorTest {

    private static final Pattern EXTENT = Pattern.compile("(?m)^# Extent, type='(.*)'\n.*\n");

    @TempDir
    Path folder;

    private static List<Path> files() {
        return Stream.of("generated", "csv", "shipped", "recover")
                .flatMap(GoldenFiles::dataSeriesFiles)
                .filter(file -> Files.exists(text(file)))
                .toList();
    }

    private static Path text(Path file) {
        String name = file.getFileName().toString();
        return file.resolveSibling(
                name.replaceFirst("\\.ds$", ".txt.gz").replaceFirst("\\.ds-\\w+$", ".skip-index.txt.gz"));
    }

    @Test
    void cursorsReadWhatTheOriginalToolPrints() throws Exception {
        List<Path> files = files();
        assertThat(files).hasSizeGreaterThan(80);
        ClassLoader loader = classes(files);
        long rows = 0;
        for (int i = 0; i < files.size(); i++) {
            try (DataSeriesReader reader = DataSeriesReader.open(files.get(i))) {
                Map<String, String> printed = printed(text(files.get(i)));
                List<ExtentType> types = reader.types();
                for (int j = 0; j < types.size(); j++) {
                    Method read = loader.loadClass("p" + i + ".Read" + j)
                            .getMethod("rows", DataSeriesReader.class, int.class);
                    List<?> values = (List<?>) read.invoke(null, reader, 1 + i % 2);
                    rows += values.size();
                    ExtentType type = types.get(j);
                    assertThat(text(type, values))
                            .as("%s, type %s", files.get(i), type.name())
                            .isEqualTo(printed.getOrDefault(type.name(), ""));
                }
            }
        }
        assertThat(rows).isGreaterThan(100_000);
    }

    /** Compiles a class and a program for each type of each file. */
    private ClassLoader classes(List<Path> files) throws IOException {
        GeneratedSources sources = new GeneratedSources();
        for (int i = 0; i < files.size(); i++) {
            String packageName = "p" + i;
            try (DataSeriesReader reader = DataSeriesReader.open(files.get(i))) {
                List<ExtentType> types = reader.types();
                Map<String, String> classes = TypeClasses.generate(types, packageName);
                classes.forEach((name, source) -> sources.add(packageName, name, source));
                List<String> names = new ArrayList<>(classes.keySet());
                for (int j = 0; j < names.size(); j++) {
                    String name = "Read" + j;
                    sources.add(packageName, name, CursorSource.of(packageName, name, types.get(j), names.get(j)));
                }
            }
        }
        return sources.compiled(folder);
    }

    /** Returns the rows of a text, by the type. */
    private static Map<String, String> printed(Path file) throws IOException {
        String text = new String(GoldenFiles.gunzip(file), ISO_8859_1);
        Map<String, String> rows = new HashMap<>();
        String type = "before the first extent";
        int start = 0;
        Matcher heading = EXTENT.matcher(text);
        while (heading.find()) {
            rows.merge(type, text.substring(start, heading.start()), String::concat);
            type = new String(heading.group(1).getBytes(ISO_8859_1), UTF_8);
            start = heading.end();
        }
        rows.merge(type, text.substring(start), String::concat);
        return rows;
    }

    /** Prints values as the rows of a file, where they are stored as they are. */
    private static String text(ExtentType type, List<?> rows) throws IOException {
        TraceFixture file = TraceFixture.of(type.xml().replaceAll(" pack_\\w+=\"[^\"]*\"", ""));
        rows.forEach(row -> file.row((Object[]) row));
        TextOptions options = TextOptions.DEFAULT
                .withoutTypes()
                .withoutIndex()
                .withoutExtentType()
                .withoutFieldNames()
                .withType(type.name());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesReader reader = DataSeriesReader.read(file.bytes(), "rows")) {
            new ExtentText(out, options).print(reader);
        }
        return out.toString(ISO_8859_1);
    }
}
