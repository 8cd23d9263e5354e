package dev.mimeo.integrations.patterns;

import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Writes a job for fio whose sections write a block each, and the files of the blocks.
 *
 * <p>fio writes the first bytes of a pattern with each I/O, so there is one pattern file of exactly one block for each block,
 * and a job for each. For {@link PatternBlocks.Workload.Access#WRITE} job <i>i</i> of <i>n</i> writes the blocks <i>i</i>, <i>i + n</i>,
 * <i>i + 2n</i> and so on of the target; for {@link PatternBlocks.Workload.Access#RANDWRITE} each writes its share anywhere.
 */
public final class FioJob {

    /** The file for fio. */
    public static final String JOB_FILE = "job.fio";

    private static final int MAX_BLOCKS = 1024;

    private static final Pattern OWN_FILE = Pattern.compile("job\\.fio|block-\\d{4}\\.bin");

    private FioJob() {}

    /** Returns whether a file of this name can be one that {@link #write} wrote. */
    public static boolean isOwnFile(String name) {
        return OWN_FILE.matcher(name).matches();
    }

    /**
     * Refuses what fio could not run, before the work.
     *
     * @param home folder in which the files will be, absolute
     * @throws IllegalArgumentException if a number is out of range or a name cannot stand in a job file
     */
    public static void check(Path home, int blockBytes, int blocks, PatternBlocks.Workload workload) {
        if (blocks > MAX_BLOCKS) {
            throw new IllegalArgumentException(
                    "fio takes a thread for each block: blocks must be at most " + MAX_BLOCKS + ", got " + blocks);
        }
        if (workload.targetBytes() / blockBytes < blocks) {
            throw new IllegalArgumentException(Counts.of(blocks, "block") + " of " + ByteSizes.format(blockBytes)
                    + " need a target of at least " + ByteSizes.format((long) blocks * blockBytes));
        }
        if (home.toString().contains("${")) {
            throw new IllegalArgumentException("'" + home + "' has a variable in its name: choose another");
        }
        PatternBlocks.Workload.checkName(home.toString());
    }

    /**
     * Writes the files.
     *
     * @param folder destination, an empty folder
     * @param home folder in which the files will be when fio runs, absolute
     * @param recipe says how the blocks were made, a line
     * @throws IllegalArgumentException as for {@link #check}
     */
    public static void write(
            Path folder, Path home, PatternBlocks blocks, PatternBlocks.Workload workload, String recipe)
            throws IOException {
        check(home, blocks.blockBytes(), blocks.count(), workload);
        for (int i = 0; i < blocks.count(); i++) {
            Files.write(folder.resolve(file(i)), blocks.block(i));
        }
        Files.writeString(folder.resolve(JOB_FILE), job(home, blocks, workload, recipe), StandardCharsets.UTF_8);
    }

    private static String file(int block) {
        return String.format(Locale.ROOT, "block-%04d.bin", block);
    }

    private static String job(Path home, PatternBlocks blocks, PatternBlocks.Workload workload, String recipe) {
        int count = blocks.count();
        long size = blocks.blockBytes();
        boolean sequential = workload.access() == PatternBlocks.Workload.Access.WRITE;
        StringBuilder job = new StringBuilder();
        job.append("; ").append(recipe).append('\n');
        job.append(
                "; One thread for each block. Needs fio 3.34: older ones write the first 512 bytes of a pattern only.\n");
        if (!sequential) {
            job.append(
                    "; Fill the target with --rw write first: random writes leave a third of a fresh file unwritten.\n");
        }
        job.append("[global]\n");
        job.append("filename=").append(workload.target().replace(":", "\\:")).append('\n');
        job.append("rw=").append(workload.access().fio()).append('\n');
        job.append("bs=").append(size).append('\n');
        job.append("scramble_buffers=0\nthread=1\ngroup_reporting=1\n");
        job.append(";direct=1\n;ioengine=libaio\n;iodepth=4\n");
        if (sequential && count > 1) {
            job.append("zonemode=strided\nzonesize=").append(size).append('\n');
            job.append("zoneskip=").append(size * (count - 1)).append('\n');
        }
        long places = workload.targetBytes() / size;
        for (int i = 0; i < count; i++) {
            long offset = sequential ? i * size : 0;
            job.append(String.format(Locale.ROOT, "\n[block-%04d]\n", i));
            job.append("buffer_pattern='").append(home.resolve(file(i))).append("'\n");
            job.append("offset=").append(offset).append('\n');
            job.append("size=").append(places * size - offset).append('\n');
            job.append("io_size=")
                    .append((places - i + count - 1) / count * size)
                    .append('\n');
        }
        return job.toString();
    }
}
