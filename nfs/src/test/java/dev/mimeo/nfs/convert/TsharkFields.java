package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Values that tshark shows of captures: of its fields, and of several together: {@code packet} (time and length), {@code message} (time,
 * number and type of a message of NFS), {@code blocks} (bytes of blocks), {@code atime}, {@code mtime}, {@code ctime} and
 * {@code nfstime4} (nanoseconds).
 */
final class TsharkFields {

    private static final String NFS = "100003";
    private static final String TIME = "frame.time_epoch";
    private static final int BLOCK = 512;

    /** Separates the values that a packet has of a field; in no name of a capture. */
    private static final String SEPARATOR = "|";

    /** Fields of tshark whose values are compared only together with others. */
    private static final List<String> COMBINED = List.of(
            TIME,
            "frame.len",
            "ip.version",
            "ipv6.version",
            "rpc.xid",
            "rpc.program",
            "rpc.msgtyp",
            "nfs.fattr.blocks",
            "nfs.atime.sec",
            "nfs.atime.nsec",
            "nfs.atime.usec",
            "nfs.mtime.sec",
            "nfs.mtime.nsec",
            "nfs.mtime.usec",
            "nfs.ctime.sec",
            "nfs.ctime.nsec",
            "nfs.ctime.usec",
            "nfs.nfstime4.seconds",
            "nfs.nfstime4.nseconds");

    private TsharkFields() {}

    /**
     * Returns the values of all fields of all packets, and those that are made of several.
     *
     * @param wanted fields of tshark, and names without a dot of those that are made of several
     */
    static Map<String, List<String>> of(Path capture, List<String> wanted) throws IOException, InterruptedException {
        List<String> fields = Stream.concat(COMBINED.stream(), wanted.stream())
                .filter(field -> field.contains("."))
                .distinct()
                .toList();
        List<String> command = new ArrayList<>(
                List.of("tshark", "-n", "-2", "-r", capture.toString(), "-o", "tcp.reassemble_out_of_order:TRUE"));
        command.addAll(List.of("-T", "fields", "-E", "separator=/t", "-E", "aggregator=" + SEPARATOR));
        fields.forEach(field -> command.addAll(List.of("-e", field)));
        Process tshark = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(tshark.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tshark.waitFor()).as("tshark knows all of %s", fields).isZero();
        Map<String, List<String>> shown = new TreeMap<>();
        for (String line : text.lines().toList()) {
            Map<String, List<String>> packet = new TreeMap<>();
            String[] cells = line.split("\t", -1);
            for (int i = 0; i < cells.length; i++) {
                packet.put(fields.get(i), cells[i].isEmpty() ? List.of() : List.of(cells[i].split("\\" + SEPARATOR)));
            }
            combine(packet);
            packet.forEach((field, values) ->
                    shown.computeIfAbsent(field, key -> new ArrayList<>()).addAll(values));
        }
        return shown;
    }

    private static List<String> field(Map<String, List<String>> packet, String name) {
        return Objects.requireNonNull(packet.get(name), name);
    }

    private static List<String> nanos(List<String> seconds, List<String> parts, long nanosOfPart) {
        List<String> times = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            times.add(Long.toString(
                    Long.parseLong(seconds.get(i)) * 1_000_000_000 + Long.parseLong(parts.get(i)) * nanosOfPart));
        }
        return times;
    }

    /** Adds the values that are made of several fields. */
    private static void combine(Map<String, List<String>> packet) {
        String time = micros(field(packet, TIME).get(0));
        boolean ip = !field(packet, "ip.version").isEmpty()
                || !field(packet, "ipv6.version").isEmpty();
        packet.put(
                "packet", ip ? List.of(time + " " + field(packet, "frame.len").get(0)) : List.of());
        packet.put(
                "blocks",
                field(packet, "nfs.fattr.blocks").stream()
                        .map(blocks -> Long.toString(Long.parseLong(blocks) * BLOCK))
                        .toList());
        for (String kind : List.of("atime", "mtime", "ctime")) {
            List<String> seconds = field(packet, "nfs." + kind + ".sec");
            List<String> times = nanos(seconds, field(packet, "nfs." + kind + ".usec"), 1000);
            times.addAll(nanos(seconds, field(packet, "nfs." + kind + ".nsec"), 1));
            packet.put(kind, times);
        }
        packet.put("nfstime4", nanos(field(packet, "nfs.nfstime4.seconds"), field(packet, "nfs.nfstime4.nseconds"), 1));
        List<String> messages = new ArrayList<>();
        List<String> programs = field(packet, "rpc.program");
        for (int i = 0; i < programs.size(); i++) {
            if (programs.get(i).equals(NFS)) {
                messages.add(time + " " + unsigned(field(packet, "rpc.xid").get(i), 32) + " "
                        + field(packet, "rpc.msgtyp").get(i));
            }
        }
        packet.put("message", messages);
    }

    /** Returns a number as one without sign; what is no number, such as the name of an owner, as it is. */
    static String unsigned(String value, int bits) {
        if (!value.matches("-?\\d+|0x[0-9a-f]+")) {
            return value;
        }
        BigInteger number = value.startsWith("0x") ? new BigInteger(value.substring(2), 16) : new BigInteger(value);
        return number.mod(BigInteger.ONE.shiftLeft(bits)).toString();
    }

    private static String micros(String seconds) {
        return new BigDecimal(seconds).movePointRight(6).toBigInteger().toString();
    }
}
