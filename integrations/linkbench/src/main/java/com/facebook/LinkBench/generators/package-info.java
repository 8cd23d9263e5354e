/** The one interface of LinkBench that the adapter implements; not part of the jar. */
@NullMarked
package com.facebook.LinkBench.generators;

import org.jspecify.annotations.NullMarked;
