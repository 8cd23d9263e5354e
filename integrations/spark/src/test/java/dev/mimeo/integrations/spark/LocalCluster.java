package dev.mimeo.integrations.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.SparkSession;

/** A cluster of processes on this machine: a master, and two workers that are two hosts for Spark. */
final class LocalCluster implements AutoCloseable {

    /** The host of the second worker. */
    static final String SECOND_HOST = "127.0.0.2";

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final SparkSession session;

    LocalCluster(Path folder) throws IOException {
        this.folder = folder;
        // Workers build the command of executors from what they find there.
        Files.createDirectories(folder.resolve("home/jars"));
        Files.createDirectories(folder.resolve("local"));
        try {
            session = start();
        } catch (IOException | RuntimeException e) {
            end();
            throw e;
        }
    }

    private SparkSession start() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String master = "spark://127.0.0.1:" + port;
        start("master", "--host", "127.0.0.1", "--port", Integer.toString(port), "--webui-port", "0");
        // Drivers and workers give a master that is not there yet a minute, which is not enough on a busy machine.
        while (!isOpen(port)) {
            if (hasEnded(processes.get(0))) {
                throw new IOException("the master has ended: " + Files.readString(folder.resolve("master0.log")));
            }
        }
        for (String host : List.of("127.0.0.1", SECOND_HOST)) {
            start(
                    "worker",
                    "--host",
                    host,
                    "--webui-port",
                    "0",
                    "--cores",
                    "1",
                    "--memory",
                    "600m",
                    "--work-dir",
                    folder.resolve("work-" + host).toString(),
                    master);
        }
        return SparkSession.builder()
                .master(master)
                .appName("mimeo cluster tests")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.executor.memory", "500m")
                .config("spark.executor.extraClassPath", classPath())
                .config("spark.scheduler.minRegisteredResourcesRatio", 1.0)
                .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
                .config("spark.cores.max", 2)
                .config("spark.speculation", true)
                .config("spark.speculation.minTaskRuntime", "2s")
                .config("spark.speculation.quantile", 0.5)
                .getOrCreate();
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean hasEnded(Process process) throws IOException {
        try {
            return process.waitFor(100, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Returns the class path of the tests. */
    static String classPath() {
        // Surefire's own class path is a jar that names the others.
        return System.getProperty(
                "surefire.test.class.path", Objects.requireNonNull(System.getProperty("java.class.path")));
    }

    private void start(String kind, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-cp", classPath()));
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().split("\\s+")));
        command.add("org.apache.spark.deploy." + kind + "." + (kind.equals("master") ? "Master" : "Worker"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        // Here, so that what killed processes leave is removed with the rest.
        builder.environment().put("SPARK_LOCAL_DIRS", folder.resolve("local").toString());
        Path log = folder.resolve(kind + processes.size() + ".log");
        processes.add(
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start());
    }

    SparkSession session() {
        return session;
    }

    /** Returns the executor of the second worker. */
    ProcessHandle executor() {
        return processes
                .get(2)
                .descendants()
                .filter(ProcessHandle::isAlive)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        session.stop();
        end();
    }

    private void end() {
        List<ProcessHandle> ending = new ArrayList<>();
        for (Process process : processes) {
            process.descendants().forEach(ending::add);
            ending.add(process.toHandle());
        }
        ending.forEach(ProcessHandle::destroyForcibly);
        // They write to the folder, which is removed next.
        ending.forEach(process -> process.onExit().join());
    }
}
