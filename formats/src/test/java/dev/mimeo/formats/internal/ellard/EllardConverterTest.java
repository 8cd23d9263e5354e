package dev.mimeo.formats.internal.ellard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.formats.trace.GoldenFolder;
import dev.mimeo.formats.trace.TraceConversions;
import dev.mimeo.formats.trace.TraceConversions.Converted;
import dev.mimeo.formats.trace.TraceConverter;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class EllardConverterTest {

    private static final String CALL =
            "1006231501.394289 31.03f7 30.0801 T C3 b653f2e4 3 lookup fh cfbc65 name \"a\"" + " con = XXX len = XXX\n";

    private final TraceConverter converter = TraceConverter.named("ellard");

    @Test
    void typeIsThatOfTheOriginalTool() throws IOException {
        byte[] file = GoldenFolder.read("repack/ellard.none-l9-e65536.ds");
        try (DataSeriesReader reader = DataSeriesReader.read(file, "golden")) {
            assertThat(converter.type().xml())
                    .isEqualTo(reader.type("Trace::NFS::Ellard").xml());
        }
    }

    @Test
    void rowsAreThoseOfTheOriginalTool() throws IOException {
        Converted converted = convert(GoldenFolder.read("shipped/ellard-raw-data.txt"));
        assertThat(TraceConversions.rows(converted.file()))
                .isEqualTo(TraceConversions.rows(GoldenFolder.read("repack/ellard.none-l9-e65536.ds")));
        assertThat(converted.summary()).isEqualTo(new TraceConverter.Summary(176, 34953, 3, 170));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none-l9-e4096", "lzo-l9-e65536", "all-l9-e16777216"})
    void rowsOfTheOriginalToolGiveBackTheText(String file) throws IOException {
        assertThat(TraceConversions.print(
                        converter, GoldenFolder.read("repack/ellard." + file + ".ds"), TraceConverter.Options.DEFAULT))
                .isEqualTo(GoldenFolder.read("shipped/ellard-raw-data.txt"));
    }

    @Test
    void secondOccurrenceOfAKeyHasItsOwnField() throws IOException {
        String reply = "1006231501.397551 30.0801 31.03f7 T R3 c353f2e4 3 lookup OK fh cf"
                + " ftype 2 mode 1c0 ftype 1 mode 1ed status=XXX pl = XXX con = XXX len = XXX\n";
        String[] row = TraceConversions.rows(convert(reply).file()).strip().split(" ");
        assertThat(row[converter.type().indexOf("mode")]).isEqualTo("448");
        assertThat(row[converter.type().indexOf("mode_dup")]).isEqualTo("493");
        assertThat(row[converter.type().indexOf("garbage")]).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "\n\n",
                "# comment\n",
                "XX Funny line (1)\n",
                CALL,
                CALL + CALL,
                "1006231501.394289",
                "1006231501.394289 31.03f7 30.0801 T C3 b653f2e4 3 lookup fh cfbc65 name \"a\" con = XXX len = XXX",
                "1006231501.394289 31.03f7 30.0801 T C3 b653f2e4 3 lookup fh cfbc65 name \"a\" con = XXX len = XXX\r\n",
                "1006231501.394289 31.03f7 30.0801 T C3 b653f2e4 3 lookup fh CFBC65 name \"a\" con = XXX len = XXX\n",
                "1006231501.394289 31.03f7 30.0801 T C3 b653f2e4 3 lookup fh cfbc6 name \"a\" con = XXX len = XXX\n",
                "1006231501.394289 31.03f7 30.0801 T C3 b653f2e4 3 lookup fh cf fh cf con = XXX len = XXX\n",
                "1006231501.394289 31.03f7 30.0801 T C3 b653f2e4 3 lookup name \"a\" fh cf con = XXX len = XXX\n",
                "1006231501.394289 31.03f7 30.0801 T C3 0653f2e4 3 lookup fh cf con = XXX len = XXX\n",
                "1006231501.394289 31.3f7 30.0801 T C3 653f2e4 3 lookup fh cf con = XXX len = XXX\n",
                "1006231501.394289 31.03f7 30.0801 T C3 653f2e4 3 lookup name \"a b\"c\" con = XXX len = XXX\n",
                "1006231501.394289 31.03f7 30.0801 T C3 653f2e4 3 lookup ftype 12 con = XXX len = XXX\n",
                "1006231501.394289 31.03f7 30.0801 T C3 653f2e4 0 null fh cf con = 82 len = 97 con = XXX len = XXX\n",
                "1006231501.394289 31.03f7 30.0801 T C3 653f2e4 3 lookup fh  con = XXX len = XXX\n"
            })
    void everyTextComesBackAsItIs(String text) throws IOException {
        assertComesBack(text.getBytes(ISO_8859_1), TraceConverter.Options.DEFAULT, text);
    }

    @Test
    void damagedTextComesBackAsItIs() throws IOException {
        byte[] text = GoldenFolder.read("shipped/ellard-raw-data.txt");
        for (int seed = 0; seed < 150; seed++) {
            byte[] damaged = TraceConversions.damage(text, new Random(seed));
            TraceConverter.Options options = TraceConverter.Options.DEFAULT.withThreads(1 + seed % 2);
            assertComesBack(damaged, options, "seed " + seed);
        }
    }

    @Test
    void randomBytesComeBackAsTheyAre() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(5000)];
            random.nextBytes(bytes);
            assertComesBack(bytes, TraceConverter.Options.DEFAULT, "seed " + seed);
        }
    }

    @Test
    void linesLongerThanABlockComeBackAsTheyAre() throws IOException {
        byte[] text = ("x".repeat((2 << 20) + 7) + "\n" + CALL + "y".repeat(1 << 20)).getBytes(ISO_8859_1);
        assertComesBack(text, TraceConverter.Options.DEFAULT, "long lines");
        byte[] empty = "\n".repeat(40_000).getBytes(ISO_8859_1);
        assertComesBack(empty, TraceConverter.Options.DEFAULT.withThreads(2), "empty lines");
    }

    @Test
    void resultDoesNotDependOnThreads() throws IOException {
        byte[] text = CALL.repeat(20_000).getBytes(ISO_8859_1);
        Converted one = TraceConversions.convert(converter, text, TraceConverter.Options.DEFAULT);
        Converted four = TraceConversions.convert(converter, text, TraceConverter.Options.DEFAULT.withThreads(4));
        assertThat(four.file()).isEqualTo(one.file());
        assertThat(one.summary()).isEqualTo(new TraceConverter.Summary(20_000, text.length, 0, 0));
    }

    @Test
    void strictNamesTheFirstMalformedLine() {
        assertThatThrownBy(() -> TraceConversions.convert(
                        converter, (CALL + "x\ny\n").getBytes(ISO_8859_1), TraceConverter.Options.DEFAULT.asStrict()))
                .isInstanceOf(MimeoException.class)
                .hasMessageContaining("line 2 ")
                .hasMessageContaining("ellard");
    }

    private void assertComesBack(byte[] text, TraceConverter.Options options, String what) throws IOException {
        assertThat(TraceConversions.roundTrip(converter, text, options))
                .as(what)
                .isEqualTo(text);
    }

    private Converted convert(String text) throws IOException {
        return convert(text.getBytes(ISO_8859_1));
    }

    private Converted convert(byte[] text) throws IOException {
        return TraceConversions.convert(converter, text, TraceConverter.Options.DEFAULT);
    }
}
