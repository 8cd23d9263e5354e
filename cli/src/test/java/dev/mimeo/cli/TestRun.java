package dev.mimeo.cli;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.StandardOutput;
import dev.mimeo.cli.command.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The result of one run of the command line in this process.
 *
 * @param code exit code
 * @param bytes standard output
 * @param err standard error, with line feeds
 */
public record TestRun(int code, ByteArrayOutputStream bytes, String err) {

    /** Runs with an empty standard input and no terminal. */
    public static TestRun of(String... args) {
        return withInput(new byte[0], args);
    }

    /** Runs with a standard input. */
    public static TestRun withInput(byte[] input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(input),
                StandardOutput.of(out),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        int code = Main.run(terminal, new Outputs(terminal), args);
        return new TestRun(code, out, lines(err));
    }

    /** Returns standard output as text with line feeds. */
    public String out() {
        return lines(bytes);
    }

    /** Returns a text with line feeds alone: on Windows, messages end with those of the system. */
    private static String lines(ByteArrayOutputStream printed) {
        return printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
