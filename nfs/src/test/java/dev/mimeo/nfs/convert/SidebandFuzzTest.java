package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.mimeo.nfs.internal.summary.ProgramNames;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages of NLM, NSM and NFSACL that are cut off, changed or claim absurd lengths. */
final class SidebandFuzzTest {

    private static final int ROUNDS = 300;
    private static final int[] PROGRAMS = {ProgramNames.NLM, ProgramNames.NSM, ProgramNames.NFSACL};
    private static final long[] LENGTHS = {
        0, 1, 3, 64, 65, 1024, 1025, 0x7fff_fffcL, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL
    };

    /** Arguments and results that are good for some procedure of each program. */
    private static List<byte[]> bodies() {
        byte[] lock = new Xdrs()
                .text("cookie")
                .u32(1, 1)
                .text("lisa")
                .opaque(Xdrs.handle(3))
                .text("owner")
                .u32(77)
                .u64(1L << 40, 4096)
                .u32(0, 17)
                .bytes();
        byte[] monitor = new Xdrs()
                .text("server")
                .text("lisa")
                .u32(100_021, 4, 16)
                .fixed(new byte[16])
                .bytes();
        byte[] list = new Xdrs()
                .u32(0, 1)
                .attributes(1234, 99)
                .u32(15, 2, 2, 1, 1000, 6, 4, 100, 4, 0, 0)
                .bytes();
        byte[] set = new Xdrs().opaque(Xdrs.handle(4)).u32(15, 1, 1, 1, 1000, 6).bytes();
        return List.of(lock, monitor, list, set);
    }

    private static byte[] mutated(byte[] body, Random random) {
        byte[] changed = body.clone();
        switch (random.nextInt(3)) {
            case 0 -> {
                return Arrays.copyOf(changed, random.nextInt(changed.length + 1));
            }
            case 1 -> changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            default -> {
                byte[] length =
                        new Xdrs().u32(LENGTHS[random.nextInt(LENGTHS.length)]).bytes();
                System.arraycopy(length, 0, changed, 4 * random.nextInt(changed.length / 4), 4);
            }
        }
        return changed;
    }

    private static boolean isWithin(OpaqueSlice slice, int bytes) {
        return !slice.isPresent() || (slice.start >= 0 && slice.length >= 0 && slice.start + slice.length <= bytes);
    }

    /** The decoder itself: no exception, slices within the message, and no memory. */
    @Test
    void whateverComesIsDecodedOrRefused() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        SidebandDecoder decoder = new SidebandDecoder();
        Xdr in = new Xdr();
        Random random = new Random(1);
        int refused = 0;
        int read = 0;
        for (int program : PROGRAMS) {
            for (int version = 0; version < 6; version++) {
                for (int procedure = -1; procedure < 26; procedure++) {
                    for (int round = 0; round < ROUNDS / 10; round++) {
                        byte[] body = bodies().get(random.nextInt(bodies().size()));
                        byte[] arguments = mutated(body, random);
                        byte[] results = mutated(body, random);
                        long before = threads.getThreadAllocatedBytes(thread);
                        in.reset(arguments, 0, arguments.length, arguments.length);
                        boolean good = decoder.call(program, version, procedure, in);
                        boolean within = isInside(decoder.row(), arguments.length);
                        in.reset(results, 0, results.length, results.length);
                        boolean answered = decoder.reply(in);
                        long allocated = threads.getThreadAllocatedBytes(thread) - before;
                        assertThat(allocated)
                                .as("program %d v%d procedure %d, round %d", program, version, procedure, round)
                                .isLessThan(1 << 20);
                        assertThat(within).isTrue();
                        refused += good ? 0 : 1;
                        read += answered ? 1 : 0;
                    }
                }
            }
        }
        assertThat(refused).isGreaterThan(1000);
        assertThat(read).isGreaterThan(1000);
    }

    private static boolean isInside(SidebandRow row, int bytes) {
        return isWithin(row.handle, bytes)
                && isWithin(row.caller, bytes)
                && isWithin(row.monitored, bytes)
                && isWithin(row.owner, bytes)
                && isWithin(row.cookie, bytes);
    }

    /** Captures of such messages: each has its row, so all of them reached the decoder. */
    @Test
    void eachMessageHasARow() throws IOException {
        Random random = new Random(2);
        List<byte[]> bodies = bodies();
        Frames frames = new Frames();
        List<Integer> programs = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            int program = PROGRAMS[i % PROGRAMS.length];
            int procedure = random.nextInt(25);
            byte[] body = bodies.get(random.nextInt(bodies.size()));
            frames.udp(1_000_000 + 100L * i, true, Xdrs.call(i, program, 1 + i % 4, procedure, mutated(body, random)));
            frames.udp(1_000_050 + 100L * i, false, Xdrs.reply(i, mutated(body, random)));
            programs.add(program);
            programs.add(program);
        }
        Converted tables = Converted.of(frames.pcap());
        assertThat(tables.column("Trace::NFS::sideband", "program"))
                .isEqualTo(programs.stream().map(String::valueOf).toList());
        assertThat(tables.counter("undecoded_arguments")).isPositive();
        assertThat(tables.counter("undecoded_results")).isPositive();
    }
}
