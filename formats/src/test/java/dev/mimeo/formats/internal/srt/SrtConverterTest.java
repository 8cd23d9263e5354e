package dev.mimeo.formats.internal.srt;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.formats.trace.GoldenFolder;
import dev.mimeo.formats.trace.TraceConversions;
import dev.mimeo.formats.trace.TraceConversions.Converted;
import dev.mimeo.formats.trace.TraceConverter;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class SrtConverterTest {

    private final TraceConverter converter = TraceConverter.named("srt");

    @Test
    void textOfARealTraceIsUnderstoodAndComesBack() throws IOException {
        String text = new String(GoldenFolder.read("shipped/h03126.head.txt.gz"), ISO_8859_1)
                .lines()
                .filter(line -> line.matches("[0-9].*"))
                .map(line -> line + "\n")
                .collect(joining());
        assertThat(text.lines().count()).isGreaterThan(1900);
        byte[] bytes = text.getBytes(ISO_8859_1);
        Converted converted = TraceConversions.convert(converter, bytes, TraceConverter.Options.DEFAULT);
        assertThat(converted.summary().garbageRows()).isZero();
        assertThat(TraceConversions.print(converter, converted.file(), TraceConverter.Options.DEFAULT))
                .isEqualTo(bytes);
    }

    @Test
    void fieldsAreThoseOfTheOriginalType() throws IOException {
        try (DataSeriesReader reader =
                DataSeriesReader.read(GoldenFolder.read("shipped/h03126.ds-littleend"), "golden")) {
            var fields = reader.type("I/O trace: SRT-V7").fields();
            assertThat(converter.type().fields().subList(0, fields.size()))
                    .usingRecursiveFieldByFieldElementComparatorOnFields("index", "name", "type", "nullable")
                    .isEqualTo(fields);
        }
    }
}
