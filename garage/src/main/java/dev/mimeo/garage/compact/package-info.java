/** One packed file in the place of several of a server: short series of many days take less space together. */
@NullMarked
package dev.mimeo.garage.compact;

import org.jspecify.annotations.NullMarked;
