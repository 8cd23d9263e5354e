package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.convert.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Says what captures lack that were read, and what exit code that gives. */
final class LossReport {

    private LossReport() {}

    /** Warns of a capture that was not read to its end. */
    static void damage(MimeoSubcommand command, NamedCapture capture, Manifest.Input facts) {
        if (facts.damage() != null) {
            command.warn(capture.source() + ": " + facts.damage() + "; the packets before that are converted");
        }
    }

    /** Warns of the captures that were not read to their ends. */
    static void damage(MimeoSubcommand command, List<NamedCapture> captures, List<Manifest.Input> facts) {
        for (int i = 0; i < facts.size(); i++) {
            damage(command, captures.get(i), facts.get(i));
        }
    }

    /** Returns what all groups of captures lack. */
    static Counters.Losses of(Manifest manifest) {
        List<Map<String, Long>> counters =
                manifest.groups().stream().map(group -> group.counters()).toList();
        return Counters.Losses.of(counters);
    }

    /**
     * Says what captures lack, if anything.
     *
     * @param strict whether that is an error
     * @return the exit code
     */
    static int report(MimeoSubcommand command, String name, Counters.Losses losses, boolean strict) {
        return report(command, name, parts(losses), strict);
    }

    /**
     * Says what is missing, if anything.
     *
     * @param parts what is missing
     * @param strict whether that is an error, which is told in any case
     * @return the exit code
     */
    static int report(MimeoSubcommand command, String name, List<String> parts, boolean strict) {
        if (parts.isEmpty()) {
            return 0;
        }
        String text = name + ": not complete: " + String.join(", ", parts);
        if (!strict) {
            command.warn(text);
            return 0;
        }
        command.terminal().err().println("mimeo: " + Failures.oneLine(text));
        return 1;
    }

    /** Adds a part if its number is not 0. */
    static void add(List<String> parts, String what, long number) {
        if (number > 0) {
            parts.add(String.format(Locale.ROOT, "%s: %,d", what, number));
        }
    }

    /** Returns what TCP streams lack beside bytes that were not captured, in words; nothing if they are as they should be. */
    static List<String> streams(Counters counters) {
        List<String> parts = new ArrayList<>();
        add(parts, "TCP connections begun before the capture", counters.get(Counter.TCP_BEGUN_BEFORE));
        add(parts, "bytes outside of messages", counters.get(Counter.TCP_RESYNC_BYTES));
        return parts;
    }

    /** Returns what is missing, in words; nothing if all is there. */
    static List<String> parts(Counters.Losses losses) {
        List<String> parts = new ArrayList<>();
        add(parts, "captures cut off or damaged", losses.damagedInputs());
        add(parts, "packets lost before the capture", losses.packets());
        add(parts, "packets with errors on the link", losses.linkErrors());
        add(parts, "bytes of TCP streams not captured", losses.streamBytes());
        add(parts, "wrong record marks in TCP streams", losses.recordMarks());
        add(parts, "datagrams with fragments not captured", losses.datagrams());
        add(parts, "messages not captured as a whole", losses.messages());
        return parts;
    }
}
