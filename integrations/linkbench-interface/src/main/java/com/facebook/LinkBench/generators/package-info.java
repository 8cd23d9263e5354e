/** The one interface of LinkBench that the adapter implements; at run time it is LinkBench's own. */
@NullMarked
package com.facebook.LinkBench.generators;

import org.jspecify.annotations.NullMarked;
