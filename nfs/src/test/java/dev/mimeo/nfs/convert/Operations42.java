package dev.mimeo.nfs.convert;

import static dev.mimeo.nfs.convert.Xdrs.NFS;
import static dev.mimeo.nfs.convert.Xdrs.call;
import static dev.mimeo.nfs.convert.Xdrs.handle;
import static dev.mimeo.nfs.convert.Xdrs.reply;

import java.util.function.UnaryOperator;

/** A conversation with each operation that NFS version 4.2 adds, made byte by byte after RFC 7862 and RFC 8276. */
final class Operations42 {

    private static final byte[] SESSION = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6};
    private static final byte[] DEVICE = new byte[16];
    private static final byte[] VERIFIER = {1, 1, 2, 3, 5, 8, 13, 21};
    private static final int SEQUENCE = 53;
    private static final int PUTFH = 22;

    private final Frames frames = new Frames().open(0);
    private int calls;

    private Operations42() {}

    /** A state whose bytes differ from those of other numbers. */
    private static byte[] state(int number) {
        byte[] state = new byte[16];
        state[3] = (byte) number;
        state[15] = (byte) (17 * number);
        return state;
    }

    /** Adds a compound of one operation behind those that each has. */
    private void add(int operation, UnaryOperator<Xdrs> arguments, UnaryOperator<Xdrs> results) {
        calls++;
        Xdrs call = new Xdrs()
                .text("")
                .u32(2, 3, SEQUENCE)
                .fixed(SESSION)
                .u32(calls, 1, 1, 0, PUTFH)
                .opaque(handle(calls))
                .u32(operation);
        Xdrs reply = new Xdrs()
                .u32(0)
                .text("")
                .u32(3, SEQUENCE, 0)
                .fixed(SESSION)
                .u32(calls, 1, 1, 1, 0, PUTFH, 0, operation, 0);
        frames.tcp(
                20L * calls,
                true,
                Frames.marked(call(calls, NFS, 4, 1, arguments.apply(call).bytes())));
        frames.tcp(
                20L * calls + 7,
                false,
                Frames.marked(reply(calls, results.apply(reply).bytes())));
    }

    /** Returns the capture. */
    static byte[] pcap() {
        Operations42 all = new Operations42();
        UnaryOperator<Xdrs> nothing = to -> to;
        all.add(59, to -> to.fixed(state(1)).u64(4096, 8192), nothing);
        all.add(
                60,
                to -> to.fixed(state(2))
                        .fixed(state(3))
                        .u64(1 << 20, 2 << 20, 3 << 20)
                        .u32(1, 1, 0),
                to -> to.u32(0).u64(3 << 20).u32(2).fixed(VERIFIER).u32(1, 1));
        all.add(
                61,
                to -> to.fixed(state(4)).u32(1).text("server.example"),
                to -> to.u64(90).u32(0).fixed(state(5)).u32(1, 1).text("source.example"));
        all.add(62, to -> to.fixed(state(6)).u64(12288, 4096), nothing);
        all.add(63, to -> to.fixed(state(7)).u64(0, 65536).u32(1, 4), to -> to.u32(1, 4));
        all.add(64, to -> to.u64(512, 1024).fixed(state(8)).u32(1).fixed(DEVICE).u32(5, 25), nothing);
        all.add(
                65,
                to -> to.u64(2048, 4096)
                        .fixed(state(9))
                        .u64(3, 3000, 2, 2000)
                        .fixed(DEVICE)
                        .u32(4)
                        .opaque(new byte[0]),
                nothing);
        all.add(66, to -> to.fixed(state(10)), nothing);
        all.add(67, to -> to.fixed(state(11)), to -> to.u64(77).u32(1, 0));
        all.add(
                68,
                to -> to.fixed(state(12)).u64(16384).u32(3000),
                to -> to.u32(1, 2, 0).u64(16384).opaque(new byte[1000]).u32(1).u64(17384, 2000));
        all.add(69, to -> to.fixed(state(13)).u64(8192).u32(1), to -> to.u32(0).u64(12288));
        all.add(
                70,
                to -> to.fixed(state(14))
                        .u32(2)
                        .u64(4096, 512, 8, 0)
                        .u32(0)
                        .u64(8)
                        .opaque(new byte[] {1, 2, 3, 4}),
                to -> to.u32(0).u64(4096).u32(2).fixed(VERIFIER));
        all.add(71, to -> to.fixed(state(15)).fixed(state(1)).u64(5 << 12, 6 << 12, 7 << 12), nothing);
        all.add(72, to -> to.text("user.origin"), to -> to.opaque(new byte[] {1, 2, 3}));
        all.add(
                73,
                to -> to.u32(1).text("user.color").opaque(new byte[] {4, 5}),
                to -> to.u32(1).u64(1, 2));
        all.add(
                74,
                to -> to.u64(0).u32(1000),
                to -> to.u64(2).u32(1).text("user.color").u32(1));
        all.add(75, to -> to.text("user.color"), to -> to.u32(1).u64(2, 3));
        return all.frames.pcap();
    }
}
