package dev.mimeo.formats.internal.blktrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.internal.trace.LineConverter;
import dev.mimeo.formats.trace.TraceConversions;
import dev.mimeo.formats.trace.TraceConversions.Converted;
import dev.mimeo.formats.trace.TraceConverter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlktraceConverterTest {

    private final TraceConverter converter = TraceConverter.named("blktrace");

    /** Two processes, 40 requests; made by a script in the form of the kernel's header and accepted by blkparse 1.2.0. */
    private static byte[] resource(String name) throws IOException {
        try (InputStream in = BlktraceConverterTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    @Test
    void eventsComeBackAsTheyAreInEitherByteOrder() throws IOException {
        byte[] little = resource("events.bin");
        byte[] big = swapped(little);
        Converted fromLittle = TraceConversions.convert(converter, little, TraceConverter.Options.DEFAULT);
        Converted fromBig = TraceConversions.convert(converter, big, TraceConverter.Options.DEFAULT);
        assertThat(fromLittle.summary()).isEqualTo(new TraceConverter.Summary(206, little.length, 0, 0));
        assertThat(TraceConversions.print(converter, fromLittle.file(), TraceConverter.Options.DEFAULT))
                .isEqualTo(little);
        assertThat(TraceConversions.print(converter, fromBig.file(), TraceConverter.Options.DEFAULT))
                .isEqualTo(big);
        assertThat(TraceConversions.rows(fromBig.file()))
                .isEqualTo(TraceConversions.rows(fromLittle.file()).replaceAll("F null(?=\n)", "T null"));
    }

    private static byte[] swapped(byte[] events) {
        byte[] swapped = events.clone();
        ByteBuffer in = ByteBuffer.wrap(events).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer out = ByteBuffer.wrap(swapped);
        while (in.hasRemaining()) {
            out.putInt(in.getInt()).putInt(in.getInt()).putLong(in.getLong()).putLong(in.getLong());
            for (int i = 0; i < 5; i++) {
                out.putInt(in.getInt());
            }
            out.putShort(in.getShort());
            short pdu = in.getShort();
            out.putShort(pdu).put(in.array(), in.position(), pdu);
            in.position(in.position() + pdu);
        }
        return swapped;
    }

    @Test
    void rowsAreWhatBlkparsePrintsOfTheSameEvents() throws IOException {
        TraceConverter text = TraceConverter.named("blkparse");
        byte[] lines = LineConverter.class.getResourceAsStream("blkparse.txt").readAllBytes();
        try (ExtentSource binarySource =
                        TraceConversions.extents(converter, resource("events.bin"), TraceConverter.Options.DEFAULT);
                ExtentSource textSource = TraceConversions.extents(text, lines, TraceConverter.Options.DEFAULT)) {
            Extent binary = Objects.requireNonNull(binarySource.next());
            Extent printed = Objects.requireNonNull(textSource.next());
            int row = -1;
            for (int i = 0; i < printed.rows(); i++) {
                row = nextPrinted(binary, row + 1);
                assertSameEvent(binary, row, printed, i);
            }
            assertThat(nextPrinted(binary, row + 1)).isEqualTo(binary.rows());
        }
    }

    /** Names of processes and time stamps are not printed. */
    private static int nextPrinted(Extent binary, int start) {
        int row = start;
        while (row < binary.rows() && number(binary, "category", row) == 1024 && number(binary, "action", row) != 2) {
            row++;
        }
        return row;
    }

    private static void assertSameEvent(Extent binary, int row, Extent printed, int line) {
        String what = "line " + line;
        String action = printed.variables(printed.type().indexOf("action")).utf8(line);
        // The first event printed is at 1000 ns, and is time 0 for blkparse.
        assertThat(number(binary, "time", row) - 1000).as(what).isEqualTo(number(printed, "time", line));
        assertThat(number(binary, "pid", row)).as(what).isEqualTo(number(printed, "pid", line));
        assertThat(number(binary, "cpu", row)).as(what).isEqualTo(number(printed, "cpu", line));
        assertThat(number(binary, "device", row))
                .as(what)
                .isEqualTo(number(printed, "major", line) << 20 | number(printed, "minor", line));
        if (!action.equals("m")) {
            assertThat(number(binary, "sequence", row)).as(what).isEqualTo(number(printed, "sequence", line));
            assertThat(number(binary, "action", row)).as(what).isEqualTo(" QMFGSRDCPU_IXBA".indexOf(action));
        }
        if (!printed.isNull(printed.type().indexOf("sector"), line)) {
            assertThat(number(binary, "sector", row)).as(what).isEqualTo(number(printed, "sector", line));
        }
        if (!printed.isNull(printed.type().indexOf("blocks"), line)) {
            assertThat(number(binary, "bytes", row)).as(what).isEqualTo(512 * number(printed, "blocks", line));
        }
    }

    private static long number(Extent extent, String field, int row) {
        ExtentType type = extent.type();
        int index = type.indexOf(field);
        return switch (type.fields().get(index).type()) {
            case INT64 -> extent.longs(index)[row];
            default -> extent.ints(index)[row];
        };
    }

    @Test
    void randomEventsComeBackAsTheyAre() throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            ByteBuffer events = ByteBuffer.allocate(1 << 21);
            for (int i = random.nextInt(30); i >= 0; i--) {
                byte[] event = new byte[48 + random.nextInt(random.nextInt(5) == 0 ? 65536 : 40)];
                random.nextBytes(event);
                ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
                ByteBuffer.wrap(event).order(order).putInt(0, 0x65617407).putShort(46, (short) (event.length - 48));
                events.put(event);
            }
            byte[] trace = Arrays.copyOf(events.array(), events.position());
            assertComesBack(trace, "seed " + seed);
        }
    }

    @Test
    void fileThatIsCutOffComesBackAsItIs() throws IOException {
        byte[] events = Arrays.copyOf(resource("events.bin"), 400);
        for (int length = 0; length < events.length; length++) {
            assertComesBack(Arrays.copyOf(events, length), "length " + length);
        }
    }

    private void assertComesBack(byte[] trace, String what) throws IOException {
        Converted converted = TraceConversions.convert(converter, trace, TraceConverter.Options.DEFAULT);
        assertThat(TraceConversions.print(converter, converted.file(), TraceConverter.Options.DEFAULT))
                .as(what)
                .isEqualTo(trace);
    }

    @Test
    void otherContentIsAnErrorThatSaysWhere() throws IOException {
        byte[] events = resource("events.bin");
        events[56] ^= 1;
        assertThatThrownBy(() -> TraceConversions.convert(converter, events, TraceConverter.Options.DEFAULT))
                .isInstanceOf(MimeoException.class)
                .hasMessage("event 2 at byte 56 starts with 06746165: expected 65617407 in either byte order");
        assertThatThrownBy(() -> TraceConversions.convert(
                        converter,
                        Arrays.copyOf(resource("events.bin"), 60),
                        TraceConverter.Options.DEFAULT.asStrict()))
                .isInstanceOf(MimeoException.class)
                .hasMessage("event 2 at byte 56 is cut off");
    }
}
