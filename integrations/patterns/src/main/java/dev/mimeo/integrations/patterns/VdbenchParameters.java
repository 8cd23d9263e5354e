package dev.mimeo.integrations.patterns;

import dev.mimeo.internal.bytes.BigEndian;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.text.ByteSizes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Writes a parameter file for vdbench 5.04, and the pattern file it names.
 *
 * <p>vdbench has one pattern for all, and writes the beginning of it with each I/O: so the block that is nearest to the mean
 * comes first. It reads the pattern as big-endian words and keeps them as those of the machine, so the bytes of each word are
 * in reverse order in the file: what comes to the disk is right where vdbench runs on a little-endian machine.
 */
public final class VdbenchParameters {

    /** The file for vdbench. */
    public static final String PARAMETER_FILE = "parameters.txt";

    /** Buffer that vdbench fills with the pattern, unless another size is set; a shorter pattern is repeated. */
    public static final int BUFFER_BYTES = 4 << 20;

    private static final String PATTERN_FILE = "pattern.bin";
    private static final Set<String> OWN_FILES = Set.of(PARAMETER_FILE, PATTERN_FILE);

    /** vdbench holds the pattern several times, an int for each byte among others. */
    private static final int MAX_PATTERN_BYTES = 64 << 20;

    private VdbenchParameters() {}

    /** Returns whether a file of this name can be one that {@link #write} wrote. */
    public static boolean isOwnFile(String name) {
        return OWN_FILES.contains(name);
    }

    /**
     * Refuses what vdbench could not run, before the work.
     *
     * @param home folder in which the files will be, absolute
     * @throws IllegalArgumentException if a number is out of range or a name cannot stand in a parameter file
     */
    public static void check(Path home, int blockBytes, int blocks, PatternBlocks.Workload workload) {
        if ((long) blockBytes * blocks > MAX_PATTERN_BYTES) {
            throw new IllegalArgumentException("vdbench holds the pattern in memory: blocks must be at most "
                    + MAX_PATTERN_BYTES / blockBytes + " of this size, got " + blocks);
        }
        if (workload.targetBytes() < blockBytes) {
            throw new IllegalArgumentException("1 block needs a target of at least " + ByteSizes.format(blockBytes));
        }
        checkWord(home.toString());
        checkWord(workload.target());
    }

    /** Parameters end at a blank or comma, and parentheses make lists. */
    private static void checkWord(String name) {
        PatternBlocks.Workload.checkName(name);
        if (name.matches(".*[\\s,()=*$].*")) {
            throw new IllegalArgumentException(
                    "'" + name + "' cannot be named in a parameter file: choose a name without"
                            + " blanks, commas, parentheses, equals signs, asterisks and dollar signs");
        }
    }

    /**
     * Writes the files.
     *
     * @param folder destination, an empty folder
     * @param home folder in which the files will be when vdbench runs, absolute
     * @param recipe says how the blocks were made, a line
     * @throws IllegalArgumentException as for {@link #check}
     */
    public static void write(
            Path folder, Path home, PatternBlocks blocks, PatternBlocks.Workload workload, String recipe)
            throws IOException {
        check(home, blocks.blockBytes(), blocks.count(), workload);
        try (OutputStream pattern = Files.newOutputStream(folder.resolve(PATTERN_FILE))) {
            for (int i = 0; i < blocks.count(); i++) {
                byte[] block = blocks.block(i);
                reverseWords(block);
                pattern.write(block);
            }
        }
        String access = workload.access() == PatternBlocks.Workload.Access.WRITE ? "eof" : "100";
        Files.writeString(
                folder.resolve(PARAMETER_FILE),
                """
                * %s
                * Each write of vdbench has the first bytes of the pattern, whose words are for little-endian machines.
                pattern=%s
                sd=sd1,lun=%s,size=%d
                wd=wd1,sd=sd1,xfersize=%d,rdpct=0,seekpct=%s
                rd=rd1,wd=wd1,iorate=max,elapsed=3600,interval=1
                """.formatted(
                                recipe,
                                home.resolve(PATTERN_FILE),
                                workload.target(),
                                workload.targetBytes(),
                                blocks.blockBytes(),
                                access),
                StandardCharsets.UTF_8);
    }

    private static void reverseWords(byte[] block) {
        for (int at = 0; at <= block.length - Integer.BYTES; at += Integer.BYTES) {
            BigEndian.putInt(block, at, LittleEndian.getInt(block, at));
        }
    }
}
