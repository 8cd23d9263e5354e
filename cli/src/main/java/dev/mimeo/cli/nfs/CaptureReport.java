package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Json;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.nfs.capture.PacketCapture;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Says what became of captured packets. */
final class CaptureReport {

    private CaptureReport() {}

    /** Returns a line for people. */
    static String line(String name, PacketCapture.Summary summary) {
        return String.format(
                Locale.ROOT,
                "%s: %s in %s, %s stored as %s; %s dropped%s%s%n",
                Failures.oneLine(name),
                Counts.of(summary.packets() - summary.droppedPackets() - summary.unwrittenPackets(), "packet"),
                Counts.of(summary.files(), "file"),
                ByteSizes.format(summary.fileBytes()),
                ByteSizes.format(summary.storedBytes()),
                Counts.of(summary.droppedPackets(), "packet"),
                summary.lostPackets() < 0 ? "" : String.format(Locale.ROOT, ", %,d lost before", summary.lostPackets()),
                storage(summary));
    }

    /** Says how far storage was behind, if there are files. */
    private static String storage(PacketCapture.Summary summary) {
        if (summary.files() == 0) {
            return "";
        }
        String delay = String.format(
                Locale.ROOT, "; files stored at most %.1f s after they were full", summary.mostDelaySeconds());
        return summary.abandoned() == 0 ? delay : delay + ", " + faster(summary.abandoned());
    }

    /** Says for how many files a compression was abandoned. */
    static String faster(long files) {
        return Counts.of(files, "file") + " at a faster level than begun";
    }

    /** Returns what the files lack of the packets there were, apart from those that could not be written. */
    static List<String> losses(PacketCapture.Summary summary) {
        List<String> parts = new ArrayList<>();
        LossReport.add(parts, "packets dropped", summary.droppedPackets());
        LossReport.add(parts, "packets lost before", summary.lostPackets());
        LossReport.add(parts, "bytes of a last packet that is cut off", summary.cutBytes());
        return parts;
    }

    /** Returns the document for programs. */
    static ObjectNode document(String output, PacketCapture.Summary summary) {
        ObjectNode document = Json.object()
                .put("output", output)
                .put("packets", summary.packets())
                .put("packetBytes", summary.packetBytes())
                .put("files", summary.files())
                .put("fileBytes", summary.fileBytes())
                .put("storedBytes", summary.storedBytes());
        ObjectNode byLevel = document.putObject("filesByLevel");
        summary.filesByLevel().forEach(byLevel::put);
        document.put("abandoned", summary.abandoned());
        Json.put(document, "mostDelaySeconds", summary.mostDelaySeconds());
        document.put("droppedPackets", summary.droppedPackets())
                .put("unwrittenPackets", summary.unwrittenPackets())
                .put("bursts", summary.bursts());
        if (summary.lostPackets() < 0) {
            document.putNull("lostPackets");
        } else {
            document.put("lostPackets", summary.lostPackets());
        }
        document.put("cutBytes", summary.cutBytes());
        Json.put(document, "seconds", summary.seconds());
        document.put("problem", summary.problem());
        return document;
    }
}
