package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.formats.text.ExtentText;
import dev.mimeo.formats.text.TextOptions;
import dev.mimeo.testing.GoldenFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text turns into the rows, and the extents, that the original {@code csv2ds} makes of it. */
final class CsvGoldenTest {

    @ParameterizedTest
    @CsvSource({
        "crlf, none, 65536",
        "hex, lz4, 65536",
        "large-extent, bzip2, 16777216",
        "many-extents, zlib:9, 4096",
        "min-extents, zlib:9, 1024",
        "null-string, lzo:9, 65536",
        "quotes, zlib:9, 65536",
        "separator, snappy, 65536",
        "tiny-extents, lzf, 4096"
    })
    void rowsAndExtentsAreThoseOfTheOriginalTool(String name, String codec, int extentSize) throws IOException {
        Path folder = GoldenFiles.file("csv");
        CsvOptions options = CsvOptions.DEFAULT.withThreads(2);
        options = switch (name) {
            case "hex" -> options.withHexStrings();
            case "null-string" -> options.withNullText("\\N");
            case "separator" -> options.withSeparator("||").withCommentPrefix("--");
            default -> options;
        };
        byte[] text = Files.exists(folder.resolve(name + ".a.csv"))
                ? Files.readAllBytes(folder.resolve(name + ".a.csv"))
                : GoldenFiles.gunzip(folder.resolve(name + ".a.csv.gz"));
        ExtentType type = ExtentType.parse(Files.readString(folder.resolve(name + ".a.xml")));
        byte[] golden = Files.readAllBytes(folder.resolve(name + ".a.ds"));
        for (int blockBytes : List.of(1, 1000, 1 << 20)) {
            byte[] file = convert(text, type, options, codec, extentSize, blockBytes);
            assertThat(rowsPerExtent(file)).as("extents of %s", name).isEqualTo(rowsPerExtent(golden));
            assertThat(text(file)).isEqualTo(text(golden));
            if (codec.equals("none")) {
                assertThat(file).isEqualTo(golden);
            }
        }
    }

    private static byte[] convert(
            byte[] text, ExtentType type, CsvOptions options, String codec, int extentSize, int blockBytes)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                        Channels.newChannel(out), List.of(type), WriterOptions.DEFAULT.withCodecs(codec));
                ExtentOutput rows = new ExtentOutput(writer, type, extentSize)) {
            new CsvImport(type, options, blockBytes).read(new ByteArrayInputStream(text), "in", rows, bytes -> {});
        }
        return out.toByteArray();
    }

    private static List<String> rowsPerExtent(byte[] file) throws IOException {
        List<String> extents = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "file");
                ExtentSource source = reader.extents("", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                if (!extent.type().name().startsWith("DataSeries:")) {
                    extents.add(extent.type().name() + " " + extent.rows());
                }
            }
        }
        return extents;
    }

    private static String text(byte[] file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "file")) {
            new ExtentText(out, TextOptions.DEFAULT.withoutIndex()).print(reader);
        }
        return out.toString(UTF_8);
    }
}
