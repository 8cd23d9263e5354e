package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.summary.TrafficSummary.ProcedureLine;
import dev.mimeo.query.internal.stream.TupleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Messages of other programs than NFS by procedure. For one thread at a time. */
final class ProcedureCounts {

    /** Procedures that are told apart; more are not of programs. */
    private static final int MOST = 4096;

    /** A program with the names of its procedures. */
    private record Program(String name, List<String> procedures) {
        Program(String name, String procedures) {
            this(name, List.of(procedures.split(" ")));
        }
    }

    /** RFC 1833, the manual of rquota, RFC 1813 (appendix I), and Open Group C702 for NLM and NSM. */
    private static final Map<Integer, Program> PROGRAMS = Map.of(
            100_000,
                    new Program(
                            "rpcbind",
                            "null set unset getaddr dump callit gettime uaddr2taddr taddr2uaddr"
                                    + " getversaddr indirect getaddrlist getstat"),
            100_005, new Program("mount", "null mnt dump umnt umntall export exportall pathconf"),
            100_011, new Program("rquota", "null getquota getactivequota setquota setactivequota"),
            100_021,
                    new Program(
                            "nlm",
                            "null test lock cancel unlock granted test_msg lock_msg cancel_msg unlock_msg"
                                    + " granted_msg test_res lock_res cancel_res unlock_res granted_res 16 17 18 19 share unshare nm_lock"
                                    + " free_all"),
            100_024, new Program("nsm", "null stat mon unmon unmon_all simu_crash notify"),
            100_227, new Program("nfsacl", "null getacl setacl getattr access"));

    private final TupleTable table = new TupleTable();
    private long[] calls = new long[16];
    private long[] replies = new long[16];

    void count(int program, int version, int procedure, boolean call) {
        long first = (long) program << 32 | Integer.toUnsignedLong(version);
        int entry = table.find(first, procedure);
        if (entry < 0) {
            entry = table.size() < MOST ? table.add(first, procedure) : table.add(0, 0);
            if (entry >= calls.length) {
                calls = Arrays.copyOf(calls, 2 * entry);
                replies = Arrays.copyOf(replies, 2 * entry);
            }
        }
        (call ? calls : replies)[entry]++;
    }

    /** Returns the procedures, those with most messages first. */
    List<ProcedureLine> lines() {
        List<ProcedureLine> lines = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
            lines.add(new ProcedureLine(
                    name((int) (table.first(i) >>> 32), (int) table.first(i), (int) table.second(i)),
                    calls[i],
                    replies[i]));
        }
        lines.sort(Comparator.comparingLong((ProcedureLine line) -> -line.calls() - line.replies())
                .thenComparing(ProcedureLine::name));
        return lines;
    }

    private static String name(int program, int version, int procedure) {
        Program known = PROGRAMS.get(program);
        if (known == null) {
            return program == 0 && version == 0
                    ? "others"
                    : "program " + Integer.toUnsignedString(program) + " v" + Integer.toUnsignedString(version)
                            + " procedure " + Integer.toUnsignedString(procedure);
        }
        String name = procedure >= 0 && procedure < known.procedures.size()
                ? known.procedures.get(procedure)
                : "procedure " + Integer.toUnsignedString(procedure);
        return known.name + " v" + Integer.toUnsignedString(version) + " " + name;
    }
}
