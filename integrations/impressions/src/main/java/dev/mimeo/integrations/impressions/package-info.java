/**
 * Content for file-system images: {@link dev.mimeo.integrations.impressions.TreeFiller} writes the files that Impressions
 * (Agrawal, Arpaci-Dusseau, Arpaci-Dusseau: "Generating Realistic Impressions for File-System Benchmarking", FAST 2009)
 * or any list names.
 */
@NullMarked
package dev.mimeo.integrations.impressions;

import org.jspecify.annotations.NullMarked;
