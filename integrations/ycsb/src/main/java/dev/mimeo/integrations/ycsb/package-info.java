/** Field values for YCSB, by {@link dev.mimeo.integrations.ycsb.MimeoWorkload}. */
@NullMarked
package dev.mimeo.integrations.ycsb;

import org.jspecify.annotations.NullMarked;
