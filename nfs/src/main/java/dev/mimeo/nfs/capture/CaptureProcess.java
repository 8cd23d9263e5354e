package dev.mimeo.nfs.capture;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A program that captures from a network interface: dumpcap of Wireshark, or tcpdump. It has the rights that this needs, by
 * its own set-up or those of the user, and its buffer in the kernel. Thread-safe.
 */
public final class CaptureProcess implements AutoCloseable {

    /** Programs that can capture. */
    public enum Program {
        /** Writes pcapng, with the number of lost packets at its end. */
        DUMPCAP,
        /** Writes pcap, and the number of lost packets to standard error. */
        TCPDUMP;

        /** Returns its name on the search path. */
        public String command() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Pattern LOST_OF_TCPDUMP =
            Pattern.compile("(\\d{1,18}) packets? dropped by (?:kernel|interface)");
    private static final Pattern LOST_OF_DUMPCAP =
            Pattern.compile("Packets received/dropped on interface .*: \\d+/(\\d{1,18}) ");
    private static final int MOST_LINES = 50;
    private static final int MOST_LINE = 1000;
    private static final int KERNEL_MEBIBYTES = 16;
    private static final int END_SECONDS = 5;

    private final Program program;
    private final Process process;
    private final Thread messages;
    private final Deque<String> lines = new ArrayDeque<>();

    @GuardedBy("this") private boolean stopped;

    private CaptureProcess(Program program, Process process) {
        this.program = program;
        this.process = process;
        this.messages = new Thread(this::readMessages, "mimeo-capture-messages");
        messages.setDaemon(true);
    }

    /**
     * Starts to capture.
     *
     * @param programs to be tried in this order
     * @param network name of the interface, as the program knows it; must not start with a hyphen
     * @param snapLength bytes to capture of a packet at most
     * @param filter packets to capture, in the language of pcap-filter(7); null for all
     * @throws IllegalArgumentException if the name is empty or starts with a hyphen
     * @throws IOException if none of the programs can be started; that it may not capture shows at its end only
     */
    public static CaptureProcess start(List<Program> programs, String network, int snapLength, @Nullable String filter)
            throws IOException {
        if (network.isEmpty() || network.startsWith("-")) {
            throw new IllegalArgumentException("'" + network + "' is not a network interface");
        }
        List<String> names = new ArrayList<>();
        for (Program program : programs) {
            try {
                Process process = new ProcessBuilder(arguments(program, network, snapLength, filter))
                        .redirectOutput(ProcessBuilder.Redirect.PIPE)
                        .start();
                process.getOutputStream().close();
                CaptureProcess capture = new CaptureProcess(program, process);
                capture.messages.start();
                return capture;
            } catch (IOException e) {
                names.add(program.command());
            }
        }
        throw new MimeoException(
                Reason.UNSUPPORTED,
                "cannot start " + String.join(" or ", names)
                        + ": install one, put it on the PATH, or pipe packets to standard input");
    }

    static List<String> arguments(Program program, String network, int snapLength, @Nullable String filter) {
        List<String> arguments = new ArrayList<>(
                List.of(program.command(), "-i", network, "-s", Integer.toString(snapLength), "-w", "-", "-B"));
        if (program == Program.DUMPCAP) {
            arguments.addAll(List.of(Integer.toString(KERNEL_MEBIBYTES), "-q"));
            if (filter != null) {
                arguments.addAll(List.of("-f", filter));
            }
        } else {
            arguments.add(Integer.toString(KERNEL_MEBIBYTES << 10));
            if (filter != null) {
                arguments.addAll(List.of("--", filter));
            }
        }
        return arguments;
    }

    private void readMessages() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(line -> {
                synchronized (lines) {
                    if (lines.size() == MOST_LINES) {
                        lines.remove();
                    }
                    lines.add(line.substring(0, Math.min(MOST_LINE, line.length())));
                }
            });
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(CaptureProcess.class.getName())
                    .log(System.Logger.Level.DEBUG, "messages of " + program.command(), e);
        }
    }

    /** Returns the program. */
    public Program program() {
        return program;
    }

    /** Returns what it captures, as pcap or pcapng. */
    public InputStream packets() {
        return process.getInputStream();
    }

    /** Tells it to stop. It writes what it has, and then its stream ends. */
    public synchronized void stop() {
        stopped = true;
        // Not Process.destroy, which closes the streams.
        process.toHandle().destroy();
    }

    /**
     * Waits for its end, which is near when its stream has ended.
     *
     * @return what it says to have lost; -1 if it says nothing
     * @throws IOException if it failed; the message is its own
     */
    public long await() throws IOException, InterruptedException {
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        messages.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
        List<String> said;
        synchronized (lines) {
            said = List.copyOf(lines);
        }
        synchronized (this) {
            if (process.exitValue() != 0 && !stopped) {
                throw new MimeoException(Reason.UNSUPPORTED, complaint(program, process.exitValue(), said));
            }
        }
        return lost(said);
    }

    private static String complaint(Program program, int code, List<String> said) {
        StringBuilder text = new StringBuilder(program.command());
        String start = program.command() + ": ";
        boolean known = false;
        for (String line : said) {
            String message = line.startsWith(start) ? line.substring(start.length()) : line;
            if (!message.isBlank() && !message.startsWith("Capturing on") && !message.contains("listening on")) {
                text.append(known ? " " : ": ").append(message.strip());
                known = true;
            }
        }
        return known ? text.toString() : text + " ended with code " + code;
    }

    static long lost(List<String> said) {
        long lost = -1;
        for (String line : said) {
            for (Pattern pattern : List.of(LOST_OF_TCPDUMP, LOST_OF_DUMPCAP)) {
                Matcher matcher = pattern.matcher(line);
                if (matcher.find()) {
                    lost = Math.max(0, lost) + Long.parseLong(matcher.group(1));
                }
            }
        }
        return lost;
    }

    /** Ends the program if it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
