package dev.mimeo.integrations.spark;

import org.apache.spark.sql.SparkSession;

/** A session of two threads in this process, which all tests share. */
final class LocalSpark {

    private LocalSpark() {}

    static SparkSession session() {
        return SparkSession.builder()
                .master("local[2]")
                .appName("mimeo tests")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2)
                // Queries of some milliseconds are over before Java is compiled for them.
                .config("spark.sql.codegen.wholeStage", false)
                .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                .getOrCreate();
    }
}
