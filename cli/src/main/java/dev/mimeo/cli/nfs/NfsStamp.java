package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Version;
import dev.mimeo.formats.anonymize.NameKeys;
import dev.mimeo.nfs.analyze.TraceStamps;
import dev.mimeo.nfs.convert.NfsConverter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The record in tables of NFS traces of how they were made. */
final class NfsStamp {

    private NfsStamp() {}

    /**
     * Returns the first part of the stamp; the inputs and times are added where they are known.
     *
     * @param group which one of how many, from 1
     * @param reproducible whether to leave out what differs from run to run
     */
    static Map<String, String> of(
            String options, int group, int groups, String names, @Nullable NameKeys keys, boolean reproducible)
            throws IOException {
        Map<String, String> stamp = new LinkedHashMap<>();
        stamp.put("tool", "mimeo " + Version.ofMimeo());
        stamp.put(TraceStamps.COMMIT, Version.commit());
        NfsConverter.versions().forEach((name, version) -> stamp.put("schema " + name, version));
        stamp.put("options", options);
        stamp.put("group", group + " of " + groups);
        stamp.put("anonymisation", names);
        if (keys != null) {
            stamp.put("key fingerprint", keys.fingerprint());
        }
        if (!reproducible) {
            stamp.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
            stamp.put("converted_at", Instant.now().toString());
            stamp.put("host", hostName());
        }
        return stamp;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
