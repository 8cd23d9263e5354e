/** Payloads for LinkBench, by {@link dev.mimeo.integrations.linkbench.MimeoDataGenerator}. */
@NullMarked
package dev.mimeo.integrations.linkbench;

import org.jspecify.annotations.NullMarked;
