/** Block benchmarks that write patterns: files of typical blocks for fio and vdbench, and the jobs that write them. */
@NullMarked
package dev.mimeo.integrations.patterns;

import org.jspecify.annotations.NullMarked;
