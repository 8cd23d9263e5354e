package dev.mimeo.integrations.spark;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The committers that give the files of jobs their names. Stateless and thread-safe. */
final class OutputCommitters {

    private static final String S3A_COMMITTER = "committer.name";

    private OutputCommitters() {}

    /**
     * Returns the configuration of a job that writes to a folder. On S3A, the committer of Hadoop's defaults copies each object to rename
     * it, and leaves a part of the output where that fails. Where none is configured, it is {@code magic} instead: it completes the
     * uploads when the job is done.
     *
     * @param folder with its scheme
     */
    static Configuration configure(Path folder, Configuration configuration) {
        Configuration chosen = new Configuration(configuration);
        URI address = folder.toUri();
        if ("s3a".equals(address.getScheme())
                && chosen.get("fs.s3a.bucket." + address.getAuthority() + "." + S3A_COMMITTER) == null
                && !isConfigured(chosen, "fs.s3a." + S3A_COMMITTER)) {
            chosen.set("fs.s3a." + S3A_COMMITTER, "magic");
        }
        return chosen;
    }

    /** Returns whether a property has a value that is not from Hadoop's defaults. */
    private static boolean isConfigured(Configuration configuration, String name) {
        String[] sources = configuration.getPropertySources(name);
        return sources != null && sources.length > 0 && !sources[sources.length - 1].endsWith("core-default.xml");
    }
}
