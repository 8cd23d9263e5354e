package dev.mimeo.fidelity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Machine on which times were measured.
 *
 * @param processor model, or the architecture where the system does not tell
 * @param processors number available to the process
 * @param system name and version of the operating system
 * @param java vendor and version of the virtual machine
 */
public record Machine(String processor, int processors, String system, String java) {

    /** Describes the machine this runs on. */
    static Machine current() {
        return new Machine(
                processorModel(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + Runtime.version());
    }

    private static String processorModel() {
        Path cpuInfo = Path.of("/proc/cpuinfo");
        String architecture = System.getProperty("os.arch", "unknown");
        if (!Files.isReadable(cpuInfo)) {
            return architecture;
        }
        try (Stream<String> lines = Files.lines(cpuInfo)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .filter(model -> !model.isEmpty())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException e) {
            return architecture; // the report is no worse for not naming the model
        }
    }
}
