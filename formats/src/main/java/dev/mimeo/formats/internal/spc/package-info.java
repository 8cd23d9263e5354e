/** Block traces in the form of the Storage Performance Council, such as those of the UMass trace repository. */
@NullMarked
package dev.mimeo.formats.internal.spc;

import org.jspecify.annotations.NullMarked;
