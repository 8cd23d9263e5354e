/** Makes the folders that the archives of a release hold. Runs in the build only. */
@NullMarked
package dev.mimeo.distribution;

import org.jspecify.annotations.NullMarked;
