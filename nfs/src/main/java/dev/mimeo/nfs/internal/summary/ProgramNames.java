package dev.mimeo.nfs.internal.summary;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of the programs beside NFS and of their procedures: RFC 1833, the manual of rquota, {@code klm_prot.x} of SunOS,
 * RFC 1813 (appendix I), and Open Group C702 for NLM and NSM. Immutable and thread-safe.
 */
public final class ProgramNames {

    /** Network lock manager. */
    public static final int NLM = 100_021;

    /** Network status monitor. */
    public static final int NSM = 100_024;

    /** Access control lists of NFS 2 and 3. */
    public static final int NFSACL = 100_227;

    /** A program with the names of its procedures. */
    private record Program(String name, List<String> procedures, List<byte[]> encoded) {
        Program(String name, String procedures) {
            this(name, List.of(procedures.split(" ")));
        }

        private Program(String name, List<String> procedures) {
            this(
                    name,
                    procedures,
                    procedures.stream()
                            .map(procedure -> procedure.getBytes(US_ASCII))
                            .toList());
        }

        boolean has(int procedure) {
            return procedure >= 0 && procedure < procedures.size();
        }
    }

    private static final int RPCBIND = 100_000;

    /** The first version of rpcbind; those before are of its predecessor, portmap. */
    private static final int FIRST_VERSION = 3;

    private static final Program PORTMAP = new Program("rpcbind", "null set unset getport dump callit");

    private static final Map<Integer, Program> PROGRAMS = Map.of(
            RPCBIND,
            new Program(
                    "rpcbind",
                    "null set unset getaddr dump callit gettime uaddr2taddr taddr2uaddr"
                            + " getversaddr indirect getaddrlist getstat"),
            100_005,
            new Program("mount", "null mnt dump umnt umntall export exportall pathconf"),
            100_011,
            new Program("rquota", "null getquota getactivequota setquota setactivequota"),
            100_020,
            new Program("klm", "null test lock cancel unlock"),
            NLM,
            new Program(
                    "nlm",
                    "null test lock cancel unlock granted test_msg lock_msg cancel_msg unlock_msg"
                            + " granted_msg test_res lock_res cancel_res unlock_res granted_res 16 17 18 19 share unshare nm_lock"
                            + " free_all"),
            NSM,
            new Program("nsm", "null stat mon unmon unmon_all simu_crash notify"),
            NFSACL,
            new Program("nfsacl", "null getacl setacl getattr access"));

    /** Stands for a version or a procedure that was not captured. */
    private static final int UNKNOWN = -1;

    private ProgramNames() {}

    private static @Nullable Program known(int program, int version) {
        return program == RPCBIND && version < FIRST_VERSION ? PORTMAP : PROGRAMS.get(program);
    }

    /** Returns the name of a program, its version and a procedure, as in {@code nlm v4 lock}. */
    static String of(int program, int version, int procedure) {
        return of(program, version, procedure(program, version, procedure));
    }

    static String of(int program, int version, String procedure) {
        Program known = known(program, version);
        String name = known == null ? "program " + Integer.toUnsignedString(program) : known.name;
        return name + (version == UNKNOWN ? " " : " v" + Integer.toUnsignedString(version) + " ") + procedure;
    }

    /** Returns the name of a procedure, a text with its number if it has none, or {@code unknown} if that is -1, not captured. */
    public static String procedure(int program, int version, int procedure) {
        if (procedure == UNKNOWN) {
            return "unknown";
        }
        Program known = known(program, version);
        return known != null && known.has(procedure)
                ? known.procedures.get(procedure)
                : "procedure " + Integer.toUnsignedString(procedure);
    }

    /** Returns what {@link #procedure} returns in ASCII. The array is shared and must not be changed. */
    public static byte[] encodedProcedure(int program, int version, int procedure) {
        Program known = known(program, version);
        return known != null && known.has(procedure)
                ? known.encoded.get(procedure)
                : procedure(program, version, procedure).getBytes(US_ASCII);
    }
}
