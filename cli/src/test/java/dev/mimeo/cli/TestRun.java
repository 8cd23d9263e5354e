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
 * @param err standard error
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
        return new TestRun(code, out, err.toString(StandardCharsets.UTF_8));
    }

    /** Returns standard output as text. */
    public String out() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
