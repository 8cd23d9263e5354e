/**
 * RocksDB as the system under test: {@link dev.mimeo.integrations.rocksdb.RocksDbLoad} loads values into a fresh database and
 * says what it made of them; {@link dev.mimeo.integrations.rocksdb.RocksDbDemo} is the program that does so with original,
 * synthetic and naive data.
 */
@NullMarked
package dev.mimeo.integrations.rocksdb;

import org.jspecify.annotations.NullMarked;
