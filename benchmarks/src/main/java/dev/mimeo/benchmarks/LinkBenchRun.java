package dev.mimeo.benchmarks;

import com.facebook.LinkBench.generators.DataGenerator;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Loads a graph into a database and sends it requests as LinkBench does (Armstrong et al., "LinkBench: a database benchmark
 * based on the Facebook social graph", SIGMOD 2013): its tables, phases and threads, log-normal sizes of payloads, the mix
 * of requests, and the way it makes and calls its generators. Simpler than LinkBench: all nodes have as many links, and
 * requests choose nodes with equal probability.
 *
 * @param url address of the database, for JDBC
 * @param tableOptions options of the tables with payloads, possibly empty
 * @param generators LinkBench's configuration: the classes of the generators, and what they need
 * @param nodes to load
 * @param linksPerNode to load
 * @param nodeBytes median size of a node's payload
 * @param linkBytes median size of a link's payload
 * @param loaders threads that load links
 * @param requesters threads that send requests
 * @param requests number of requests of each requester
 */
record LinkBenchRun(
        String url,
        String tableOptions,
        Properties generators,
        int nodes,
        int linksPerNode,
        int nodeBytes,
        int linkBytes,
        int loaders,
        int requesters,
        int requests) {

    private static final long SEED = 20130622;
    private static final long LINK_TYPE = 123456789;
    private static final int MAX_NODE_BYTES = (1 << 20) - 1;
    private static final int MAX_LINK_BYTES = 254;

    /** Rows of an insert of the load phase. */
    private static final int BATCH_ROWS = 1024;

    /** Nodes that a loader takes at a time. */
    private static final int CHUNK_NODES = 2048;

    /** A request, with its share of all in the workload of the paper, in ten-thousandths. */
    enum Operation {
        ADD_LINK(899),
        DELETE_LINK(299),
        UPDATE_LINK(801),
        COUNT_LINKS(489),
        GET_LINK(53),
        GET_LINKS(5071),
        GET_NODE(1293),
        ADD_NODE(257),
        UPDATE_NODE(737),
        DELETE_NODE(101);

        private final int share;

        Operation(int share) {
            this.share = share;
        }

        private static Operation of(int number) {
            int left = number;
            for (Operation operation : values()) {
                left -= operation.share;
                if (left < 0) {
                    return operation;
                }
            }
            throw new IllegalArgumentException("shares add up to less than " + number);
        }
    }

    /**
     * Loads the tables, which are made anew, and returns the number of links.
     *
     * @throws Exception what a generator said of its configuration, before the tables are touched, or what a thread ran into
     */
    long load() throws Exception {
        // As in LinkBench all generators are prepared here, before anything is written, there is one loader of nodes,
        // and
        // those of links share one random.
        List<Callable<Long>> tasks = new ArrayList<>();
        DataGenerator nodeData = generator("node_add_datagen");
        tasks.add(() -> loadNodes(nodeData));
        Random linkRandom = new Random(SEED);
        AtomicLong nextChunk = new AtomicLong();
        for (int loader = 0; loader < loaders; loader++) {
            DataGenerator linkData = generator("link_add_datagen");
            tasks.add(() -> loadLinks(linkData, linkRandom, nextChunk));
        }
        try (LinkBenchStore store = new LinkBenchStore(url)) {
            store.createTables(tableOptions);
        }
        return run(tasks).stream().mapToLong(Long::longValue).sum();
    }

    private DataGenerator generator(String key) throws ReflectiveOperationException {
        var constructor = Thread.currentThread()
                .getContextClassLoader()
                .loadClass(generators.getProperty(key))
                .asSubclass(DataGenerator.class)
                .getDeclaredConstructor();
        constructor.setAccessible(true);
        DataGenerator generator = constructor.newInstance();
        generator.init(generators, key + "_");
        return generator;
    }

    private static byte[] payload(DataGenerator generator, Random random, int median, int most) {
        long size = Math.round(median * Math.exp(random.nextGaussian()));
        return generator.fill(random, new byte[(int) Math.min(most, size)]);
    }

    private long loadNodes(DataGenerator generator) throws SQLException {
        Random random = new Random(SEED + 1);
        try (LinkBenchStore store = new LinkBenchStore(url)) {
            List<byte[]> batch = new ArrayList<>();
            for (int node = 1; node <= nodes; node++) {
                batch.add(payload(generator, random, nodeBytes, MAX_NODE_BYTES));
                if (batch.size() == BATCH_ROWS || node == nodes) {
                    store.addNodes(batch);
                    batch.clear();
                }
            }
        }
        return 0;
    }

    private long loadLinks(DataGenerator generator, Random random, AtomicLong nextChunk) throws SQLException {
        long loaded = 0;
        try (LinkBenchStore store = new LinkBenchStore(url)) {
            List<LinkBenchStore.Link> batch = new ArrayList<>();
            long from = nextChunk.getAndAdd(CHUNK_NODES);
            while (from < nodes) {
                long to = Math.min(nodes, from + CHUNK_NODES);
                for (long id = from + 1; id <= to; id++) {
                    for (int link = 1; link <= linksPerNode; link++) {
                        byte[] data = payload(generator, random, linkBytes, MAX_LINK_BYTES);
                        batch.add(new LinkBenchStore.Link(id, LINK_TYPE, (id + link * 7919L) % nodes + 1, data));
                    }
                    store.addCount(id, LINK_TYPE, linksPerNode);
                    if (batch.size() >= BATCH_ROWS || id == to) {
                        int threads = loaders;
                        List<LinkBenchStore.Link> rows = List.copyOf(batch);
                        retry(threads, () -> store.addLinks(rows));
                        loaded += rows.size();
                        batch.clear();
                    }
                }
                from = nextChunk.getAndAdd(CHUNK_NODES);
            }
        }
        return loaded;
    }

    /** Latencies of the requests of each kind, in ascending order. */
    record Requests(Map<Operation, long[]> nanos) {
        long count(Operation operation) {
            return nanos(operation).length;
        }

        long[] nanos(Operation operation) {
            return nanos.getOrDefault(operation, new long[0]);
        }
    }

    /**
     * Sends the requests to what was loaded. Times do not include the making of payloads.
     *
     * @throws Exception what a thread ran into
     */
    Requests request() throws Exception {
        List<Callable<Map<Operation, List<Long>>>> tasks = new ArrayList<>();
        for (int requester = 0; requester < requesters; requester++) {
            DataGenerator addNode = generator("node_add_datagen");
            DataGenerator updateNode = generator("node_up_datagen");
            DataGenerator addLink = generator("link_add_datagen");
            DataGenerator updateLink = generator("link_up_datagen");
            Random random = new Random(SEED + 2 + requester);
            tasks.add(() -> requests(random, addNode, updateNode, addLink, updateLink));
        }
        Map<Operation, long[]> all = new EnumMap<>(Operation.class);
        for (Map<Operation, List<Long>> times : run(tasks)) {
            times.forEach((operation, nanos) -> {
                long[] before = all.getOrDefault(operation, new long[0]);
                long[] merged = Arrays.copyOf(before, before.length + nanos.size());
                for (int i = 0; i < nanos.size(); i++) {
                    merged[before.length + i] = nanos.get(i);
                }
                all.put(operation, merged);
            });
        }
        all.values().forEach(Arrays::sort);
        return new Requests(all);
    }

    private Map<Operation, List<Long>> requests(
            Random random,
            DataGenerator addNode,
            DataGenerator updateNode,
            DataGenerator addLink,
            DataGenerator updateLink)
            throws SQLException {
        Map<Operation, List<Long>> times = new EnumMap<>(Operation.class);
        try (LinkBenchStore store = new LinkBenchStore(url)) {
            for (int request = 0; request < requests; request++) {
                Operation operation = Operation.of(random.nextInt(10_000));
                long id = 1L + random.nextInt(nodes);
                long other = (id + (1 + random.nextInt(2 * linksPerNode)) * 7919L) % nodes + 1;
                byte[] data = switch (operation) {
                    case ADD_NODE -> payload(addNode, random, nodeBytes, MAX_NODE_BYTES);
                    case UPDATE_NODE -> payload(updateNode, random, nodeBytes, MAX_NODE_BYTES);
                    case ADD_LINK -> payload(addLink, random, linkBytes, MAX_LINK_BYTES);
                    case UPDATE_LINK -> payload(updateLink, random, linkBytes, MAX_LINK_BYTES);
                    default -> new byte[0];
                };
                long start = System.nanoTime();
                retry(requesters, () -> send(store, operation, id, other, data));
                times.computeIfAbsent(operation, o -> new ArrayList<>()).add(System.nanoTime() - start);
            }
        }
        return times;
    }

    private static void send(LinkBenchStore store, Operation operation, long id, long other, byte[] data)
            throws SQLException {
        switch (operation) {
            case ADD_LINK -> store.addLink(new LinkBenchStore.Link(id, LINK_TYPE, other, data));
            case DELETE_LINK -> store.deleteLink(id, LINK_TYPE, other);
            case UPDATE_LINK -> store.updateLink(new LinkBenchStore.Link(id, LINK_TYPE, other, data));
            case COUNT_LINKS -> store.readCount(id, LINK_TYPE);
            case GET_LINK -> store.readLink(id, LINK_TYPE, other);
            case GET_LINKS -> store.readLinks(id, LINK_TYPE);
            case GET_NODE -> store.readNode(id);
            case ADD_NODE -> store.addNodes(List.of(data));
            case UPDATE_NODE -> store.updateNode(id, data);
            case DELETE_NODE -> store.deleteNode(id);
        }
    }

    /** A statement. */
    @FunctionalInterface
    private interface Work {
        void run() throws SQLException;
    }

    /** Repeats what the server rolled back in favour of another thread: each deadlock lets one of these go on. */
    private static void retry(int threads, Work work) throws SQLException {
        for (int left = 10 * threads; ; left--) {
            try {
                work.run();
                return;
            } catch (SQLTransactionRollbackException e) {
                if (left == 0) {
                    throw e;
                }
            }
        }
    }

    private static <T> List<T> run(List<Callable<T>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdownNow();
        }
    }
}
