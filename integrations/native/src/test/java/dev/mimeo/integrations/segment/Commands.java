package dev.mimeo.integrations.segment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs programs of the system. */
final class Commands {

    /** Exit code of what a shell cannot find. */
    private static final int NOT_FOUND = 127;

    private Commands() {}

    /** The exit code and the output, of which errors are part. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Result(int code, byte[] output) {
        String text() {
            return new String(output, StandardCharsets.UTF_8);
        }
    }

    static boolean isPresent(String program) throws IOException, InterruptedException {
        return run("", "sh", "-c", "command -v " + program).code() == 0;
    }

    /** Runs a program on an input that fits into a pipe. */
    static Result run(String input, String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return new Result(NOT_FOUND, String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8));
        }
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        byte[] output = process.getInputStream().readAllBytes();
        return new Result(process.waitFor(), output);
    }
}
