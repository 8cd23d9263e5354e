package dev.mimeo.cli.command;

import java.io.Console;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The three standard streams of a run and which of them a person is looking at.
 *
 * @param in standard input
 * @param out standard output, unbuffered; carries results only
 * @param err standard error, UTF-8; carries progress, warnings and errors
 * @param outIsTerminal whether {@code out} is a terminal, so that binary output would do harm
 * @param errIsTerminal whether {@code err} is a terminal, so that progress may be drawn on it
 */
public record Terminal(
        InputStream in, StandardOutput out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal) {

    /**
     * Set by the launcher to those of {@code in,out,err} that are terminals. The JDK can only tell whether the process
     * has a console, and from version 22 on not even that.
     */
    private static final String TERMINALS = "mimeo.terminals";

    /** Returns the streams of a process. */
    public static Terminal of(StandardStreams streams) {
        String given = System.getProperty(TERMINALS);
        Console console = given == null ? System.console() : null;
        List<String> terminals = given != null
                ? Arrays.asList(given.split(",", -1))
                : console != null ? List.of("in", "out", "err") : List.of();
        // Not System.out: a PrintStream swallows the errors of a full disk or a closed pipe.
        return new Terminal(
                streams.in(),
                StandardOutput.of(streams.out()),
                new PrintStream(streams.err(), true, StandardCharsets.UTF_8),
                terminals.contains("out"),
                terminals.contains("err"));
    }
}
