package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.SparkSession;

/** Buckets of an {@link ObjectStore}, each behind a proxy, and a session of Spark that is configured for them. */
final class Buckets implements AutoCloseable {

    /** A bucket that works. */
    static final String PLAIN = "plain";

    /** A bucket in which each fiftieth request fails. */
    static final String FAILING = "failing";

    private static final int FAULT_EVERY = 50;

    private final SparkSession spark = LocalSpark.session();
    private final Map<String, StoreProxy> proxies = new HashMap<>();
    private final Map<String, String> settings = new HashMap<>();
    private final ObjectStore store;

    private Buckets(ObjectStore store) {
        this.store = store;
    }

    /**
     * Starts a server; the test is skipped where it is not installed.
     *
     * @param folder for data that is uploaded
     */
    static Buckets open(Path folder) throws IOException {
        Buckets buckets = new Buckets(ObjectStore.start());
        try {
            buckets.configure(folder);
            return buckets;
        } catch (IOException | RuntimeException e) {
            buckets.close();
            throw e;
        }
    }

    private void configure(Path folder) throws IOException {
        for (String bucket : List.of(PLAIN, FAILING)) {
            store.createBucket(bucket);
            StoreProxy proxy = new StoreProxy(store.address(), bucket.equals(PLAIN) ? 0 : FAULT_EVERY);
            proxies.put(bucket, proxy);
            settings.put("fs.s3a.bucket." + bucket + ".endpoint", proxy.address());
        }
        settings.putAll(documented());
        settings.putAll(Map.of(
                "fs.s3a.multipart.size",
                "5M",
                "fs.s3a.buffer.dir",
                folder.resolve("buffer").toString(),
                "fs.s3a.retry.interval",
                "20ms",
                "fs.s3a.retry.throttle.interval",
                "20ms"));
        settings.forEach(configuration()::set);
    }

    /** Returns the settings that the documentation names. */
    private static Map<String, String> documented() {
        List<MarkdownPage.CodeBlock> blocks =
                MarkdownPage.of("docs/how-to/spark.md").blocks("properties");
        assertThat(blocks).hasSize(1);
        return blocks.get(0)
                .code()
                .lines()
                .map(line -> line.split(" +"))
                .collect(Collectors.toMap(words -> words[0].replace("spark.hadoop.", ""), words -> words[1]));
    }

    /** Starts a command of {@link MimeoJobs} in a process of its own. */
    Process start(Path log, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                LocalCluster.classPath(),
                "-Dspark.master=local[2]",
                "-Dspark.app.name=mimeo",
                "-Dspark.ui.enabled=false",
                "-Dspark.driver.host=127.0.0.1",
                "-Dspark.driver.bindAddress=127.0.0.1"));
        settings.forEach((name, value) -> command.add("-Dspark.hadoop." + name + "=" + value));
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().split("\\s+")));
        command.add(MimeoJobs.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    ObjectStore store() {
        return store;
    }

    StoreProxy proxy(String bucket) {
        return Objects.requireNonNull(proxies.get(bucket));
    }

    JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(spark.sparkContext());
    }

    private Configuration configuration() {
        return spark.sparkContext().hadoopConfiguration();
    }

    static String address(String bucket, String key) {
        return "s3a://" + bucket + "/" + key;
    }

    FileSystem files(String bucket) throws IOException {
        return FileSystem.get(URI.create(address(bucket, "")), configuration());
    }

    /** Returns the path of an object for jobs. */
    Path path(String bucket, String key) throws IOException {
        return ScanJob.path(context(), address(bucket, key));
    }

    /** Copies a file or a folder. */
    Path copied(Path local, String bucket, String key) throws IOException {
        files(bucket)
                .copyFromLocalFile(
                        new org.apache.hadoop.fs.Path(local.toUri()),
                        new org.apache.hadoop.fs.Path(address(bucket, key)));
        return path(bucket, key);
    }

    void write(String bucket, String key, byte[] content) throws IOException {
        try (FSDataOutputStream out = files(bucket).create(new org.apache.hadoop.fs.Path(address(bucket, key)))) {
            out.write(content);
        }
    }

    /** Generates files with seed 7 from offset 1000 on. */
    void generate(String bucket, String name, int taskBytes, int size) throws IOException {
        GenerateJob.Settings settings = new GenerateJob.Settings(
                address(bucket, name + ".ds"),
                DataGenerators.DEFAULT,
                Map.of(),
                7L,
                DataProducer.Order.STORED,
                false,
                1000,
                size);
        new GenerateJob(settings, taskBytes).run(context(), address(bucket, name));
    }

    /** Requires that there were requests to the bucket that works, that none copied an object, and that no upload is pending. */
    void assertNothingWasCopiedOrIsPending() throws IOException {
        assertThat(proxy(PLAIN).take()).isNotEmpty().noneMatch(StoreProxy.Request::isCopy);
        assertThat(store.uploads(PLAIN)).isEmpty();
    }

    @Override
    public void close() throws IOException {
        for (Map.Entry<String, StoreProxy> entry : proxies.entrySet()) {
            // The next test has another server.
            files(entry.getKey()).close();
            entry.getValue().close();
        }
        settings.keySet().forEach(name -> configuration().unset(name));
        store.close();
    }
}
